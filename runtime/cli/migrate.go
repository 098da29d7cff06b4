package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/urfave/cli/v3"

	"almanac/runtime/cli/telemetry"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
)

// migrateCommand changes the schema.
func migrateCommand(p *Program) *cli.Command {
	allow := &cli.BoolFlag{
		Name: "allow-destructive", Usage: "allow migrations that lose data; an SQLite file is backed up first",
	}
	return &cli.Command{Name: "migrate", Usage: "Change the database schema", Commands: []*cli.Command{
		{
			Name: "up", Usage: "Apply pending migrations", Flags: []cli.Flag{databaseFlag(p), migrateURLFlag(), allow},
			Action: migrateUp,
		},
		{
			Name: "down", Usage: "Revert the last migrations, to go back to an older version of the program",
			Flags: []cli.Flag{
				databaseFlag(p), migrateURLFlag(), &cli.IntFlag{Name: "steps", Value: 1, Usage: "`NUMBER` of migrations"}, allow,
			},
			Action: migrateDown,
		},
		{
			Name: "status", Usage: "List the migrations", Flags: []cli.Flag{databaseFlag(p), migrateURLFlag()},
			Action: migrationStatus,
		},
		{
			Name: "plan", Usage: "Show the SQL of pending migrations", Flags: []cli.Flag{databaseFlag(p), migrateURLFlag()},
			Action: migrationPlan,
		},
	}}
}

// withStore opens the store without touching its schema.
func withStore(ctx context.Context, c *cli.Command, readOnly bool, do func(*store.Store) error) error {
	if c.Args().Present() {
		return plain(fmt.Errorf("%s takes no arguments, only flags: unexpected %q", nameOf(c), c.Args().First()))
	}
	url, name := migrationURL(ctx, c)
	s, err := open.Store(ctx, url, store.Options{Log: logger(c), ReadOnly: readOnly, Application: c.Root().Name})
	if err != nil {
		return settingErr(name, err)
	}
	return errors.Join(do(s), s.Close())
}

// logger logs progress, such as the start of a long migration.
func logger(c *cli.Command) *slog.Logger {
	return telemetry.NewLog(c.Root().ErrWriter, "text", slog.LevelInfo)
}

// options reads --allow-destructive and has copies printed.
func options(c *cli.Command) []migrate.Option {
	list := []migrate.Option{migrate.OnBackup(func(migration, path string) {
		_, _ = fmt.Fprintf(c.Root().Writer, "backed up the database before %s to %s\n", migration, path)
	})}
	if c.Bool("allow-destructive") {
		list = append(list, migrate.AllowDestructive())
	}
	return list
}

// migrateUp applies pending migrations.
func migrateUp(ctx context.Context, c *cli.Command) error {
	return withStore(ctx, c, false, func(s *store.Store) error {
		if err := service.Migrate(ctx, s, programOf(c).Service, logger(c), options(c)...); err != nil {
			return err
		}
		_, err := fmt.Fprintln(c.Root().Writer, "the schema is up to date")
		return err
	})
}

// migrateDown reverts the last migrations.
func migrateDown(ctx context.Context, c *cli.Command) error {
	return withStore(ctx, c, false, func(s *store.Store) error {
		undone, err := migrate.Down(ctx, s, programOf(c).Service.MigrationFiles(), c.Int("steps"), options(c)...)
		for _, name := range undone {
			_, _ = fmt.Fprintf(c.Root().Writer, "reverted %s\n", name)
		}
		var lossy *migrate.DestructiveError
		if errors.As(err, &lossy) {
			return fmt.Errorf("%w: to proceed, run migrate down --steps %d --allow-destructive", err, c.Int("steps"))
		}
		return err
	})
}

// migrationStatus lists the migrations, one a line.
func migrationStatus(ctx context.Context, c *cli.Command) error {
	return withStore(ctx, c, true, func(s *store.Store) error {
		states, err := migrate.Status(ctx, s, programOf(c).Service.MigrationFiles())
		for _, state := range states {
			line := []string{state.Name, string(state.State), state.AppliedAt}
			switch {
			case state.Additive:
				line = append(line, "additive")
			case state.Destructive != "":
				line = append(line, "loses data: "+state.Destructive)
			}
			_, _ = fmt.Fprintln(c.Root().Writer, strings.TrimSpace(strings.Join(line, "\t")))
		}
		return err
	})
}

// migrationPlan prints what migrate up would do, as SQL with comments.
func migrationPlan(ctx context.Context, c *cli.Command) error {
	return withStore(ctx, c, true, func(s *store.Store) error {
		steps, err := migrate.Plan(ctx, s, programOf(c).Service.MigrationFiles())
		if err != nil {
			return err
		}
		if len(steps) == 0 {
			_, err = fmt.Fprintln(c.Root().Writer, "-- Nothing is pending: the schema is up to date.")
			return err
		}
		for i, step := range steps {
			if i > 0 {
				_, _ = fmt.Fprintln(c.Root().Writer)
			}
			if _, err := fmt.Fprint(c.Root().Writer, script(step)); err != nil {
				return err
			}
		}
		return nil
	})
}

// script writes a step as SQL, with what it does to existing rows as comments.
func script(step migrate.Planned) string {
	lines := []string{"-- Migration " + step.Name}
	if step.Additive {
		lines = append(lines, "-- Additive: the previous version of the program keeps working.")
	}
	if step.Destructive != "" {
		lines = append(lines, "-- Loses data: "+step.Destructive+" (requires --allow-destructive).")
	}
	for _, t := range step.Rewrites {
		lines = append(lines, fmt.Sprintf("-- Rewrites the table %s, which has %d rows.", t.Table, t.Rows))
	}
	for _, text := range step.Statements {
		lines = append(lines, strings.TrimSuffix(text, ";")+";")
	}
	return strings.Join(lines, "\n") + "\n"
}
