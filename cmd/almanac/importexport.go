package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/fetch"
)

// importCommand takes records in from files or from a site.
func importCommand() *cli.Command {
	return &cli.Command{
		Name: "import", Usage: "take in records from a site that answers alike, from files with its JSON, or from iCalendar files", ArgsUsage: "ADDRESS|FILE|DIR...",
		Description: "ADDRESS is that of the interface, such as https://site.example/wp-json/tribe/events/v1.\n" +
			"Ids, slugs, dates and links are kept.  A second run changes nothing, and one that was interrupted goes on.\n" +
			"Of FILE.ics the events are taken, of a series each by itself.\n" +
			"What could not be taken is listed, and the exit code is then 1.",
		Flags: append(append(deploymentFlags(),
			&cli.StringFlag{Name: "since", Usage: "leave out what was modified before `WHEN`: a date in UTC such as 2026-11-20 or '2026-11-20 14:00', or how long ago, such as 24h"},
			&cli.BoolFlag{Name: "dry-run", Usage: "do everything and undo it: the report says what would happen"},
			&cli.BoolFlag{Name: "delete", Usage: "delete what an export of changes says was deleted"}),
			append(siteFlags(), calendarFlags()...)...),
		Action: importRecords,
	}
}

// importRecords takes records in from where the arguments say.
func importRecords(ctx context.Context, c *cli.Command) error {
	if !c.Args().Present() {
		return plain(errors.New("import needs the address of a site, or files or directories"))
	}
	options := transfer.Options{Progress: c.Root().ErrWriter, DryRun: c.Bool("dry-run"), Delete: c.Bool("delete")}
	var err error
	if options.Since, err = since(c.String("since"), time.Now()); err != nil {
		return err
	}
	sources := c.Args().Slice()
	for _, source := range sources {
		if fetch.IsAddress(source) {
			return importSite(ctx, c, options)
		}
	}
	if err := checkSiteFlags(c); err != nil {
		return err
	}
	if slices.ContainsFunc(sources, transfer.IsCalendar) {
		return importCalendars(ctx, c, options)
	}
	if err := checkCalendarFlags(c); err != nil {
		return err
	}
	return withApp(ctx, c, func(a *app.App) error {
		report, err := transfer.Import(ctx, a, sources, options)
		return printReport(c, report, err)
	})
}

// importSite takes records in from a site.
func importSite(ctx context.Context, c *cli.Command, options transfer.Options) error {
	if err := checkCalendarFlags(c); err != nil {
		return err
	}
	site, err := site(c)
	if err != nil {
		return err
	}
	return withApp(ctx, c, func(a *app.App) error {
		report, err := transfer.ImportSite(ctx, a, site, options)
		return printReport(c, report, err)
	})
}

// exportCommand writes all records into a directory.
func exportCommand() *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write all records in the form that import takes", ArgsUsage: "DIR",
		Description: "Drafts, the trash and passwords of protected events are included, so keep the files to yourself.",
		Flags: append(deploymentFlags(),
			&cli.StringFlag{Name: "since", Usage: "only what was changed or deleted from `WHEN` on: a date in UTC such as 2026-11-20 or '2026-11-20 14:00', or how long ago, such as 24h"}),
		Action: func(ctx context.Context, c *cli.Command) error {
			dir, err := oneArgument(c, "the directory to write to")
			if err != nil {
				return err
			}
			from, err := since(c.String("since"), time.Now())
			if err != nil {
				return err
			}
			return withApp(ctx, c, func(a *app.App) error {
				report, err := transfer.Export(ctx, a, dir, from)
				return printReport(c, report, err)
			})
		},
	}
}

// printReport prints a report, also of a run that failed on the way.  What was not
// taken is an error.
func printReport(c *cli.Command, report transfer.Report, failed error) error {
	_, err := fmt.Fprint(c.Root().Writer, report)
	if n := report.Skipped(); n > 0 && failed == nil {
		failed = fmt.Errorf("not everything could be taken: the report names %d that could not", n)
	}
	return errors.Join(failed, err)
}
