package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/urfave/cli/v3"

	"almanac/cmd/internal/app"
	"almanac/runtime/store"
)

// migrateCommand brings the schema up to date.
func migrateCommand() *cli.Command {
	return &cli.Command{Name: "migrate", Usage: "bring the database schema up to date", Commands: []*cli.Command{
		{Name: "up", Usage: "apply what is pending", Flags: []cli.Flag{databaseFlag()}, Action: migrateUp},
		{Name: "status", Usage: "list the migrations", Flags: []cli.Flag{databaseFlag()}, Action: migrateStatus},
	}}
}

// withStore opens the store without touching its schema.
func withStore(ctx context.Context, c *cli.Command, do func(*store.Store) error) error {
	s, err := store.Open(ctx, c.String("database"), store.Options{Log: slog.Default()})
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

// migrateUp applies what is pending.
func migrateUp(ctx context.Context, c *cli.Command) error {
	return withStore(ctx, c, func(s *store.Store) error {
		if err := app.Migrate(ctx, s, slog.Default()); err != nil {
			return err
		}
		_, err := fmt.Fprintln(c.Root().Writer, "the schema is up to date")
		return err
	})
}

// migrateStatus lists the migrations.
func migrateStatus(ctx context.Context, c *cli.Command) error {
	return withStore(ctx, c, func(s *store.Store) error {
		states, err := s.MigrationStatus(ctx, app.Migrations())
		for _, m := range states {
			_, _ = fmt.Fprintf(c.Root().Writer, "%04d\t%s\t%s\t%s\n", m.Version, m.Name, m.State, m.AppliedAt)
		}
		return err
	})
}

// openapiCommand prints the OpenAPI document of a deployment.
func openapiCommand() *cli.Command {
	return &cli.Command{
		Name: "openapi", Usage: "print the OpenAPI document",
		Flags: append(deploymentFlags(),
			text("auth", "open", "open or required, as for serve"),
			&cli.StringFlag{Name: "format", Value: "3.1", Usage: "`VERSION` of OpenAPI, 3.1 or 3.0"}),
		Action: func(_ context.Context, c *cli.Command) error {
			d, err := deployment(c)
			if err != nil {
				return err
			}
			format := c.String("format")
			if format != "3.1" && format != "3.0" {
				return fmt.Errorf("--format must be 3.1 or 3.0, not %q", format)
			}
			document, err := app.Document(d, c.String("auth") != "required", format)
			if err == nil {
				_, err = fmt.Fprintln(c.Root().Writer, string(document))
			}
			return err
		},
	}
}
