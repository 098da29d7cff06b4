package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
	"almanac/cmd/internal/demo"
)

// withApp opens the whole service, as the administrator, for a command that
// works on records.
func withApp(ctx context.Context, c *cli.Command, do func(*app.App) error) error {
	d, err := deploymentOf(c)
	if err != nil {
		return err
	}
	a, err := app.Open(ctx, app.Config{Database: c.String("database"), Deployment: d, Open: true, Hooks: app.Hooks(), Topics: app.Topics()})
	if err != nil {
		return settingErr(openSetting(err), err)
	}
	return errors.Join(do(a), a.Close())
}

// demoCommand fills the calendar with demo data.
func demoCommand() *cli.Command {
	return &cli.Command{
		Name: "demo", Usage: "Load demo data: a few hundred events around today",
		Flags: append(deploymentFlags(),
			&cli.IntFlag{Name: "events", Value: 300, Usage: "number of events"},
			&cli.BoolFlag{Name: "if-empty", Usage: "do nothing if the database has records"}),
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Int("events") < 1 {
				return invalidSetting("events", "must be 1 or more, not %d", c.Int("events"))
			}
			return withApp(ctx, c, func(a *app.App) error { return fillDemo(ctx, c, a) })
		},
	}
}

// fillDemo adds the demo data, unless it is for empty calendars alone.
func fillDemo(ctx context.Context, c *cli.Command, a *app.App) error {
	if c.Bool("if-empty") {
		empty, err := demo.Empty(ctx, a)
		if err != nil || !empty {
			return err
		}
	}
	summary, err := demo.Fill(ctx, a, demo.Options{Events: c.Int("events")})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.Root().Writer, summary)
	return err
}

// demoFlag makes a server load demo data that fit its deployment: languages, time
// zone and extensions.
func demoFlag() cli.Flag {
	return &cli.BoolFlag{Name: "demo", Usage: "load demo data first if the database has no records", Sources: env("demo")}
}

// loadDemoIfEmpty loads demo data if --demo is set and the database has no records.
func loadDemoIfEmpty(ctx context.Context, c *cli.Command, a *app.App, log *slog.Logger) error {
	if !c.Bool("demo") {
		return nil
	}
	empty, err := demo.Empty(ctx, a)
	if err != nil || !empty {
		return err
	}
	summary, err := demo.Fill(ctx, a, demo.Options{})
	if err != nil {
		return fmt.Errorf("add demo data: %w", err)
	}
	log.Info("demo data loaded into the empty database", "records", summary.String())
	return nil
}
