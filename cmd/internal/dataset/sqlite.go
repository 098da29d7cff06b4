package dataset

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // The driver.
)

// maxValues bounds the values of one statement.  SQLite takes 32,766, but looks
// each placeholder up among all others when it prepares the statement.
const maxValues = 1000

// liteWriter writes by inserts of many rows, each text prepared once.
type liteWriter struct {
	db       *sql.DB
	prepared map[string]*sql.Stmt
	indexes  []string // Statements that make the indexes again.
}

// openLite opens the file for one connection that does not wait for the disk.
func openLite(ctx context.Context, path string) (*liteWriter, error) {
	q := url.Values{"_pragma": {
		"journal_mode(OFF)", "synchronous(OFF)", "foreign_keys(0)", "cache_size(-200000)", "locking_mode(EXCLUSIVE)",
	}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &liteWriter{db: db, prepared: map[string]*sql.Stmt{}}, db.PingContext(ctx)
}

// begin drops the indexes.
func (w *liteWriter) begin(ctx context.Context) error {
	rows, err := w.db.QueryContext(ctx, "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	var names []string
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			return err
		}
		names, w.indexes = append(names, name), append(w.indexes, text)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for i, name := range names {
		names[i] = `DROP INDEX "` + name + `"`
	}
	return w.all(ctx, append(names, "BEGIN"))
}

// all runs statements.
func (w *liteWriter) all(ctx context.Context, texts []string) error {
	for _, text := range texts {
		if _, err := w.db.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

// insert writes rows, many in one statement.
func (w *liteWriter) insert(ctx context.Context, table string, columns []string, rows [][]any) error {
	for part := range slices.Chunk(rows, max(1, maxValues/len(columns))) {
		statement, err := w.prepare(ctx, table, columns, len(part)) //nolint:sqlclosecheck // It is kept until the end.
		if err != nil {
			return err
		}
		if _, err := statement.ExecContext(ctx, slices.Concat(part...)...); err != nil {
			return fmt.Errorf("insert into %s: %w", table, err)
		}
	}
	return nil
}

// prepare returns the statement that inserts a number of rows.
func (w *liteWriter) prepare(ctx context.Context, table string, columns []string, rows int) (*sql.Stmt, error) {
	row := "(" + strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",") + ")"
	//nolint:gosec // Names are those of the tables, values are placeholders.
	text := `INSERT INTO "` + table + `" ("` + strings.Join(columns, `","`) + `") VALUES ` +
		strings.TrimSuffix(strings.Repeat(row+",", rows), ",")
	if s := w.prepared[text]; s != nil {
		return s, nil
	}
	s, err := w.db.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	w.prepared[text] = s
	return s, nil
}

// finish makes the indexes.  It gathers no statistics, because the service does
// not either: they would have SQLite plan otherwise than on a real site.
func (w *liteWriter) finish(ctx context.Context) error {
	if err := w.all(ctx, []string{"COMMIT"}); err != nil {
		return err
	}
	return w.all(ctx, append(w.indexes, "PRAGMA synchronous=FULL", "PRAGMA journal_mode=WAL",
		"PRAGMA wal_checkpoint(TRUNCATE)"))
}

// close closes the file.
func (w *liteWriter) close(context.Context) error {
	for _, s := range w.prepared {
		_ = s.Close() // The file is closed next.
	}
	return w.db.Close()
}
