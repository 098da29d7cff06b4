package app

import (
	"context"
	"errors"
	"fmt"

	"almanac/runtime/store"
	"almanac/runtime/store/open"
)

// MigrateDatabaseError says that Config.MigrateDatabase cannot be reached.
type MigrateDatabaseError struct{ err error }

// Error returns one sentence that holds no password.
func (e *MigrateDatabaseError) Error() string { return fmt.Sprintf("for migrations: %v", e.err) }

// Unwrap returns why.
func (e *MigrateDatabaseError) Unwrap() error { return e.err }

// migrateDirectly brings the schema up to date on a connection that no pooler
// shares, and disconnects.
func migrateDirectly(ctx context.Context, c Config) error {
	s, err := open.Store(ctx, c.MigrateDatabase, store.Options{Log: c.Log})
	if err != nil {
		return &MigrateDatabaseError{err}
	}
	return errors.Join(Migrate(ctx, s, c.Migrations, c.Log), s.Close())
}
