// Command abuse attacks the service as one ill-meaning client on the internet
// could, and reports what that does to everybody else: the memory of the
// program, and the latency of cheap requests before, during and after each
// attack.  It starts the program itself and sends to 127.0.0.0/8 only; every
// attack is bounded in number and time.  docs/failures.md says how to read it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"
)

func main() { os.Exit(start(os.Args)) }

// start runs the program until it ends or receives a signal, and returns its exit
// code.
func start(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command().Run(ctx, args); err != nil {
		fmt.Fprintln(os.Stderr, "abuse:", err)
		return 1
	}
	return 0
}

// settings are what a run was asked for.
type settings struct {
	program string // "" to build the one of this source.
	store   string
	events  int
	attacks []attack
	lasts   time.Duration
	calm    time.Duration
	port    int // 0 for any that is free.
	server  []string
}

// The stores.
const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

// command describes the program.
func command() *cli.Command {
	return &cli.Command{
		Name: "abuse", Usage: "attack the service, and report what others notice of it",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "program", Usage: "almanac to attack; built from this source when not given"},
			&cli.StringFlag{Name: "store", Value: sqlite, Usage: "sqlite or postgres"},
			&cli.IntFlag{Name: "events", Value: 15000, Usage: "events in the database"},
			&cli.StringFlag{Name: "attack", Usage: "only these, comma-separated: " + strings.Join(names(), ", ")},
			&cli.DurationFlag{
				Name: "lasts", Value: 15 * time.Second, Usage: "how long an attack begins new requests, or holds connections",
			},
			&cli.DurationFlag{Name: "calm", Value: 5 * time.Second, Usage: "how long others are watched before and after"},
			&cli.IntFlag{Name: "port", Usage: "port of 127.0.0.1 for the service; any when not given"},
			&cli.StringSliceFlag{Name: "server", Usage: "flag for the service, such as --server=--max-requests=32; repeatable"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			o, err := options(c)
			if err != nil {
				return err
			}
			return measure(ctx, o, c.Root().Writer)
		},
	}
}

// options reads the flags.
func options(c *cli.Command) (settings, error) {
	o := settings{
		program: c.String("program"), store: c.String("store"), events: c.Int("events"), lasts: c.Duration("lasts"),
		calm: c.Duration("calm"), port: c.Int("port"), server: c.StringSlice("server"), attacks: attacks(),
	}
	if o.store != sqlite && o.store != postgres {
		return o, fmt.Errorf("--store must be sqlite or postgres, not %q", o.store)
	}
	if o.events < 1 || o.lasts <= 0 || o.calm <= 0 {
		return o, fmt.Errorf("--events, --lasts and --calm must be more than 0")
	}
	list := c.String("attack")
	if list == "" {
		return o, nil
	}
	wanted := strings.Split(list, ",")
	for _, name := range wanted {
		if !slices.Contains(names(), name) {
			return o, fmt.Errorf("--attack must be one or more of %s, not %q", strings.Join(names(), ", "), name)
		}
	}
	o.attacks = slices.DeleteFunc(o.attacks, func(a attack) bool { return !slices.Contains(wanted, a.name) })
	return o, nil
}

// measure makes the data, carries out the attacks, each on a server of its own,
// and prints the table row by row.
func measure(ctx context.Context, o settings, out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "almanac-abuse-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // PostgreSQL may run as another user.
		return err
	}
	s, err := prepare(ctx, o, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	table := &table{out}
	table.heading(s.settings)
	for _, a := range o.attacks {
		if err := s.withstand(ctx, a, table); err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
	}
	return nil
}
