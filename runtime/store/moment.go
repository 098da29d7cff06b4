package store

import "context"

// Moment names a state of the database.  From one moment to an equal one
// nothing was committed, by whatever program: what was read at the one is what
// the other would read.  "" is no moment and equals none.
//
// On PostgreSQL it is the text of the snapshot that a statement sees on a primary,
// which changes whenever a transaction that writes begins or ends; a standby has
// no moments.  On SQLite it is the data
// version of one connection that does nothing else, which changes with every
// commit of other connections.
type Moment string

// Moment returns the state of the database at some time after the call began.
func (s *Store) Moment(ctx context.Context) (Moment, error) {
	m, err := s.looks.Do(ctx, s.engine.Moment)
	if err != nil {
		return "", Explain(ctx, err, "look for changes")
	}
	return m, nil
}

// Watcher is a Reader that learns at which moment it reads.  It serves one
// request, by one goroutine at a time.
type Watcher struct {
	store *Store
	first Moment
	begun bool
	moved bool // What was read is of several moments, or of none that is known.
}

var _ Reader = (*Watcher)(nil)

// Watch returns a Reader that learns at which moment it reads.
func (s *Store) Watch() *Watcher { return &Watcher{store: s} }

// Query runs one statement.
func (w *Watcher) Query(ctx context.Context, s Statement) error {
	return w.Batch(ctx, []Statement{s})
}

// Batch runs statements in order; after an error the rest is not run.
func (w *Watcher) Batch(ctx context.Context, list []Statement) error {
	if !w.begun {
		w.begun = true
		w.begin(ctx)
	}
	return reader{store: w.store, run: watching{w}}.Batch(ctx, list)
}

// begin looks where reading does not tell the moment by itself.
func (w *Watcher) begin(ctx context.Context) {
	if w.store.engine.ReadingTells() {
		return
	}
	m, err := w.store.Moment(ctx)
	w.first, w.moved = m, err != nil
}

// Moment returns the moment at which everything was read; "" when something
// was committed meanwhile, or nothing was read.
func (w *Watcher) Moment(ctx context.Context) Moment {
	if !w.begun || w.moved {
		return ""
	}
	if w.store.engine.ReadingTells() {
		return w.first
	}
	if m, err := w.store.Moment(ctx); err != nil || m != w.first {
		return ""
	}
	return w.first
}

// Began returns the moment at which reading began, as far as it is known now: ""
// when nothing was read, no moment was told, or several were.  What is there at it
// was there after the first call.
func (w *Watcher) Began() Moment {
	if w.moved {
		return ""
	}
	return w.first
}

// watching notes the moments of what it runs.
type watching struct{ w *Watcher }

// Query runs one statement.
func (r watching) Query(ctx context.Context, s Statement) error {
	return r.Batch(ctx, []Statement{s})
}

// Batch runs the statements and notes their moment.
func (r watching) Batch(ctx context.Context, list []Statement) error {
	m, err := r.w.store.engine.BatchAt(ctx, list)
	switch {
	case m == "":
		// What was read is of no known moment, where one is told.
		r.w.moved = r.w.moved || err == nil && r.w.store.sql.dialect == PostgreSQL
	case r.w.first == "":
		r.w.first = m
	case m != r.w.first:
		r.w.moved = true
	}
	return err
}
