package store

import "context"

// Vacuum has PostgreSQL take stock of a table many of whose rows were changed: an
// index alone answers only for pages that it knows to be visible to all, and until it
// looks by itself, which may be minutes later, counts read every row.  SQLite has
// nothing of the kind.
func (s *Store) Vacuum(ctx context.Context, table string) error {
	if s.sql.dialect != PostgreSQL {
		return nil
	}
	return s.Primary().Query(ctx, Statement{SQL: "VACUUM (ANALYZE) " + quoted(table)})
}
