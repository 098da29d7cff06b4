package postgres

import (
	"context"
	"strings"

	"almanac/runtime/store"
)

// Snapshot looks at which moment the database is.
func (p engine) Snapshot(ctx context.Context) (store.SnapshotID, error) {
	var m string
	err := p.Query(ctx, selectSnapshot(&m))
	return store.SnapshotID(m), err
}

// BatchAt adds the moment to the statements of a batch, which see one and the
// same state.
func (p engine) BatchAt(ctx context.Context, list []store.Statement) (store.SnapshotID, error) {
	if len(list) == 1 && list[0].ReturnsSnapshot {
		return p.queryAt(ctx, list[0])
	}
	var m string
	all := make([]store.Statement, 0, len(list)+1)
	err := p.batchInSnapshot(ctx, append(append(all, selectSnapshot(&m)), list...))
	return store.SnapshotID(m), err
}

// queryAt runs a statement that tells its moment; it does so with each row, and
// with none it tells nothing.
func (p engine) queryAt(ctx context.Context, s store.Statement) (m store.SnapshotID, err error) {
	_, err = run(ctx, p.pool, s, &m)
	return m, err
}

// snapshotRow is the rows of a result without the moment that each begins with.
type snapshotRow struct {
	store.Row
	out      *store.SnapshotID // Gets the moment; may be nil.
	snapshot string
	all      []any // Room for the targets of a row.
}

// withoutSnapshot returns the row that Each gets for a row of the result: without the
// moment, if the statement tells it.  The moment goes into told, if it is not nil.
func withoutSnapshot(s store.Statement, row store.Row, told *store.SnapshotID) store.Row {
	if !s.ReturnsSnapshot {
		return row
	}
	return &snapshotRow{Row: row, out: told}
}

// Scan copies the columns behind the moment.
func (t *snapshotRow) Scan(targets ...any) error {
	if t.all == nil {
		t.all = make([]any, 0, len(targets)+1)
	}
	t.all = append(append(t.all[:0], &t.snapshot), targets...)
	err := t.Row.Scan(t.all...)
	if t.out != nil && *t.out != store.SnapshotID(t.snapshot) {
		*t.out = store.SnapshotID(strings.Clone(t.snapshot)) // It outlives the texts of the row, which are one.
	}
	return err
}

// selectSnapshot returns the statement that reads the moment.
func selectSnapshot(m *string) store.Statement {
	return store.Statement{SQL: store.SnapshotSQL, ScanRow: func(row store.Row) error { return row.Scan(m) }}
}
