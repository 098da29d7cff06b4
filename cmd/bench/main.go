// Command bench measures the service: it makes a data set, starts the program
// and beside it a hand-written baseline server, sends both the same requests in turn, and
// prints what was seen and how the two compare.  docs/performance.md says what
// the figures mean.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v3"
)

func main() { os.Exit(start(os.Args)) }

// start runs the program until it ends or receives a signal, and returns its exit
// code.
func start(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command().Run(ctx, args); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

// command describes the program.  The servers that it starts as processes of
// their own are commands of it, too.
func command() *cli.Command {
	return &cli.Command{
		Name: "bench", Usage: "measure the service against a hand-written baseline server",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "store", Value: "both", Usage: "sqlite, postgres or both"},
			&cli.IntFlag{Name: "events", Value: 20000, Usage: "events in the data set"},
			&cli.DurationFlag{Name: "seconds", Value: time.Second, Usage: "length of one measurement, such as 2s"},
			&cli.IntFlag{Name: "rounds", Value: 3, Usage: "measurements of each kind; their median counts"},
			&cli.StringFlag{Name: "scenario", Usage: "only these, comma-separated: " + strings.Join(names(), ", ")},
			&cli.IntFlag{Name: "connections", Value: 8, Usage: "requests under way at once"},
			&cli.StringFlag{
				Name: "sync", Value: "full,normal",
				Usage: "SQLite: how writes wait for the disk; reads are measured with the first",
			},
			&cli.StringFlag{
				Name: "mmap", Value: "1GiB",
				Usage: "SQLite: how much of the file service and baseline map into memory, 0 for nothing",
			},
			&cli.StringFlag{Name: "data", Value: defaultData(), Usage: "directory that keeps data sets between runs"},
			&cli.StringSliceFlag{Name: "server", Usage: "flag for the service, such as --server=--cache=0; repeatable"},
			&cli.StringFlag{Name: "memory", Usage: "GOMEMLIMIT of the service, such as 64MiB"},
			&cli.StringSliceFlag{
				Name: "postgres", Usage: "setting of the private server, such as --postgres=shared_buffers=1GB; repeatable",
			},
			&cli.StringFlag{Name: "json", Usage: "file for the figures"},
			&cli.StringFlag{
				Name: "profile", Usage: "directory for CPU profiles; the service then runs inside the bench's own program",
			},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			o, err := options(c)
			if err != nil {
				return err
			}
			return measure(ctx, o, c.Root().Writer)
		},
		Commands: []*cli.Command{baselineCommand(), serviceCommand()},
	}
}

// defaultData returns a directory for data sets.  PostgreSQL does not run as
// root, and the user that it runs as cannot enter root's own directory.
func defaultData() string {
	dir, err := os.UserCacheDir()
	if err != nil || os.Geteuid() == 0 {
		dir = os.TempDir()
	}
	return filepath.Join(dir, "almanac-bench")
}

// settings are what a run was asked for.
type settings struct {
	stores      []string
	events      int
	length      time.Duration
	rounds      int
	scenarios   []string // Empty for all.
	connections int
	syncs       []string
	mmap        string
	data        string
	server      []string
	memory      string
	postgres    []string
	json        string
	profile     string
}

// options reads the flags.
func options(c *cli.Command) (settings, error) {
	o := settings{
		events: c.Int("events"), length: c.Duration("seconds"), rounds: c.Int("rounds"), connections: c.Int("connections"),
		syncs: strings.Split(c.String("sync"), ","), mmap: c.String("mmap"), data: c.String("data"),
		server: c.StringSlice("server"), memory: c.String("memory"),
		postgres: c.StringSlice("postgres"), json: c.String("json"), profile: c.String("profile"),
	}
	switch store := c.String("store"); store {
	case "both":
		o.stores = []string{sqlite, postgres}
	case sqlite, postgres:
		o.stores = []string{store}
	default:
		return o, fmt.Errorf("--store must be sqlite, postgres or both, not %q", store)
	}
	if _, err := humanize.ParseBytes(o.mmap); err != nil {
		return o, fmt.Errorf("--mmap must be a size such as 1GiB, not %q", o.mmap)
	}
	for _, sync := range o.syncs {
		if sync != "full" && sync != "normal" {
			return o, fmt.Errorf("--sync must be full, normal or both of them, not %q", sync)
		}
	}
	if o.events < 1000 || o.rounds < 1 || o.connections < 1 || o.length <= 0 {
		return o, fmt.Errorf("--events must be 1000 or more, --rounds, --connections and --seconds more than 0")
	}
	if list := c.String("scenario"); list != "" {
		o.scenarios = strings.Split(list, ",")
	}
	for _, name := range o.scenarios {
		if !known(name) {
			return o, fmt.Errorf("--scenario must be one or more of %s, not %q", strings.Join(names(), ", "), name)
		}
	}
	return o, nil
}
