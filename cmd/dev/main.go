// Command dev runs a service while it is written. On each save it validates the
// description, generates, builds and starts the server again; what is wrong is shown
// with file and line while the server before goes on.
//
//	go tool dev [-generate ./cmd/generate] [-build .] [-database URL] [-- FLAGS OF serve]
//
// runs in the directory of a module whose go.mod has "tool almanac/cmd/dev". Files are
// watched in that module and in others of its go.work.
//
// # The development database
//
// Before a release the newest migration is written again with each change, so a database that
// an earlier text of it made is refused by servers. The database of this command,
// sqlite:dev.db unless -database names another, follows instead: it keeps the description that it was
// made from, from which the generator plans the change of its tables, so records stay.
// New fields and resources are added; RenamedFrom renames, and so does one new
// field in the place of one of its type. What a removed field or resource had goes, which is
// printed; an SQLite file is copied to FILE.before-loss first. A change that the records
// do not allow, such as a unique field with equal values, leaves the database and the
// server before as they were.
//
// The command makes its database itself and marks it by a table schema_development.
// It refuses any other that has tables, and changes nothing there.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stderr)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "dev:", err)
		os.Exit(1)
	}
}

// run watches, builds and serves until the context ends.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("dev", flag.ContinueOnError)
	flags.SetOutput(out)
	l := &loop{out: out}
	flags.StringVar(&l.generator, "generate", "./cmd/generate", "package of the generator")
	flags.StringVar(&l.program, "build", ".", "package of the program")
	flags.StringVar(&l.database.url, "database", "sqlite:dev.db",
		"URL of the development database, sqlite:PATH or postgres://...; it is made when it has no tables")
	flags.Usage = func() {
		_, _ = fmt.Fprintln(out, "dev [flags] [-- flags of serve]: generate, build and serve on each save")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	l.serve = flags.Args()
	if slices.ContainsFunc(l.serve, func(arg string) bool {
		return strings.HasPrefix(strings.TrimLeft(arg, "-"), "database")
	}) {
		return errors.New("name the database with -database before --, not among the flags of serve")
	}
	if err := l.database.read(ctx); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "dev-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // The system clears it otherwise.
	l.dir = dir
	saves, err := watch(ctx)
	if err != nil {
		return err
	}
	return l.run(ctx, saves)
}
