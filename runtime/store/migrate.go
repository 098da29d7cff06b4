package store

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"time"
)

// migrateLimit bounds how long a server waits for another one that migrates.
const migrateLimit = 10 * time.Minute

// Migrate brings the tables up to date and returns the names of the migrations
// that it applied, in order, such as 0001_events; none when nothing was to do.
// fsys holds <dialect>/NNNN_name.up.sql with statements that are separated by
// lines of "--bun:split".  A migration and its record in schema_migrations
// commit together, so a failed one leaves the database as it was; those before
// it stay.  Servers that start at once wait for each other.  A database that
// was migrated from other files, or further, is an error.
func (s *Store) Migrate(ctx context.Context, fsys fs.FS, log *slog.Logger) (applied []string, err error) {
	files, err := readMigrations(fsys, s.dialect)
	if err != nil {
		return nil, err
	}
	if log == nil {
		log = s.log
	}
	for {
		// Most starts find nothing to do and need no lock, nor the right to
		// change tables.
		states, err := s.states(ctx, files)
		if err != nil {
			return applied, err
		}
		if next, err := firstPending(files, states); err != nil || next == nil {
			return applied, err
		}
		begin := time.Now()
		name, err := s.step(ctx, files)
		if err != nil {
			return applied, err
		}
		if name != "" {
			log.InfoContext(ctx, "migration applied", "name", name, "elapsed", time.Since(begin))
			applied = append(applied, name)
		}
	}
}

// step applies the first migration that is pending and returns its name, or
// nothing when another server was faster.
func (s *Store) step(ctx context.Context, files []migration) (name string, err error) {
	err = s.again(ctx, int(migrateLimit/time.Second), migrateLimit, func() error {
		name = ""
		err := s.engine.migration(ctx, func(ctx context.Context, tx transaction) error {
			next, err := pending(ctx, tx, files)
			if err != nil || next == nil {
				return err
			}
			name = next.name
			return s.apply(ctx, tx, next)
		})
		return explain(ctx, err, "migrate database")
	})
	if err != nil {
		return "", err
	}
	return name, nil
}

// pending returns the first migration that is not applied, nil when there is
// none, under the lock.  It makes the table of records when that is missing.
func pending(ctx context.Context, tx transaction, files []migration) (*migration, error) {
	err := tx.script(ctx, "CREATE TABLE IF NOT EXISTS schema_migrations("+
		"version bigint PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at text NOT NULL)")
	if err != nil {
		return nil, err
	}
	records, err := readRecords(ctx, tx)
	if err != nil {
		return nil, err
	}
	return firstPending(files, compare(files, records))
}

// firstPending returns the first migration that is not applied, nil when there
// is none, and an error when the database does not fit to the files.
func firstPending(files []migration, states []MigrationState) (*migration, error) {
	var next *migration
	for _, state := range states {
		switch state.State {
		case Changed:
			return nil, fmt.Errorf("migration %s was changed after it had been applied: "+
				"restore the file and put the change into a new migration", state.Name)
		case Unknown:
			return nil, fmt.Errorf("the database has migration %s, which this program does not know: "+
				"run a newer version of it", state.Name)
		case Pending:
			if next == nil {
				next = &files[state.file]
			}
		case Applied:
		}
	}
	return next, nil
}

// apply runs the statements of a migration and records it.
func (s *Store) apply(ctx context.Context, tx transaction, m *migration) error {
	for i, text := range m.parts {
		if err := tx.script(ctx, text); err != nil {
			return fmt.Errorf("migration %s, statement %d of %d (%s): %w",
				m.name, i+1, len(m.parts), brief([]Statement{{SQL: text}}), err)
		}
	}
	now := `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
	if s.dialect == SQLite {
		now = `strftime('%Y-%m-%dT%H:%M:%SZ', 'now')`
	}
	_, err := tx.exec(ctx, Statement{
		SQL:  "INSERT INTO schema_migrations(version, name, checksum, applied_at) VALUES($1, $2, $3, " + now + ")",
		Args: []any{m.version, m.name, m.checksum},
	})
	return err
}
