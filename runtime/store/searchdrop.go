package store

import (
	"context"

	"github.com/uptrace/bun"
)

// DropSearchIndex removes the search index of a table; none is no error.  On
// SQLite searches find nothing until CreateSearchIndex has made it again.
func (s *Store) DropSearchIndex(ctx context.Context, w Writer, table string) error {
	what := "INDEX"
	if s.sql.dialect == SQLite {
		what = "TABLE"
	}
	_, err := w.Exec(ctx, Statement{SQL: s.sql.Format("DROP ? IF EXISTS ?", bun.Safe(what), bun.Ident(SearchIndexName(table)))})
	return err
}
