package store

import (
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect"
)

// PackedColumn is the name of a column that holds the values of several ones.  A Row
// with it gives them to Scan one by one.
const PackedColumn = "packed"

// MaxPacked is for how many columns of a resource SelectPacked packs them, and those of
// its image: SQLite bounds the arguments of a function.
const MaxPacked = 100

// SelectPacked adds columns, given as SQL, to a query; count is how many are the
// resource's.  On SQLite, where each value that the program asks for costs several calls
// and locks, they come as a single one.
func SelectPacked(sq *bun.SelectQuery, columns string, count int) *bun.SelectQuery {
	if sq.Dialect().Name() != dialect.SQLite || count > MaxPacked {
		return sq.ColumnExpr(columns)
	}
	return sq.ColumnExpr(PackedColumn + "(" + columns + ") AS " + PackedColumn)
}
