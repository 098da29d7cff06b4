// Command almanac serves an event calendar over REST and manages its database.
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

// run runs the program until it ends or receives a signal, and returns its exit
// code: 0, exitFailure or exitUsage.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := command(os.Stdin, os.Stdout, os.Stderr).Run(ctx, args)
	if err != nil {
		fmt.Fprintln(os.Stderr, "almanac:", err)
	}
	return exitCode(err)
}

// command describes the program's commands.
func command(in io.Reader, out, errs io.Writer) *cli.Command {
	root := &cli.Command{
		Name: "almanac", Usage: "Serve an event calendar over REST", Version: thisProgram().version,
		Reader: in, Writer: out, ErrWriter: errs, EnableShellCompletion: true,
		ExitErrHandler: func(context.Context, *cli.Command, error) {}, // run prints the error, once.
		Commands: []*cli.Command{
			serveCommand(), demoCommand(), importCommand(), exportCommand(), userCommand(), tokenCommand(),
			auditCommand(), outboxCommand(), backupCommand(), restoreCommand(), migrateCommand(app.Migrations()), openapiCommand(), configCommand(), healthCommand(), versionCommand(),
		},
		ConfigureShellCompletionCommand: showCompletion,
	}
	readSettings(root)
	printError(root)
	visit(root, refuseUnknown)
	return root
}

// refuseUnknown makes a command with subcommands only return an error for an
// unknown one, and print its help for none.
func refuseUnknown(c *cli.Command) {
	if len(c.Commands) == 0 || c.Action != nil {
		return
	}
	c.Action = func(_ context.Context, c *cli.Command) error {
		switch {
		case c.Args().Present():
			return unknownCommand(c, c.Args().First())
		case c == c.Root():
			return cli.ShowRootCommandHelp(c)
		}
		return cli.ShowSubcommandHelp(c)
	}
}

// printError makes every command print one sentence about wrong flags instead of
// its whole help.
func printError(c *cli.Command) {
	c.OnUsageError = func(_ context.Context, c *cli.Command, err error, _ bool) error { return usageError(c, err) }
	for _, sub := range c.Commands {
		printError(sub)
	}
}

// showCompletion lists the library's command for shell completion among the
// others.
func showCompletion(c *cli.Command) {
	c.Hidden, c.Usage = false, "print a script that has bash, zsh, fish or pwsh complete commands and flags"
	printError(c)
}
