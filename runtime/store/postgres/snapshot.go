package postgres

import (
	"context"
	"strings"

	"almanac/runtime/store"
)

// Snapshot reads which snapshot the database is at.
func (e engine) Snapshot(ctx context.Context) (store.SnapshotID, error) {
	var m string
	err := e.Query(ctx, selectSnapshot(&m))
	return store.SnapshotID(m), err
}

// BatchAt adds the snapshot to the statements of a batch, which see one and the
// same state.
func (e engine) BatchAt(ctx context.Context, list []store.Statement) (store.SnapshotID, error) {
	if len(list) == 1 && list[0].ReturnsSnapshot {
		return e.queryAt(ctx, list[0])
	}
	var m string
	all := make([]store.Statement, 0, len(list)+1)
	err := e.batchInSnapshot(ctx, append(append(all, selectSnapshot(&m)), list...))
	return store.SnapshotID(m), err
}

// queryAt runs a statement that returns its snapshot with each row; a result
// without rows returns none.
func (e engine) queryAt(ctx context.Context, s store.Statement) (m store.SnapshotID, err error) {
	_, err = run(ctx, e.pool, s, &m)
	return m, err
}

// snapshotRow is the row of a result without the snapshot that it begins with.
type snapshotRow struct {
	store.Row
	out      *store.SnapshotID // Gets the snapshot; may be nil.
	snapshot string
	all      []any // Room for the targets of a row.
}

// withoutSnapshot returns the row that Each gets for a row of the result: without the
// snapshot, if the statement returns it.  The snapshot goes into out, if it is not nil.
func withoutSnapshot(s store.Statement, row store.Row, out *store.SnapshotID) store.Row {
	if !s.ReturnsSnapshot {
		return row
	}
	return &snapshotRow{Row: row, out: out}
}

// Scan copies the columns after the snapshot.
func (r *snapshotRow) Scan(targets ...any) error {
	if r.all == nil {
		r.all = make([]any, 0, len(targets)+1)
	}
	r.all = append(append(r.all[:0], &r.snapshot), targets...)
	err := r.Row.Scan(r.all...)
	if r.out != nil && *r.out != store.SnapshotID(r.snapshot) {
		*r.out = store.SnapshotID(strings.Clone(r.snapshot)) // It outlives the texts of the row, which are one.
	}
	return err
}

func selectSnapshot(m *string) store.Statement {
	return store.Statement{SQL: store.SnapshotSQL, ScanRow: func(row store.Row) error { return row.Scan(m) }}
}
