package store

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/uptrace/bun"
)

// Lock waits until no other transaction of the database holds the lock named
// key, and holds it until the transaction of w ends.  It does nothing on
// SQLite, where there is one writer at a time.
func (s *Store) Lock(ctx context.Context, w Writer, key string) error {
	return w.Batch(ctx, s.SQL().LockStatements(key))
}

// LockStatements returns the statements of Lock, to run before others in one round
// trip: none on SQLite.
func (s *SQL) LockStatements(key string) []Statement {
	if s.dialect == SQLite {
		return nil
	}
	return []Statement{AdvisoryLock(key)}
}

// AdvisoryLock is PostgreSQL's statement for Lock.
func AdvisoryLock(key string) Statement {
	return Statement{SQL: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", Args: []any{key}}
}

// LockName is something that writers wait for each other about, such as the slug
// that a new venue is to get.  Names of different spaces have nothing to do with
// each other.
type LockName struct{ Space, Name string }

// key returns the key of the name's own lock.
func (n LockName) key() string { return n.Space + "/" + n.Name }

// Names of a space are divided into parts, because a server has room for so many
// locks of all transactions together, and not more.
const lockParts = 32

// part returns which part of its space the name belongs to.
func (n LockName) part() uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(n.Name)) // It never fails.
	return h.Sum32() % lockParts
}

// partKey returns the key of the lock on the name's part.  It has no "/", as
// those of names have.
func (n LockName) partKey() string { return fmt.Sprintf("part %d of %s", n.part(), n.Space) }

// LockNamesStatements returns the statements that lock names until the transaction ends;
// none on SQLite, where there is one writer at a time.  All transactions take
// their locks in one order, so none waits in a circle, as long as a transaction
// asks for names of a space once, and for spaces in one order.
//
// Of a space with at most own names each is locked alone; of one with more, the
// parts that they belong to are, which bounds how many locks a transaction holds,
// but has it wait for others that it need not wait for.
func (s *SQL) LockNamesStatements(own int, names ...LockName) []Statement {
	if s.dialect == SQLite || len(names) == 0 {
		return nil
	}
	keys, modes := lockOrder(own, names)
	return []Statement{{SQL: lockAll, Args: []any{keys, modes}}}
}

// What lockOrder says about a lock.
const (
	lockShared int64 = iota
	lockAlone
)

// lockAll takes locks in the order of the list: unnest returns its rows in it.
const lockAll = `SELECT CASE l.mode WHEN 1 THEN pg_advisory_xact_lock(hashtextextended(l.key, 0))
	ELSE pg_advisory_xact_lock_shared(hashtextextended(l.key, 0)) END
FROM unnest($1::text[], $2::bigint[]) AS l(key, mode)`

// lockOrder returns the locks to take: by space, by part, by name, the part of
// a name before the name.  Who locks a name alone shares its part, which keeps
// out who takes the whole part.
func lockOrder(own int, names []LockName) (keys []string, modes []int64) {
	names = slices.Clone(names)
	slices.SortFunc(names, func(a, b LockName) int {
		return cmp.Or(cmp.Compare(a.Space, b.Space), cmp.Compare(a.part(), b.part()), cmp.Compare(a.Name, b.Name))
	})
	names = slices.Compact(names)
	size := map[string]int{}
	for _, n := range names {
		size[n.Space]++
	}
	last := ""
	for _, n := range names {
		mode, part := lockShared, n.partKey()
		if size[n.Space] > own {
			mode = lockAlone
		}
		if part != last {
			keys, modes, last = append(keys, part), append(modes, mode), part
		}
		if mode == lockShared {
			keys, modes = append(keys, n.key()), append(modes, lockAlone)
		}
	}
	return keys, modes
}

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
