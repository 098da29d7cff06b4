package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v3"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/mutate"
	"almanac/runtime/outbox"
	"almanac/runtime/service"
	"almanac/runtime/zoneinfo"
)

// Program is the program of a service: what Main makes commands of.
type Program struct {
	// Name is that of the executable, in lower case. --site-url of a program shop is
	// also the variable SHOP_SITE_URL, and its database is shop.db unless --database
	// names another.
	Name    string
	Usage   string             // What it does, in one line of its help.
	Service service.Definition // What generated.Service returns.

	Hooks  []mutate.Hook             // Run around writes, in this order.
	Topics map[string]outbox.Handler // Deliver entries of the outbox, by topic.
	Jobs   []service.Job             // Run at their times.
	Pages  service.Pages             // Pages for people; nil for none.
	Desk   []desk.Part               // Further pages of the desk; nil for none.
	Demo   *Demo                     // Demo data; nil for none.

	// Flags returns more flags of all commands that work on records. Configure reads
	// them, before the flags that every program has are read. Both may be nil.
	Flags     func() []cli.Flag
	Configure func(*cli.Command, *service.Config) error
	// CommonFlags names those of Flags that the help of demo, import, export and openapi
	// shows. These commands take the others, too, but the help of serve alone shows them.
	CommonFlags []string

	// Commands returns more commands. One that has the name of a command which every
	// program has replaces it. It may be nil.
	Commands func(*Program) []*cli.Command

	// Examples are arguments of curl that the start-up text shows, with {root} for the
	// URL of the API, such as '{root}/books?per_page=3'; nil for the list of the
	// first resource.
	Examples []string
}

// Demo is demo data for an empty database.
type Demo struct {
	Usage    string     // Help of the command demo.
	Flags    []cli.Flag // More flags of that command.
	TimeZone string     // Default of --timezone with serve --demo and of the command; "" for UTC.
	// Fill adds the data and returns what they are, for people. With serve --demo the
	// command has none of Flags, so that their values are zero.
	Fill func(context.Context, *cli.Command, *service.Service) (summary string, err error)
}

// Main runs the program with the arguments of the process, and exits with 0, with 1
// if the command failed, or with 2 if its arguments or settings are wrong.
func Main(p Program) { os.Exit(p.main(os.Args)) }

// main runs the program until it ends or receives a signal, and returns its exit
// code.
func (p *Program) main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// Before any setting names a zone.
	rules, err := zoneinfo.Choose()
	if err == nil {
		dates.UseRules(rules)
		err = p.Command(os.Stdin, os.Stdout, os.Stderr).Run(ctx, args)
	} else {
		err = Misuse(err)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", p.Name, err)
	}
	return ExitCode(err)
}

// The library's own text is in another mood than the commands around it.
func init() { cli.UsageCommandHelp = "List the commands, or show the help of one" }

// Command returns the program's commands, for tests.
func (p *Program) Command(in io.Reader, out, errs io.Writer) *cli.Command {
	root := &cli.Command{
		Name: p.Name, Usage: p.Usage, Version: buildInfo().version, Metadata: map[string]any{programKey: p},
		Reader: in, Writer: out, ErrWriter: errs, EnableShellCompletion: true,
		ExitErrHandler: func(context.Context, *cli.Command, error) {}, // main prints the error, once.
		Commands: []*cli.Command{
			serveCommand(p), importCommand(p), exportCommand(p), userCommand(p), tokenCommand(p), auditCommand(p),
			eraseCommand(p), outboxCommand(p), jobsCommand(p), mediaCommand(p), feedSiteCommand(p), zonesCommand(p),
			mcpCommand(p),
			backupCommand(p), restoreCommand(p), migrateCommand(p), openapiCommand(p), configCommand(p), healthCommand(),
			versionCommand(),
		},
		ConfigureShellCompletionCommand: showCompletion,
	}
	if p.Demo != nil {
		root.Commands = slices.Insert(root.Commands, 1, demoCommand(p))
	}
	if p.Commands != nil {
		for _, c := range p.Commands(p) {
			if i := slices.IndexFunc(root.Commands, func(standard *cli.Command) bool {
				return standard.Name == c.Name
			}); i >= 0 {
				root.Commands[i] = c
			} else {
				root.Commands = append(root.Commands, c)
			}
		}
	}
	readSettings(root)
	printError(root)
	visit(root, refuseUnknown)
	visit(root, shortDurations)
	return root
}

// programKey is the key of the Program in the metadata of the root command.
const programKey = "program"

func programOf(c *cli.Command) *Program { return c.Root().Metadata[programKey].(*Program) }

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
	c.Hidden, c.Usage = false, "Print a completion script for bash, zsh, fish or PowerShell"
	c.Description = strings.ReplaceAll(c.Description, "Powershell", "PowerShell")
	printError(c)
}
