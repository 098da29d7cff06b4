package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"
	"github.com/urfave/cli/v3"

	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// Importer imports records from something else than the files of an export. Its types
// are internal, so that only programs of this module have importers.
type Importer struct {
	Takes  func(argument string) bool // Whether an argument is for it; then all are.
	Import func(context.Context, *cli.Command, transfer.Options) error
	Flags  func() []cli.Flag
	Refuse string // Error about one of Flags, %s, where nothing is for it.
}

// importCommand imports the files of an export.
func importCommand(p *Program) *cli.Command {
	return p.ImportCommand("Import records from a JSON export", "FILE|DIR...",
		"IDs, slugs, dates and links are preserved. A second run changes nothing; an interrupted one is resumed.\n"+
			"The first line of the report says whether the import is complete; if not, the exit code is 1.",
		"files or directories", nil)
}

// ImportCommand returns the command import of a program that has importers; sources
// names what they take, for the error about a command without arguments, and adapt reads
// fields that other programs show in another way.
func (p *Program) ImportCommand(usage, arguments, description, sources string, adapt transfer.Adapter,
	importers ...Importer,
) *cli.Command {
	flags := append(p.siteFlags("database", "media", "timezone", "languages", "site-url"),
		&cli.StringFlag{
			Name: "since",
			Usage: "skip records modified before `WHEN`: a UTC date such as 2026-11-20 or '2026-11-20 14:00', or an age " +
				"such as 24h",
		},
		&cli.BoolFlag{Name: "dry-run", Usage: "report what would change, without saving anything"},
		&cli.BoolFlag{Name: "delete", Usage: "delete records listed as deleted in an export made with --since"})
	for _, i := range importers {
		flags = append(flags, i.Flags()...)
	}
	return &cli.Command{
		Name: "import", Usage: usage, ArgsUsage: arguments, Description: description + "\n" + moreFlags,
		Flags: flags,
		Action: func(ctx context.Context, c *cli.Command) error {
			if !c.Args().Present() {
				return Misuse(errors.New("import requires " + sources))
			}
			return p.importRecords(ctx, c, adapt, importers)
		},
	}
}

// importRecords imports records from the sources in the arguments.
func (p *Program) importRecords(ctx context.Context, c *cli.Command, adapt transfer.Adapter,
	importers []Importer,
) error {
	options := transfer.Options{
		Progress: c.Root().ErrWriter, DryRun: c.Bool("dry-run"), Delete: c.Bool("delete"), Adapt: adapt,
	}
	if c.IsSet("site-url") {
		options.Copies.SiteURL = strings.TrimRight(c.String("site-url"), "/")
	}
	var err error
	if options.Since, err = since(c.String("since"), time.Now()); err != nil {
		return err
	}
	sources := c.Args().Slice()
	chosen := slices.IndexFunc(importers, func(i Importer) bool { return slices.ContainsFunc(sources, i.Takes) })
	for n, i := range importers {
		if n != chosen {
			if err := refuseFlags(c, i.Flags(), i.Refuse); err != nil {
				return err
			}
		}
	}
	if chosen >= 0 {
		return importers[chosen].Import(ctx, c, options)
	}
	return p.WithService(ctx, c, func(s *service.Service) error {
		report, err := transfer.Import(ctx, s.API, sources, options)
		return PrintReport(c, report, err)
	})
}

// refuseFlags returns an error about the first of the flags that is set, whose
// name the message takes.
func refuseFlags(c *cli.Command, flags []cli.Flag, message string) error {
	for _, flag := range flags {
		if name := flag.Names()[0]; c.IsSet(name) {
			return fmt.Errorf(message, name)
		}
	}
	return nil
}

// exportCommand writes all records into a directory.
func exportCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "Export all records as JSON", ArgsUsage: "DIR",
		Description: "The files contain drafts, trashed records and the passwords of protected records.\n" + moreFlags,
		Flags: append(p.siteFlags("database", "media"),
			&cli.StringFlag{
				Name: "since",
				Usage: "only records changed or deleted since `WHEN`: a UTC date such as 2026-11-20 or '2026-11-20 14:00', " +
					"or an age such as 24h",
			},
			&cli.StringFlag{
				Name: "images", Value: "copy",
				Usage: "`MODE` for image files: copy, or link (keep URLs only; this site must stay online)",
			}),
		Action: func(ctx context.Context, c *cli.Command) error {
			dir, err := oneArgument(c, "the directory to write to")
			if err != nil {
				return err
			}
			from, err := since(c.String("since"), time.Now())
			if err != nil {
				return err
			}
			how := c.String("images")
			if how != "copy" && how != "link" {
				return fmt.Errorf("--images must be copy or link, not %q", how)
			}
			return p.WithService(ctx, c, func(s *service.Service) error {
				report, err := transfer.Export(ctx, s.API.Records, dir,
					transfer.ExportOptions{Since: from, LinkImages: how == "link"})
				return PrintReport(c, report, err)
			})
		},
	}
}

// PrintReport prints a report, also of a run that failed.  It returns an error if
// anything was not imported.
func PrintReport(c *cli.Command, report transfer.Report, failed error) error {
	_, err := fmt.Fprint(c.Root().Writer, report)
	if report.Shortened() {
		err = errors.Join(err, keepDetails(c, report))
	}
	if skipped, lost := report.Skipped(), report.Lost(); failed == nil && skipped+lost > 0 {
		failed = fmt.Errorf("import incomplete: %s not imported, %d partly imported; see the report",
			english.Plural(skipped, "item", ""), lost)
	}
	return errors.Join(failed, err)
}

// DatabaseFile returns the path of a SQLite file, "" for another database.
func DatabaseFile(c *cli.Command) string {
	path, ok := strings.CutPrefix(c.String("database"), "sqlite:")
	if path, _, _ = strings.Cut(strings.TrimPrefix(path, "//"), "?"); !ok || strings.HasPrefix(path, ":memory:") {
		return ""
	}
	return path
}
