package mutate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/store"
)

// Hooks are hand-written functions around the writes of records of one type, such as
// Hooks[*generated.Venue].  Engine.Hooks lists them; those that are nil do nothing.
//
// They run for all writes: requests, also dry runs, records that are created inside
// of others, imports (m.Imported is set), and the publication of what is due; but not for
// records whose times in UTC follow new rules of their time zone, which is no edit.  All
// but AfterCommit run inside the transaction: they may use m.Store, and refuse the write by
// [Mutation.Fail], or by returning [Forbidden], [Conflict] or an error of their own, which
// is a 500.  The transaction may run again, so hooks must change nothing outside
// of it.  A rule about several records, such as loans that must not
// overlap, locks what they share ([Mutation.Lock]) and reads the others by m.Store.
type Hooks[M model.Record] struct {
	// BeforeValidate runs once the fields of the request are in the record, and may
	// set others.  The response has its Errors together with those of the request.  The
	// ID of a new record, its slug and links are not known yet.
	BeforeValidate func(ctx context.Context, m *Mutation, change Change[M]) error
	// Actions are what actions of the description do beside setting fields, by their names.  A
	// function runs after BeforeValidate, when the fields are set, and may set others, refuse the
	// action, and write other records by calls (records.In).
	Actions map[string]ActionFunc[M]
	// BeforeSave runs when the record is valid, before it is written, and may change
	// it.  A new record has no ID yet; [Mutation.LinkedIDs] returns what it links to.
	BeforeSave func(ctx context.Context, m *Mutation, change Change[M]) error
	// AfterSave runs when the record and its links are written: m.Store finds them
	// there.  It may lock, and refuse the write, as BeforeSave, and is the first that may
	// call [Mutation.Enqueue].
	AfterSave func(ctx context.Context, m *Mutation, change Change[M]) error
	// BeforeDelete runs before a record is moved to the trash (ActionTrashed), which
	// is no save and runs neither of the above, and before it is deleted permanently.
	BeforeDelete func(ctx context.Context, m *Mutation, change Change[M]) error
	// Published runs when a post becomes public: by a write, after AfterSave, or at its date
	// and with the record that it was created inside of (ActionPublished).  An error at its
	// date postpones that post.
	Published func(ctx context.Context, m *Mutation, change Change[M]) error
	// AfterCommit runs once the transaction of a write or publication has been
	// committed, before the response is sent.
	AfterCommit func(ctx context.Context, change Change[M])
}

// ActionFunc is what an action does beside setting fields.
type ActionFunc[M model.Record] func(ctx context.Context, m *Mutation, change Change[M]) error

// Change is what a write does to one record.  Computed columns are filled in both
// records, but not what they link to.
type Change[M model.Record] struct {
	Action   Action
	Previous M // A copy of the record before the write; nil for a new record.
	Next     M // The record as it is written; as it was if it is deleted.
}

// Action is what a write did to a record.
type Action string

// The actions; the audit log has the same words.
const (
	ActionCreated   Action = "created"
	ActionUpdated   Action = "updated"
	ActionTrashed   Action = "trashed"   // Moved to the trash.
	ActionRestored  Action = "restored"  // Moved out of the trash: a save.
	ActionDeleted   Action = "deleted"   // Permanently.
	ActionPublished Action = "published" // Without being written itself.
)

// phase is when a hook runs inside the transaction.
type phase int

const (
	beforeValidate phase = iota
	acting
	beforeSave
	afterSave
	beforeDelete
	whenPublished
)

// Hook is Hooks of any resource.
type Hook interface {
	concerns(rec model.Record) bool
	actions() (of model.Record, names []string)
	run(ctx context.Context, m *Mutation, p phase, change Change[model.Record]) error
	after(ctx context.Context, change Change[model.Record])
}

func (h Hooks[M]) concerns(rec model.Record) bool {
	_, ok := rec.(M)
	return ok
}

func (h Hooks[M]) actions() (of model.Record, names []string) {
	return *new(M), slices.Sorted(maps.Keys(h.Actions))
}

func (h Hooks[M]) run(ctx context.Context, m *Mutation, p phase, change Change[model.Record]) error {
	f := [...]func(context.Context, *Mutation, Change[M]) error{
		beforeValidate: h.BeforeValidate, acting: h.Actions[m.Action()], beforeSave: h.BeforeSave,
		afterSave: h.AfterSave, beforeDelete: h.BeforeDelete,
		whenPublished: h.Published,
	}[p]
	if f == nil || !h.concerns(change.Next) {
		return nil
	}
	return f(ctx, m, typed[M](change))
}

func (h Hooks[M]) after(ctx context.Context, change Change[model.Record]) {
	if h.AfterCommit != nil && h.concerns(change.Next) {
		h.AfterCommit(ctx, typed[M](change))
	}
}

// typed returns a change of a record whose type is known.
func typed[M model.Record](change Change[model.Record]) Change[M] {
	t := Change[M]{Action: change.Action, Next: change.Next.(M)}
	if change.Previous != nil {
		t.Previous = change.Previous.(M)
	}
	return t
}

// hasHooks reports whether there are hooks for records like this one.
func (e *Engine) hasHooks(rec model.Record) bool {
	for _, h := range e.Hooks {
		if h.concerns(rec) {
			return true
		}
	}
	return false
}

