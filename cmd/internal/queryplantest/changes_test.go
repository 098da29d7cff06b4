package queryplantest

import (
	"context"
	"strings"
	"testing"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

// explained notes the plans of the statements that it runs, on SQLite.
type explained struct {
	store.Reader
	plan []string
}

// Query notes the plan of a statement.
func (e *explained) Query(ctx context.Context, s store.Statement) error {
	s.SQL = "EXPLAIN QUERY PLAN " + s.SQL
	s.ScanRow = func(row store.Row) error {
		var one step
		err := row.Scan(&one.id, &one.parent, &one.unused, &one.detail)
		e.plan = append(e.plan, one.detail)
		return err
	}
	return e.Reader.Query(ctx, s)
}

// TestTheNewestChangesAreReadFromTheEndOfTheLog of all records and users, and of one user.
func TestTheNewestChangesAreReadFromTheEndOfTheLog(t *testing.T) {
	db := open(t, storetest.SQLite(t), false, func(store.Statement) {}).Store
	for _, user := range []int64{0, 7} {
		e := &explained{Reader: db.Reader()}
		asked := audit.Changes{Resources: []string{"event", "venue", "tag"}, User: user, Since: time.Unix(0, 0), Limit: 51}
		if _, err := audit.Summaries(t.Context(), db, e, asked); err != nil {
			t.Fatal(err)
		}
		reads := 0
		for _, detail := range e.plan {
			if !strings.Contains(detail, "audit_entries") {
				continue
			}
			if reads++; !strings.Contains(detail, "audit_entries_at_utc_id (at_utc") {
				t.Errorf("of user %d: %s", user, detail)
			}
		}
		if reads != 2 {
			t.Errorf("the log is read %d times: %v", reads, e.plan)
		}
	}
}
