package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"almanac/runtime/auth"
	"almanac/runtime/maintain"
	"almanac/runtime/store"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
)

// Migrate brings the schema up to date, and then the columns that an earlier
// program computed otherwise, and what users sign in by.  An error about data that would be lost says how
// to allow it.
func Migrate(ctx context.Context, s *store.Store, d Definition, log *slog.Logger, options ...migrate.Option) error {
	if err := maintain.RestoreIndexes(ctx, s); err != nil {
		return err
	}
	_, err := migrate.Up(ctx, s, d.MigrationFiles(), log, options...)
	var lossy *migrate.DestructiveError
	if errors.As(err, &lossy) {
		return fmt.Errorf("%w: run migrate plan to see the SQL; to proceed, run migrate up --allow-destructive",
			err)
	}
	if err != nil {
		return err
	}
	shareRules(ctx, s, log)
	if err := maintain.Recompute(ctx, s, d.Resources, log); err != nil {
		return err
	}
	return auth.RefreshNames(ctx, s)
}

// MigrateDatabaseError says that Config.MigrateDatabase cannot be reached.
type MigrateDatabaseError struct{ err error }

// Error returns one sentence that holds no password.
func (e *MigrateDatabaseError) Error() string { return fmt.Sprintf("for migrations: %v", e.err) }

// Unwrap returns why.
func (e *MigrateDatabaseError) Unwrap() error { return e.err }

// migrateDirectly brings the schema up to date on a connection that no pooler
// shares, and disconnects.
func migrateDirectly(ctx context.Context, d Definition, c Config) error {
	s, err := open.Store(ctx, c.MigrateDatabase, store.Options{Log: c.Log, Application: c.Options.Application})
	if err != nil {
		return &MigrateDatabaseError{err}
	}
	return errors.Join(Migrate(ctx, s, d, c.Log), s.Close())
}
