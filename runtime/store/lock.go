package store

import "context"

// Lock waits until no other transaction of the database holds the lock named
// key, and holds it until the transaction of w ends.  It does nothing on
// SQLite, where there is one writer at a time.
func (s *Store) Lock(ctx context.Context, w Writer, key string) error {
	if s.dialect == SQLite {
		return nil
	}
	return w.Query(ctx, lock(key))
}

// lock is PostgreSQL's statement for Lock.
func lock(key string) Statement {
	return Statement{SQL: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", Args: []any{key}}
}
