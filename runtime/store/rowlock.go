package store

import (
	"math/rand/v2"

	"github.com/uptrace/bun"
)

// ForUpdate makes a query hold the rows of the alias until the transaction
// ends.  SQLite has one writer at a time and needs no more.
func (s *Store) ForUpdate(q *bun.SelectQuery, alias string) *bun.SelectQuery {
	if s.dialect == SQLite {
		return q
	}
	return q.For("UPDATE OF ?", bun.Ident(alias))
}

// shards is over how many rows a counter is spread where writers are
// concurrent.
const shards = 16

// Shard returns the row of a spread counter that a transaction should change.
// Several rows let concurrent writers pass each other; SQLite needs but one.
func (s *Store) Shard() int64 {
	if s.dialect == SQLite {
		return 0
	}
	return rand.Int64N(shards) //nolint:gosec // It spreads load and guards nothing.
}
