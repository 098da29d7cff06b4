package migrate

import (
	"context"
	"fmt"
	"slices"

	"almanac/runtime/store"
)

// record is a row of schema_migrations.
type record struct {
	version           int64
	name, sum, atTime string
	additive          bool
}

// records is what a database says about its migrations.
type records struct {
	list []record // In the order of versions; empty in a fresh database.
	old  bool     // The table lacks what this program writes into it.
}

// fresh reports whether nothing was ever made in the database by a migration,
// so that there is nothing to lose.
func (r records) fresh() bool { return len(r.list) == 0 }

// readAll reads what the database says, outside of transactions.
func readAll(ctx context.Context, s *store.Store) (records, error) {
	found, err := readRecords(ctx, s.Dialect(), s.Engine())
	return found, store.Explain(ctx, err, "read schema_migrations")
}

// readRecords reads what the database says; the table may be missing, or made
// before it had all columns.
func readRecords(ctx context.Context, d store.Dialect, from store.Runner) (records, error) {
	columns, err := recordColumns(ctx, d, from)
	if err != nil || len(columns) == 0 {
		return records{}, err
	}
	additive := "additive"
	found := records{old: !slices.Contains(columns, additive)}
	if found.old {
		additive = "false"
	}
	err = from.Query(ctx, store.Statement{
		SQL: "SELECT version, name, checksum, applied_at, " + additive + " FROM schema_migrations ORDER BY version",
		ScanRow: func(row store.Row) error {
			var r record
			err := row.Scan(&r.version, &r.name, &r.sum, &r.atTime, &r.additive)
			found.list = append(found.list, r)
			return err
		},
	})
	return found, err
}

// recordColumns returns the columns of schema_migrations, none when there is
// no such table.
func recordColumns(ctx context.Context, d store.Dialect, from store.Runner) ([]string, error) {
	text := "SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass('schema_migrations') AND attnum > 0 " +
		"AND NOT attisdropped"
	if d == store.SQLite {
		text = "SELECT name FROM pragma_table_info('schema_migrations')"
	}
	var list []string
	err := from.Query(ctx, store.Statement{SQL: text, ScanRow: func(row store.Row) error {
		var name string
		err := row.Scan(&name)
		list = append(list, name)
		return err
	}})
	return list, err
}

// prepareRecords makes the table of records, or brings it up to date, under the
// lock, and reads it.
func prepareRecords(ctx context.Context, d store.Dialect, tx store.Transaction) (records, error) {
	const column = "additive boolean NOT NULL DEFAULT false"
	err := tx.Script(ctx, "CREATE TABLE IF NOT EXISTS schema_migrations("+
		"version bigint PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at text NOT NULL, "+column+")")
	if err != nil {
		return records{}, err
	}
	found, err := readRecords(ctx, d, tx)
	if err != nil || !found.old {
		return found, err
	}
	found.old = false
	return found, tx.Script(ctx, "ALTER TABLE schema_migrations ADD COLUMN "+column)
}

// addRecord notes that a migration was applied.
func addRecord(ctx context.Context, d store.Dialect, tx store.Transaction, m *migrationFile) error {
	now := `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
	if d == store.SQLite {
		now = `strftime('%Y-%m-%dT%H:%M:%SZ', 'now')`
	}
	_, err := tx.Exec(ctx, store.Statement{
		SQL: "INSERT INTO schema_migrations(version, name, checksum, applied_at, additive) VALUES($1, $2, $3, " + now +
			", $4)",
		Args: []any{m.version, m.name, m.checksum, m.up.additive},
	})
	return err
}

// removeRecord notes that a migration was taken back.
func removeRecord(ctx context.Context, tx store.Transaction, version int64) error {
	n, err := tx.Exec(ctx, store.Statement{SQL: "DELETE FROM schema_migrations WHERE version = $1", Args: []any{version}})
	if err == nil && n != 1 {
		return fmt.Errorf("its record is not there")
	}
	return err
}
