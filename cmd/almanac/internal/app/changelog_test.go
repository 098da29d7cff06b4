package app_test

import (
	"context"

	"github.com/uptrace/bun"

	"almanac/runtime/store"
)

// checkLog fails a test after which the log of changes does not have the last version of a record,
// unless the test has written records beside the program, or its database is away.
func (s *site) checkLog() {
	if s.t.Failed() || s.writtenBeside {
		return
	}
	for _, k := range s.Env.Resources {
		_ = s.Store.Primary().Query(context.WithoutCancel(s.t.Context()), store.Statement{
			SQL: s.Store.SQL().Format(`SELECT r.id, r.version, COALESCE((SELECT MAX(l.version) FROM audit_entries AS l
				WHERE l.resource = $1 AND l.record_id = r.id AND l.change_id <> ''), 0) FROM ? AS r`, bun.Ident(k.Plural)),
			Args: []any{k.Name}, ScanRow: func(row store.Row) error {
				var id, version, logged int64
				err := row.Scan(&id, &version, &logged)
				if version != logged {
					s.t.Errorf("%s %d has version %d, the log of changes %d", k.Name, id, version, logged)
				}
				return err
			},
		})
	}
}
