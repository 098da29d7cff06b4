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
)

// calendarFlags limit how many events of a series are imported.
func calendarFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "max-occurrences", Value: transfer.DefaultOccurrences, Usage: "maximum `EVENTS` of one series in an .ics file: future ones first, then the latest"},
		&cli.StringFlag{Name: "until", Usage: "skip events of series in an .ics file from `DAY` on, such as 2027-06-01; default two years from now"},
	}
}

// checkCalendarFlags rejects flags for iCalendar files if there are none.
func checkCalendarFlags(c *cli.Command) error {
	return refuseFlags(c, calendarFlags(), "--%s is about .ics files: nothing else is read with it")
}

// importCalendars imports events from iCalendar files.  An error of the flags is
// one sentence.
func importCalendars(ctx context.Context, c *cli.Command, options transfer.Options) error {
	files := c.Args().Slice()
	if slices.ContainsFunc(files, func(f string) bool { return !transfer.IsCalendar(f) }) {
		return plain(errors.New("import takes .ics files by themselves: name other files in a second command"))
	}
	if c.Bool("delete") {
		return errors.New("--delete is for files of an export: an .ics file does not say what was deleted")
	}
	if options.Occurrences = c.Int("max-occurrences"); options.Occurrences < 1 || options.Occurrences > maxOccurrences {
		return fmt.Errorf("--max-occurrences must be from 1 to %d", maxOccurrences)
	}
	if day := c.String("until"); day != "" {
		var err error
		if options.Until, err = time.Parse(time.DateOnly, day); err != nil {
			return fmt.Errorf("--until must be a day such as 2027-06-01; %q is none", day)
		}
	}
	return withApp(ctx, c, func(a *app.App) error {
		report, err := transfer.ImportCalendars(ctx, a, files, options)
		return printReport(c, report, err)
	})
}

// maxOccurrences is the highest value of --max-occurrences.
const maxOccurrences = 10_000
