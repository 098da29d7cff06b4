package mutate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// unit is one transaction, with what all writes in it share.
type unit struct {
	store.Writer
	engine  *Engine
	counts  *termCounts
	actions *actionLog
	locks   lockSet
	dates   int         // Bytes of the texts of all dates of series that were written.
	open    []*Mutation // Writes of calls that have not ended: a hook of each makes the next one.
	failed  error       // The first error of a write, after which nothing of the transaction is kept.
}

// maxDepth is how many writes of hooks may be in progress one inside the other.
const maxDepth = 8

func (e *Engine) newUnit(w store.Writer, now time.Time) *unit {
	return &unit{
		Writer: w, engine: e, counts: newTermCounts(), actions: &actionLog{change: audit.NewChange(now)}, locks: lockSet{},
	}
}

// inUnit runs do in a transaction, which may run again from its start, with a copy of the call
// that is a part of it.  Dry runs are rolled back.  It returns what was written, for afterCommit.
func (e *Engine) inUnit(r *request.Request, do func(u *unit, r *request.Request) error) (*actionLog, error) {
	var written *actionLog
	err := e.Store.RunInTx(r.Context(), func(ctx context.Context, w store.Writer) error {
		u := e.newUnit(w, r.Now)
		written = u.actions
		if r.Recalled.Pending() {
			w.Queue(r.Recalled.Statement())
		}
		if err := do(u, r.Within(ctx, u)); err != nil {
			return err
		}
		if u.failed != nil {
			return u.failed
		}
		if err := confirmCaller(ctx, r.Recalled, w); err != nil {
			return err
		}
		u.counts.flush(e, w)
		if !r.Dry {
			u.actions.audit(w)
			return nil
		}
		if err := w.Flush(ctx); err != nil {
			return err
		}
		return store.ErrRollback
	})
	if errors.Is(err, store.ErrRollback) {
		return &actionLog{}, nil
	}
	return written, err
}

// confirmCaller compares the caller with the token, which the first statements have read.
func confirmCaller(ctx context.Context, c *auth.Recalled, w store.Writer) error {
	if !c.Pending() {
		return nil
	}
	if !c.Found() { // There were none.
		if err := w.Flush(ctx); err != nil {
			return err
		}
	}
	return c.Confirm()
}

// Transaction runs do in one transaction: the writes and reads of the call that do gets are a
// part of it, and happen together or not at all.  After an error of a write nothing is kept,
// whatever do returns.  The transaction may run again from its start, so do must leave no traces
// outside of it.  In a call that is a part of a transaction already, do is a part of that one.
func (e *Engine) Transaction(r *request.Request, do func(r *request.Request) error) error {
	if r.Transaction != nil {
		err := do(r)
		keep(r, err)
		return err
	}
	written, err := e.inUnit(r, func(_ *unit, r *request.Request) error { return do(r) })
	if err == nil {
		e.afterCommit(r.Context(), written)
	}
	return err
}

// Written returns how many records the transaction of a call has changed so far.
func Written(r *request.Request) int { return len(r.Transaction.(*unit).actions.changes) }

// ChangeOf returns the ID of the change that the transaction of a call makes; "" if it has changed nothing
// so far.
func ChangeOf(r *request.Request) string { return r.Transaction.(*unit).actions.id() }

// keep notes an error of a write of a call that is a part of a transaction.
func keep(r *request.Request, err error) {
	if u, ok := r.Transaction.(*unit); ok && u.failed == nil {
		u.failed = err
	}
}

// attempt runs a part of the transaction, of which nothing stays if it fails.
func (u *unit) attempt(ctx context.Context, write func() error) error {
	counts, actions, locks := maps.Clone(u.counts.deltas), *u.actions, maps.Clone(u.locks)
	err := u.Savepoint(ctx, write)
	if err != nil {
		u.counts.deltas, *u.actions, u.failed = counts, actions, nil
		clear(u.locks) // PostgreSQL has released those of the write.
		maps.Copy(u.locks, locks)
	}
	return err
}

// Attempt runs writes of a call that is a part of a transaction, of which nothing stays if one fails: the
// transaction goes on without them.
func Attempt(r *request.Request, write func() error) error {
	u := r.Transaction.(*unit)
	return u.attempt(r.Context(), func() error {
		if err := write(); err != nil {
			return err
		}
		return u.Flush(r.Context()) // Else what the store refuses would be the fault of the next one.
	})
}

// nest runs a write of a call that is a part of the transaction.
func (u *unit) nest(m *Mutation, write func(m *Mutation) (model.Record, error)) (model.Record, error) {
	if len(u.open) >= maxDepth {
		return nil, fmt.Errorf("hooks make writes more than %d deep: %s", maxDepth, u.way(m))
	}
	u.open = append(u.open, m)
	rec, err := write(m)
	u.open = u.open[:len(u.open)-1]
	if err == nil {
		err = m.readSeries(rec)
	}
	return rec, err
}

// way names the writes that are in progress, and the one that is about to begin.
func (u *unit) way(next *Mutation) string {
	var names []string
	for _, m := range append(u.open[:len(u.open):len(u.open)], next) {
		name := m.Resource.Name
		if m.record != nil && m.record.Common().ID != 0 {
			name = fmt.Sprintf("%s %d", name, m.record.Common().ID)
		}
		names = append(names, name)
	}
	return strings.Join(names, " > ")
}

// checkFree refuses to change a record that a write around this one has read and not written
// yet: that write would undo the change, or be undone.
func (m *Mutation) checkFree(rec model.Record) error {
	for _, outer := range m.unit.open {
		o := outer.record
		if outer != m && !outer.written && o != nil && o.Resource() == rec.Resource() && o.Common().ID == rec.Common().ID {
			return fmt.Errorf("a hook of %s %d changes that record before it is written: change Next, or call in AfterSave",
				rec.Resource().Name, rec.Common().ID)
		}
	}
	return nil
}
