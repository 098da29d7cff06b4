package store

import (
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// PositionExpr binds ids as one parameter and returns the expression that gives
// where a column's value stands among them, for ordering.
func (s *SQL) PositionExpr(a *Args, column bun.Ident, ids []int64) schema.QueryAppender {
	list := a.Bind(nonNil(ids))
	if s.dialect == SQLite {
		return bun.SafeQuery("(SELECT key FROM json_each(?) WHERE value = ?)", list, column)
	}
	return bun.SafeQuery("array_position(?::bigint[], ?)", list, column)
}
