package store

import (
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect"
)

// PackedColumn is the name of a column that holds the values of several ones.  A Row
// with it gives them to Scan one by one.
const PackedColumn = "packed"

// maxPacked is how many columns are packed at most: SQLite bounds the arguments of a function.
const maxPacked = 100

// SelectPacked adds columns, given as SQL, to a query.  On SQLite, where each value that
// the program asks for costs several calls and locks, they come as a single one.
func SelectPacked(sq *bun.SelectQuery, columns string, count int) *bun.SelectQuery {
	if sq.Dialect().Name() != dialect.SQLite || count > maxPacked {
		return sq.ColumnExpr(columns)
	}
	return sq.ColumnExpr(PackedColumn + "(" + columns + ") AS " + PackedColumn)
}
