package dataset

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// pgWriter writes by COPY.
type pgWriter struct {
	conn    *pgx.Conn
	indexes []string // Statements that make the indexes again.
}

// openPostgres connects to a database.
func openPostgres(ctx context.Context, url string) (*pgWriter, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	return &pgWriter{conn: conn}, nil
}

// begin drops the indexes that hold no constraint.  Where nothing but foreign
// keys is done by triggers, they are not run: what the set links to is there.
func (w *pgWriter) begin(ctx context.Context) error {
	var triggers int
	if err := w.conn.QueryRow(ctx, "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal").Scan(&triggers); err != nil {
		return err
	}
	if triggers == 0 {
		// It needs a superuser, and only saves time.
		_, _ = w.conn.Exec(ctx, "SET session_replication_role = replica")
	}
	names, definitions, err := w.plainIndexes(ctx)
	if err != nil {
		return err
	}
	w.indexes = definitions
	for _, name := range names {
		if _, err := w.conn.Exec(ctx, "DROP INDEX "+name); err != nil {
			return err
		}
	}
	return nil
}

// plainIndexes returns the names of the indexes that hold no constraint, and
// the statements that make them.
func (w *pgWriter) plainIndexes(ctx context.Context) (names, definitions []string, err error) {
	rows, err := w.conn.Query(ctx, `SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
		FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
		WHERE c.relnamespace = current_schema()::regnamespace
		AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)`)
	if err != nil {
		return nil, nil, err
	}
	var name, definition string
	_, err = pgx.ForEachRow(rows, []any{&name, &definition}, func() error {
		names, definitions = append(names, name), append(definitions, definition)
		return nil
	})
	return names, definitions, err
}

func (w *pgWriter) insert(ctx context.Context, table string, columns []string, rows [][]any) error {
	_, err := w.conn.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	if err != nil {
		return fmt.Errorf("copy into %s: %w", table, err)
	}
	return nil
}

// finish makes the indexes, notes which pages hold no old rows, as autovacuum
// would, and has everything reach the disk before something is measured.
func (w *pgWriter) finish(ctx context.Context) error {
	for _, text := range append(w.indexes, "VACUUM ANALYZE", "CHECKPOINT") {
		if _, err := w.conn.Exec(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

// close ends the connection.
func (w *pgWriter) close(ctx context.Context) error { return w.conn.Close(ctx) }
