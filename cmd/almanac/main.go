// Command almanac serves an event calendar over REST and keeps its database.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
)

func main() { os.Exit(run(os.Args)) }

// run runs the program until it is done or told to stop, and returns its exit
// code.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command(os.Stdin, os.Stdout, os.Stderr).Run(ctx, args); err != nil {
		fmt.Fprintln(os.Stderr, "almanac:", err)
		return 1
	}
	return 0
}

// command describes the program's commands.
func command(in io.Reader, out, errs io.Writer) *cli.Command {
	root := &cli.Command{
		Name: "almanac", Usage: "an event calendar over REST", Version: thisProgram().version, HideVersion: true,
		Reader: in, Writer: out, ErrWriter: errs, EnableShellCompletion: true,
		ExitErrHandler: func(context.Context, *cli.Command, error) {}, // main says it, once.
		Commands: []*cli.Command{
			serveCommand(), demoCommand(), importCommand(), exportCommand(), userCommand(), tokenCommand(),
			auditCommand(), backupCommand(), restoreCommand(), migrateCommand(app.Migrations()), openapiCommand(), configCommand(), healthCommand(), versionCommand(),
		},
		ConfigureShellCompletionCommand: showCompletion,
		CommandNotFound: func(_ context.Context, _ *cli.Command, name string) {
			_, _ = fmt.Fprintf(errs, "almanac: there is no command %q; almanac --help lists them\n", name)
			os.Exit(1)
		},
	}
	takeSettings(root)
	sayPlainly(root)
	return root
}

// sayPlainly makes every command answer wrong flags with one sentence instead
// of its whole help.
func sayPlainly(c *cli.Command) {
	c.OnUsageError = func(_ context.Context, c *cli.Command, err error, _ bool) error { return usageError(c, err) }
	for _, sub := range c.Commands {
		sayPlainly(sub)
	}
}

// showCompletion lists the library's command for shell completion among the
// others.
func showCompletion(c *cli.Command) {
	c.Hidden, c.Usage = false, "print a script that has bash, zsh, fish or pwsh complete commands and flags"
	sayPlainly(c)
}
