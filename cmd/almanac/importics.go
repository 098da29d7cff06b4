package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	ucli "github.com/urfave/cli/v3"

	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/runtime/cli"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// seriesFlags limit how many events of a series are imported.
func seriesFlags() []ucli.Flag {
	return []ucli.Flag{
		&ucli.IntFlag{
			Name: "max-occurrences", Value: icalendar.DefaultOccurrences,
			Usage: "maximum `EVENTS` per series in an .ics file: future ones first, then the most recent past ones",
		},
		&ucli.StringFlag{
			Name:  "until",
			Usage: "end series before `DAY`, such as 2027-06-01; default: series without an end continue",
		},
	}
}

// importCalendars imports events from iCalendar files.  An error of the flags is
// one sentence.
func importCalendars(ctx context.Context, p *cli.Program, c *ucli.Command, general transfer.Options) error {
	files := c.Args().Slice()
	if slices.ContainsFunc(files, func(f string) bool { return !icalendar.IsFile(f) }) {
		return cli.Misuse(errors.New(".ics files must be imported separately: import the other files with a second command"))
	}
	if c.Bool("delete") {
		return errors.New("--delete is for exports only: .ics files do not list deleted events")
	}
	options := icalendar.Options{Options: general}
	if options.Occurrences = c.Int("max-occurrences"); options.Occurrences < 1 || options.Occurrences > maxOccurrences {
		return fmt.Errorf("--max-occurrences must be from 1 to %d", maxOccurrences)
	}
	if day := c.String("until"); day != "" {
		var err error
		if options.Until, err = time.Parse(time.DateOnly, day); err != nil {
			return fmt.Errorf("--until must be a day such as 2027-06-01, not %q", day)
		}
	}
	return p.WithService(ctx, c, func(a *service.Service) error {
		report, err := icalendar.Import(ctx, a.API, files, options)
		return cli.PrintReport(c, report, err)
	})
}

// maxOccurrences is the highest value of --max-occurrences.
const maxOccurrences = 10_000
