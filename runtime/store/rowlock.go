package store

import (
	"math/rand/v2"

	"github.com/uptrace/bun"
)

// ForUpdate makes a query hold the rows of the alias until the transaction
// ends.  SQLite has one writer at a time and needs no more.
func (s *SQL) ForUpdate(q *bun.SelectQuery, alias string) *bun.SelectQuery {
	if s.dialect == SQLite {
		return q
	}
	return q.For("UPDATE OF ?", bun.Ident(alias))
}

// LockRowStatements returns the statement that holds the row of a table with a value in a
// unique column until the transaction ends, and reads its id into id; none on
// SQLite.  What else the transaction wants to know of the row is for the
// statements that follow in the same batch: what a statement reads beside the row
// for which it waits is of the time before it waited.
func (s *SQL) LockRowStatements(table, column string, value any, held *int64) []Statement {
	if s.dialect == SQLite {
		return nil
	}
	return []Statement{{
		SQL:     "SELECT id FROM " + quoted(table) + " WHERE " + quoted(column) + " = $1 FOR UPDATE",
		Args:    []any{value},
		ScanRow: func(row Row) error { return row.Scan(held) },
	}}
}

// counterShards is over how many rows a counter is spread where writers are
// concurrent.
const counterShards = 16

// CounterShard returns the row of a spread counter that a transaction should change.
// Several rows let concurrent writers pass each other; SQLite needs but one.
func (s *SQL) CounterShard() int64 {
	if s.dialect == SQLite {
		return 0
	}
	return rand.Int64N(counterShards) //nolint:gosec // It spreads load and guards nothing.
}
