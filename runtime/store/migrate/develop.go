package migrate

import (
	"context"
	"fmt"
	"io/fs"

	"almanac/runtime/store"
)

// Development is a step of a development database, which follows every change of a
// description, where other databases get migrations that never change.
type Development struct {
	Migrations fs.FS  // All migrations, as for Up.
	Steps      fs.FS  // <dialect>.sql, from Made to Now; not read for an empty database.
	Made       string // The description that the database has; "" for an empty one.
	Now        string // The description of Migrations; not "".
}

// DevelopedFrom returns the description that a development database was given last,
// "" for an empty database. A database with tables that Develop has not made is an
// error: it holds somebody's data.
func DevelopedFrom(ctx context.Context, s *store.Store) (string, error) {
	made, err := developedFrom(ctx, s.Dialect(), s.Engine())
	return made, store.Explain(ctx, err, "read schema_development")
}

// Develop makes the tables of an empty database and marks it as one for development,
// by the table schema_development, or runs the step of one that is so marked. The
// migrations count as applied from then on, so that a server finds the database as
// it would be after Up. It returns in words what was lost; an SQLite database is
// copied before, see OnBackup. All is one transaction: after an error the database
// is as it was.
func Develop(ctx context.Context, s *store.Store, d Development, options ...Option) (losses []string, err error) {
	run, err := newMigrationRun(s, d.Migrations, nil, options)
	if err != nil {
		return nil, err
	}
	var step script
	if d.Made != "" {
		if step, _, err = readScript(d.Steps, s.Dialect().String()+".sql"); err != nil {
			return nil, err
		}
	}
	err = run.transact(ctx, func(ctx context.Context, tx store.Transaction, doing func(string)) error {
		doing("change the development database")
		return run.develop(ctx, tx, d, step)
	})
	return step.losses, err
}

// develop runs the statements of a step and records it.
func (r *migrationRun) develop(ctx context.Context, tx store.Transaction, d Development, step script) error {
	made, err := developedFrom(ctx, r.store.Dialect(), tx)
	if err != nil {
		return err
	}
	if made != d.Made {
		return fmt.Errorf("another program changed it in the meantime")
	}
	if step.loses() {
		if err := r.copyBefore(ctx, "the change", "before-loss"); err != nil {
			return err
		}
	}
	found, err := prepareRecords(ctx, r.store.Dialect(), tx)
	if err != nil {
		return err
	}
	statements := step.statements
	if made == "" {
		statements = []string{
			"CREATE TABLE schema_development(made_from text NOT NULL)", "INSERT INTO schema_development VALUES('')",
		}
		for _, m := range r.files {
			statements = append(statements, m.up.statements...)
		}
	}
	if err := execute(ctx, tx, statements); err != nil {
		return err
	}
	if err := r.recordAll(ctx, tx, found); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, store.Statement{SQL: "UPDATE schema_development SET made_from = $1", Args: []any{d.Now}})
	return err
}

// recordAll has the database say that it has these migrations and no others.
func (r *migrationRun) recordAll(ctx context.Context, tx store.Transaction, found records) error {
	for _, state := range compare(r.files, found.list) {
		if state.State == StateModified || state.State == StateUnknown {
			if err := removeRecord(ctx, tx, state.Version); err != nil {
				return err
			}
		}
		if state.State == StateModified || state.State == StatePending {
			if err := addRecord(ctx, r.store.Dialect(), tx, &r.files[state.file]); err != nil {
				return err
			}
		}
	}
	return nil
}

// developedFrom reads the mark of a development database.
func developedFrom(ctx context.Context, d store.Dialect, from store.Runner) (made string, err error) {
	tables := "SELECT count(*), count(*) FILTER (WHERE relname = 'schema_development') FROM pg_class " +
		"WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')"
	if d == store.SQLite {
		tables = "SELECT count(*), count(*) FILTER (WHERE name = 'schema_development') FROM sqlite_schema WHERE type = " +
			"'table'"
	}
	var all, marks int64
	err = from.Query(ctx, store.Statement{SQL: tables, ScanRow: func(row store.Row) error {
		return row.Scan(&all, &marks)
	}})
	switch {
	case err != nil || all == 0:
		return "", err
	case marks == 0:
		return "", fmt.Errorf("it was not made for development, and may hold data that somebody needs")
	}
	err = from.Query(ctx, store.Statement{
		SQL:     "SELECT made_from FROM schema_development",
		ScanRow: func(row store.Row) error { return row.Scan(&made) },
	})
	return made, err
}
