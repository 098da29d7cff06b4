// Command almanac serves an event calendar over REST and keeps its database.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"
)

// version is stamped by the linker.
var version = "development"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(os.Stdin, os.Stdout, os.Stderr).Run(ctx, os.Args); err != nil {
		fmt.Fprintln(os.Stderr, "almanac:", err)
		stop()
		os.Exit(1)
	}
}

// command describes the program's commands.
func command(in io.Reader, out, errs io.Writer) *cli.Command {
	return &cli.Command{
		Name: "almanac", Usage: "an event calendar over REST", Version: version, HideVersion: true,
		Reader: in, Writer: out, ErrWriter: errs, EnableShellCompletion: true,
		ExitErrHandler: func(context.Context, *cli.Command, error) {}, // main says it, once.
		OnUsageError:   func(_ context.Context, _ *cli.Command, err error, _ bool) error { return plain(err) },
		Commands: []*cli.Command{
			serveCommand(), demoCommand(), importCommand(), exportCommand(), userCommand(), tokenCommand(),
			migrateCommand(), openapiCommand(), versionCommand(),
		},
		CommandNotFound: func(_ context.Context, _ *cli.Command, name string) {
			fmt.Fprintf(errs, "almanac: there is no command %q; almanac --help lists them\n", name)
			os.Exit(1)
		},
	}
}

// plain shortens an error of the command line to one sentence.
func plain(err error) error {
	return fmt.Errorf("%s; add --help to see what is accepted", strings.TrimSpace(err.Error()))
}

// versionCommand prints the version.
func versionCommand() *cli.Command {
	return &cli.Command{Name: "version", Usage: "print the version", Action: func(_ context.Context, c *cli.Command) error {
		_, err := fmt.Fprintln(c.Root().Writer, "almanac", version)
		return err
	}}
}
