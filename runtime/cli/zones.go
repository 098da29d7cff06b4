package cli

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"text/tabwriter"

	"github.com/urfave/cli/v3"

	"almanac/runtime/dates"
	"almanac/runtime/httpapi"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
)

// zonesCommand brings records to the rules of time zones in force.
func zonesCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "zones", Usage: "Apply new rules of time zones to records",
		Description: "A record keeps its wall time when the rules of its time zone change; its time in UTC follows.\n" +
			"A server does so in the background after it has started.\n" + moreFlags,
		Flags: append(p.siteFlags("database"),
			&cli.BoolFlag{Name: "dry-run", Usage: "only list the time zones, and how many records would change"}),
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return plain(fmt.Errorf("zones takes no arguments, only flags: unexpected %q", c.Args().First()))
			}
			return p.WithService(ctx, c, func(s *service.Service) error {
				var zones []mutate.ZoneState
				var err error
				if c.Bool("dry-run") {
					zones, err = s.API.Writes.ZonesInUse(ctx)
				} else {
					zones, err = s.API.Writes.ApplyZoneRules(httpapi.NewRun(ctx, "zones"), true)
				}
				if err != nil {
					return err
				}
				return printZones(c, zones)
			})
		},
	}
}

// printZones prints a line for each zone.
func printZones(c *cli.Command, zones []mutate.ZoneState) error {
	out, column := c.Root().Writer, "CHANGED"
	if c.Bool("dry-run") {
		column = "TO CHANGE"
	}
	_, _ = fmt.Fprintf(out, "Rules in force: %s\n", dates.Rules()) // Flush returns what went wrong.
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(table, "ZONE\tAPPLIED BEFORE\t%s\n", column)
	for _, z := range zones {
		records := strconv.FormatInt(z.Differ, 10)
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\n", z.Name, cmp.Or(z.Applied, "-"), records)
	}
	return table.Flush()
}