// copyForHooks returns a copy of a record, with its computed columns, for its hooks; nil when
// there are none.
func copyForHooks(e *Engine, rec model.Record) model.Record {
	if !e.hasHooks(rec) {
		return nil
	}
	twin := reflect.New(reflect.TypeOf(rec).Elem())
	twin.Elem().Set(reflect.ValueOf(rec).Elem())
	record := twin.Interface().(model.Record)
	record.ComputeColumns()
	return record
}

// changeOf returns what the write does to the record.
func (m *Mutation) changeOf(rec model.Record) Change[model.Record] {
	change := Change[model.Record]{Action: ActionUpdated, Previous: m.previous, Next: rec}
	after := model.StatusOf(rec)
	switch {
	case m.IsCreate:
		change.Action = ActionCreated
	case m.statusBefore != model.StatusTrash && after == model.StatusTrash:
		change.Action = ActionTrashed
	case m.statusBefore == model.StatusTrash && after != model.StatusTrash:
		change.Action = ActionRestored
	}
	return change
}

func (m *Mutation) runHooks(p phase, change Change[model.Record]) error {
	for _, h := range m.engine.Hooks {
		if err := h.run(m.Context(), m, p, change); err != nil {
			return err
		}
	}
	return nil
}

// runBeforeValidate runs the hooks of a record that has got the fields of a
// request.
func (m *Mutation) runBeforeValidate(rec model.Record) {
	m.checkStatesSent(rec)
	if !m.engine.hasHooks(rec) {
		return
	}
	if change := m.changeOf(rec); change.Action != ActionTrashed {
		rec.ComputeColumns()
		m.setErr(m.runHooks(beforeValidate, change))
		if m.action != nil && m.err == nil {
			m.setErr(m.runHooks(acting, change))
		}
	}
}

// runBeforeSave runs the hooks of a record that is about to be written.
func (m *Mutation) runBeforeSave(rec model.Record) error {
	if m.engine.hasHooks(rec) {
		rec.ComputeColumns()
		change, p := m.changeOf(rec), beforeSave
		if change.Action == ActionTrashed {
			p = beforeDelete
		}
		if err := m.runHooks(p, change); err != nil {
			return err
		}
	}
	if err := m.validationErr(); err != nil {
		return err
	}
	return m.checkTransitions(rec)
}

// runAfterSave runs the hooks of a record that has been written.
func (m *Mutation) runAfterSave(rec model.Record) error {
	m.written = true
	if !m.engine.hasHooks(rec) {
		return nil
	}
	change := m.changeOf(rec)
	if change.Action != ActionTrashed {
		if err := m.runHooks(afterSave, change); err != nil {
			return err
		}
	}
	if p, ok := rec.(model.PostRecord); ok && isPublic(p.AsPost()) && !m.wasPublic {
		if err := m.runHooks(whenPublished, change); err != nil {
			return err
		}
	}
	return m.validationErr()
}

// runBeforeDelete runs the hooks of a record that is about to be deleted permanently.
func (m *Mutation) runBeforeDelete(rec model.Record) error {
	if !m.engine.hasHooks(rec) {
		return nil
	}
	rec.ComputeColumns()
	if err := m.runHooks(beforeDelete, Change[model.Record]{ActionDeleted, rec, rec}); err != nil {
		return err
	}
	return m.validationErr()
}

// hookError is an error of a hook that a publication at a date runs: no request waits for it.
type hookError struct {
	record model.Record
	err    error
}

func (h *hookError) Error() string {
	return fmt.Sprintf("publish %s %d: %v", h.record.Resource().Name, h.record.Common().ID, h.err)
}

func (h *hookError) Unwrap() error { return h.err }

// runPublished runs the hooks of records that were published without being written
// themselves.
func (e *Engine) runPublished(
	w store.Writer, res *model.Resource, ids []int64, before map[int64]string, by publishing,
) error {
	if !e.hasHooks(res.New()) {
		return nil
	}
	var list []model.Record
	ctx := by.request.Context()
	load := query.LoadAll(by.request, res, ids, func(rec model.Record) { list = append(list, rec) })
	if err := w.Batch(ctx, []store.Statement{load}); err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b model.Record) int { return cmp.Compare(a.Common().ID, b.Common().ID) })
	for _, rec := range list {
		rec.ComputeColumns()
		previous := copyForHooks(e, rec)
		post := previous.(model.PostRecord).AsPost()
		post.Version, post.Status = post.Version-1, before[post.ID]
		post.MadeInline = post.Status != model.StatusFuture
		change := Change[model.Record]{ActionPublished, previous, rec}
		by.unit.actions.add(change)
		if post.Password != "" {
			continue // Not everybody may read it.
		}
		m := by.unit.mutation(by.request, res, false)
		m.record, m.previous, m.statusBefore, m.written = rec, previous, post.Status, true
		err := m.runHooks(whenPublished, change)
		if err == nil {
			err = m.validationErr()
		}
		if err != nil {
			return &hookError{rec, err}
		}
	}
	return nil
}

// afterCommit runs the hooks of the records that a transaction has written.
func (e *Engine) afterCommit(ctx context.Context, d *actionLog) {
	for _, change := range d.changes {
		for _, h := range e.Hooks {
			h.after(ctx, change)
		}
	}
}
