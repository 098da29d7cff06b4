package store

import (
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// TextTable binds texts as one parameter and returns a table of them for FROM,
// with the column text.  The statement is the same for any number of texts.
func (s *SQL) TextTable(a *Args, texts []string) schema.QueryAppender {
	list := a.Bind(nonNil(texts))
	if s.dialect == SQLite {
		return bun.SafeQuery("(SELECT value AS text FROM json_each(?))", list)
	}
	return bun.SafeQuery("(SELECT text FROM unnest(CAST(? AS text[])) AS t(text))", list)
}
