package store

import "context"

// SnapshotID identifies a committed state of the database.  If two are equal,
// nothing was committed in between, by any program: what was read at one is what
// the other would read.  "" is no snapshot and equals none.
//
// On PostgreSQL it is the text of the snapshot that a statement sees on a primary,
// which changes whenever a transaction that writes begins or ends; a standby has
// no snapshots.  On SQLite it is the data
// version of one connection that does nothing else, which changes with every
// commit of other connections.
type SnapshotID string

// Snapshot returns the state of the database at some time after the call began.
func (s *Store) Snapshot(ctx context.Context) (SnapshotID, error) {
	m, err := s.snapshots.Do(ctx, s.engine.Snapshot)
	if err != nil {
		return "", Explain(ctx, err, "look for changes")
	}
	return m, nil
}

// SnapshotReader is a Reader that learns which snapshot it reads.  It serves one
// request, by one goroutine at a time.
type SnapshotReader struct {
	store *Store
	first SnapshotID
	begun bool
	moved bool // What was read is of several snapshots, or of none that is known.
}

var _ Reader = (*SnapshotReader)(nil)

// SnapshotReader returns a Reader that learns which snapshot it reads.
func (s *Store) SnapshotReader() *SnapshotReader { return &SnapshotReader{store: s} }

// Query runs one statement.
func (r *SnapshotReader) Query(ctx context.Context, s Statement) error {
	return r.Batch(ctx, []Statement{s})
}

// Batch runs statements in order; after an error the rest is not run.
func (r *SnapshotReader) Batch(ctx context.Context, list []Statement) error {
	if !r.begun {
		r.begun = true
		r.begin(ctx)
	}
	return reader{store: r.store, run: snapshotRunner{r}}.Batch(ctx, list)
}

// begin reads the snapshot where reading does not return it.
func (r *SnapshotReader) begin(ctx context.Context) {
	if r.store.engine.ReadsReturnSnapshot() {
		return
	}
	m, err := r.store.Snapshot(ctx)
	r.first, r.moved = m, err != nil
}

// Snapshot returns the snapshot of everything that was read; "" when something
// was committed meanwhile, or nothing was read.
func (r *SnapshotReader) Snapshot(ctx context.Context) SnapshotID {
	if !r.begun || r.moved {
		return ""
	}
	if r.store.engine.ReadsReturnSnapshot() {
		return r.first
	}
	if m, err := r.store.Snapshot(ctx); err != nil || m != r.first {
		return ""
	}
	return r.first
}

// Add notes that something else was read at a snapshot, "" for none that is known.
func (r *SnapshotReader) Add(at SnapshotID) {
	switch {
	case at == "":
		r.moved = true
	case r.first == "":
		r.first = at
	case at != r.first:
		r.moved = true
	}
	r.begun = true
}

// StartSnapshot returns the snapshot at which reading began, as far as it is known now: ""
// when nothing was read, no snapshot was returned, or several were.  What is there at it
// was there after the first call.
func (r *SnapshotReader) StartSnapshot() SnapshotID {
	if r.moved {
		return ""
	}
	return r.first
}

type snapshotRunner struct{ w *SnapshotReader }

// Query runs one statement.
func (r snapshotRunner) Query(ctx context.Context, s Statement) error {
	return r.Batch(ctx, []Statement{s})
}

// Batch runs the statements and notes their snapshot.
func (r snapshotRunner) Batch(ctx context.Context, list []Statement) error {
	m, err := r.w.store.engine.BatchAt(ctx, list)
	switch {
	case m == "":
		// What was read is of no known snapshot, although one is returned.
		r.w.moved = r.w.moved || err == nil && r.w.store.sql.dialect == PostgreSQL
	case r.w.first == "":
		r.w.first = m
	case m != r.w.first:
		r.w.moved = true
	}
	return err
}
