// Command almanac serves an event calendar over REST and manages its database.
package main

import (
	"context"

	ucli "github.com/urfave/cli/v3"

	"almanac/cmd/almanac/internal/app"
	"almanac/cmd/almanac/internal/demo"
	"almanac/cmd/almanac/internal/importer/fetch"
	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/cmd/almanac/internal/importer/site"
	"almanac/cmd/almanac/internal/sitedesk"
	"almanac/generated"
	"almanac/runtime/cli"
	"almanac/runtime/desk"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

func main() { cli.Main(program()) }

// program is the calendar's.
func program() cli.Program {
	return cli.Program{
		Name: "almanac", Usage: "Serve an event calendar over REST", Service: generated.Service(),
		Hooks: app.Hooks(), Topics: app.Topics(), Pages: app.Pages, Desk: []desk.Part{sitedesk.Part},
		Flags: calendarFlags, CommonFlags: []string{"deployment", "extensions"}, Configure: configure,
		Commands: func(p *cli.Program) []*ucli.Command { return []*ucli.Command{importCommand(p)} },
		Demo: &cli.Demo{
			Usage:    "Load demo data: a few hundred events around today",
			Flags:    []ucli.Flag{&ucli.IntFlag{Name: "events", Value: 300, Usage: "`NUMBER` of events"}},
			TimeZone: demo.TimeZone,
			Fill:     fillDemo,
		},
		Examples: []string{
			"'{root}/events?per_page=3'",
			"'{root}/events?search=music&categories=classical'",
			"-X POST '{root}/events' -d title=Picnic -d start_date='tomorrow 14:00' -d end_date='tomorrow 18:00'",
		},
	}
}

// fillDemo adds as many events as --events says.
func fillDemo(ctx context.Context, c *ucli.Command, s *service.Service) (string, error) {
	if c.IsSet("events") && c.Int("events") < 1 {
		return "", cli.InvalidSetting("events", "must be 1 or more, not %d", c.Int("events"))
	}
	summary, err := demo.Fill(ctx, s, demo.Options{Events: c.Int("events")})
	return summary.String(), err
}

// importCommand imports records from files or from a site.
func importCommand(p *cli.Program) *ucli.Command {
	return p.ImportCommand("Import records from a compatible site, a JSON export or iCalendar files",
		"ADDRESS|FILE|DIR...",
		"ADDRESS is any URL of the site: site.example, its calendar, or the API, such as "+
			"https://site.example/wp-json/tribe/events/v1.\n"+
			"IDs, slugs, dates and links are preserved. A second run changes nothing; an interrupted one is resumed.\n"+
			".ics files are imported as events and series.\n"+
			"The first line of the report says whether the import is complete; if not, the exit code is 1.",
		"the address of a site, or files or directories", site.Adapt,
		cli.Importer{
			Takes: fetch.IsAddress, Flags: siteFlags, Refuse: "--%s is only for importing from a site",
			Import: withProgram(p, importSite),
		},
		cli.Importer{
			Takes: icalendar.IsFile, Flags: seriesFlags, Refuse: "--%s is only for .ics files",
			Import: withProgram(p, importCalendars),
		},
	)
}

// withProgram gives an import the program.
func withProgram(p *cli.Program, run func(context.Context, *cli.Program, *ucli.Command,
	transfer.Options) error,
) func(context.Context, *ucli.Command, transfer.Options) error {
	return func(ctx context.Context, c *ucli.Command, o transfer.Options) error { return run(ctx, p, c, o) }
}
