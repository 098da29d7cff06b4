package cli

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"

	"github.com/urfave/cli/v3"

	"almanac/runtime/service"
)

// demoCommand loads demo data.
func demoCommand(p *Program) *cli.Command {
	return &cli.Command{
		Name: "demo", Usage: p.Demo.Usage,
		Description: moreFlags,
		Flags: append(append(p.Demo.siteFlags(p), p.Demo.Flags...), &cli.BoolFlag{
			Name: "if-empty", Usage: "do nothing if the database has records",
		}),
		Action: func(ctx context.Context, c *cli.Command) error {
			return p.WithService(ctx, c, func(s *service.Service) error { return p.Demo.load(ctx, c, s) })
		},
	}
}

// siteFlags returns the flags of the site with the time zone of the demo data.
func (d *Demo) siteFlags(p *Program) []cli.Flag {
	flags := p.siteFlags("database", "media", "timezone", "languages")
	for _, f := range flags {
		if zone, ok := f.(*cli.StringFlag); ok && zone.Name == "timezone" {
			zone.Value = cmp.Or(d.TimeZone, zone.Value)
		}
	}
	return flags
}

// load adds the demo data, unless it is for empty databases alone, and prints what
// they are.
func (d *Demo) load(ctx context.Context, c *cli.Command, s *service.Service) error {
	if c.Bool("if-empty") {
		empty, err := s.Empty(ctx)
		if err != nil || !empty {
			return err
		}
	}
	summary, err := d.Fill(ctx, c, s)
	if err != nil {
		return err
	}
	if d.TimeZone != "" && !c.IsSet("timezone") {
		summary += "; start the server with --timezone " + d.TimeZone
	}
	_, err = fmt.Fprintln(c.Root().Writer, summary)
	return err
}

// demoFlag makes a server load demo data that fit its deployment: languages, time
// zone and extensions.
func demoFlag() cli.Flag {
	return &cli.BoolFlag{
		Name: "demo", Sources: Setting("demo"),
		Usage: "load demo data first if the database has no records; default time zone: that of the data",
	}
}

// loadDemoIfEmpty loads demo data if --demo is set and the database has no records.
func loadDemoIfEmpty(ctx context.Context, c *cli.Command, s *service.Service, log *slog.Logger) error {
	if !c.Bool("demo") {
		return nil
	}
	empty, err := s.Empty(ctx)
	if err != nil || !empty {
		return err
	}
	summary, err := programOf(c).Demo.Fill(ctx, c, s)
	if err != nil {
		return fmt.Errorf("add demo data: %w", err)
	}
	log.Info("demo data loaded into the empty database", "records", summary)
	return nil
}
