package store

import (
	"context"

	"github.com/uptrace/bun"
)

// HasTable reports whether the schema has a table.
func (s *Store) HasTable(ctx context.Context, table string) (bool, error) {
	text := "SELECT count(*) FROM pg_class WHERE oid = to_regclass(quote_ident($1))"
	if s.sql.dialect == SQLite {
		text = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = $1"
	}
	var n int
	err := s.Reader().Query(ctx, Statement{SQL: text, Args: []any{table}, ScanRow: func(row Row) error {
		return row.Scan(&n)
	}})
	return n > 0, err
}

// Index is an index of a table.
type Index struct {
	Name string
	SQL  string // The statement that makes it.
}

// PlainIndexes returns the indexes of a table that make reads fast and enforce nothing.
func (s *Store) PlainIndexes(ctx context.Context, w Writer, table string) ([]Index, error) {
	text := `SELECT c.relname::text, pg_get_indexdef(c.oid) FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
	WHERE i.indrelid = to_regclass(quote_ident($1)) AND NOT i.indisunique ORDER BY 1`
	if s.sql.dialect == SQLite {
		text = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = $1 AND sql NOT LIKE 'CREATE " +
			"UNIQUE%' ORDER BY 1"
	}
	var list []Index
	err := w.Query(ctx, Statement{SQL: text, Args: []any{table}, ScanRow: func(row Row) error {
		var i Index
		err := row.Scan(&i.Name, &i.SQL)
		list = append(list, i)
		return err
	}})
	return list, err
}

// DropIndex removes an index.
func (s *Store) DropIndex(ctx context.Context, w Writer, name string) error {
	_, err := w.Exec(ctx, Statement{SQL: s.sql.Format("DROP INDEX ?", bun.Ident(name))})
	return err
}
