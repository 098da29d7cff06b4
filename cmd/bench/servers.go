package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	_ "net/http/pprof" //nolint:gosec // The profiled service listens on this machine, for the time of a run.
	"runtime/debug"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/urfave/cli/v3"

	"almanac/cmd/bench/baseline"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// serverFlags are those of a server that the bench starts as a process.
func serverFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "database"}, &cli.StringFlag{Name: "listen"}, &cli.StringFlag{Name: "sync", Value: "full"},
		&cli.StringFlag{Name: "mmap", Value: "0"},
		&cli.IntFlag{Name: "connections", Value: 8},
	}
}

// mapped returns how many bytes of an SQLite file are mapped into memory.
func mapped(c *cli.Command) int64 {
	size, _ := humanize.ParseBytes(c.String("mmap")) // The run has judged it.
	return int64(size)                               //nolint:gosec // No file is larger.
}

// baselineCommand answers as the baseline, with profiles below /debug/pprof.
func baselineCommand() *cli.Command {
	return &cli.Command{
		Name: "baseline", Hidden: true, Flags: serverFlags(),
		Action: func(ctx context.Context, c *cli.Command) error {
			h, end, err := baseline.NewHandler(ctx, c.String("database"),
				baseline.Options{Sync: c.String("sync"), Mmap: mapped(c), Connections: c.Int("connections")})
			if err != nil {
				return err
			}
			defer end()
			debug.SetGCPercent(1600) // Its memory is not what matters.
			http.Handle("/", h)
			return serve(ctx, c.String("listen"), http.DefaultServeMux)
		},
	}
}

// serviceCommand answers as the service, with profiles below /debug/pprof.  It
// is used instead of the real program when profiles are wanted.
func serviceCommand() *cli.Command {
	return &cli.Command{
		Name: "service", Hidden: true, Flags: serverFlags(),
		Action: func(ctx context.Context, c *cli.Command) error {
			a, err := openService(ctx, c.String("database"), store.Options{Synchronous: c.String("sync"), MmapBytes: mapped(c)})
			if err != nil {
				return err
			}
			defer func() { _ = a.Close() }()
			http.Handle("/", a.Handler())
			return serve(ctx, c.String("listen"), http.DefaultServeMux)
		},
	}
}

// openService opens the service as the program is started.
func openService(ctx context.Context, url string, o store.Options) (*service.Service, error) {
	d := deployments.A()
	d.SiteURL = baseline.SiteURL
	return service.Open(ctx, generated.Service(), service.Config{
		Database: url, Deployment: d, Log: slog.New(slog.DiscardHandler), Options: o,
	})
}

// serve answers until the context ends.
func serve(ctx context.Context, address string, h http.Handler) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	go func() {
		<-ctx.Done()
		_ = server.Close() // What is on its way does not matter.
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
