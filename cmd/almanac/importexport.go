package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
	"almanac/cmd/internal/transfer"
	"almanac/cmd/internal/transfer/fetch"
)

// importCommand imports records from files or from a site.
func importCommand() *cli.Command {
	return &cli.Command{
		Name: "import", Usage: "Import records from a compatible site, a JSON export or iCalendar files", ArgsUsage: "ADDRESS|FILE|DIR...",
		Description: "ADDRESS is any address of the site: site.example, its calendar, or the API, such as https://site.example/wp-json/tribe/events/v1.\n" +
			"IDs, slugs, dates and links stay the same.  A second run changes nothing; an interrupted one continues.\n" +
			"From FILE.ics, events are imported; a series becomes single events.\n" +
			"The report begins with whether everything is here; if anything is missing, the exit code is 1.",
		Flags: append(append(deploymentFlags(),
			&cli.StringFlag{Name: "since", Usage: "skip records modified before `WHEN`: a date in UTC such as 2026-11-20 or '2026-11-20 14:00', or how long ago, such as 24h"},
			&cli.BoolFlag{Name: "dry-run", Usage: "roll back at the end: the report shows what would happen"},
			&cli.BoolFlag{Name: "delete", Usage: "delete the records that an export of changes lists as deleted"}),
			append(siteFlags(), calendarFlags()...)...),
		Action: importRecords,
	}
}

// importRecords imports records from the sources in the arguments.
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
	if slices.ContainsFunc(sources, fetch.IsAddress) {
		return importSite(ctx, c, options)
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

// importSite imports records from a site.
func importSite(ctx context.Context, c *cli.Command, options transfer.Options) error {
	if err := checkCalendarFlags(c); err != nil {
		return err
	}
	site, err := site(ctx, c)
	if err != nil {
		return err
	}
	return withApp(ctx, c, func(a *app.App) error {
		report, err := transfer.ImportSite(ctx, a, site, options)
		if err != nil || site.Follow == "" {
			return printReport(c, report, err)
		}
		return follow(ctx, c, a, site, options, report)
	})
}

// follow imports a site again and again until it is interrupted.  A reading that
// fails is reported, and the next one follows all the same.
func follow(ctx context.Context, c *cli.Command, a *app.App, site transfer.Site, options transfer.Options, report transfer.Report) error {
	var err error
	for {
		if err = printReport(c, report, err); err != nil {
			_, _ = fmt.Fprintln(c.Root().ErrWriter, err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(c.Duration("every")):
		}
		if report, err = transfer.ImportSite(ctx, a, site, options); ctx.Err() != nil {
			return nil
		}
	}
}

// exportCommand writes all records into a directory.
func exportCommand() *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "Export all records as JSON", ArgsUsage: "DIR",
		Description: "The files contain drafts, the trash and the passwords of protected events.",
		Flags: append(deploymentFlags(),
			&cli.StringFlag{Name: "since", Usage: "only records changed or deleted since `WHEN`: a date in UTC such as 2026-11-20 or '2026-11-20 14:00', or how long ago, such as 24h"}),
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

// printReport prints a report, also of a run that failed.  It returns an error if
// anything was not imported.
func printReport(c *cli.Command, report transfer.Report, failed error) error {
	_, err := fmt.Fprint(c.Root().Writer, report)
	if report.Shortened() {
		err = errors.Join(err, keepDetails(c, report))
	}
	switch skipped, lost := report.Skipped(), report.Lost(); {
	case failed != nil:
	case skipped > 0:
		failed = fmt.Errorf("import incomplete: %d records or files were not imported, see the report", skipped)
	case lost > 0:
		failed = fmt.Errorf("import incomplete: %d records were imported without a part of them, see the report", lost)
	}
	return errors.Join(failed, err)
}

// keepDetails writes all lines of a report into a file, or prints them where none
// can be made.
func keepDetails(c *cli.Command, report transfer.Report) error {
	path := detailsPath(c)
	err := os.WriteFile(path, []byte(report.Details()), 0o600)
	if err != nil {
		_, err = fmt.Fprint(c.Root().Writer, report.Details())
		return err
	}
	_, err = fmt.Fprintf(c.Root().Writer, "all problems: %s\n", path)
	return err
}

// detailsPath returns the file of the details: beside a SQLite file, else in the
// current directory.
func detailsPath(c *cli.Command) string {
	const name = "import-report.txt"
	if path := databaseFile(c); path != "" {
		return path + "." + name
	}
	return "almanac-" + name
}
