package mutate

import (
	"context"

	"almanac/runtime/model"
)

// Hooks are functions that hand-written code runs around the writes of one
// kind of record, such as Hooks[*generated.Venue].  They are values that
// Engine.Hooks lists; those that are nil do nothing.
//
// A record that is created inside of another, or imported, passes them too.
// One whose time of publication has come does not: nobody writes it.
type Hooks[M model.Record] struct {
	// BeforeSave runs inside the transaction, before a new or changed record is
	// written; a move to the trash is a change.  It may change the record, use
	// c.Store, and note what cannot be written in c.Errors, which answers 400
	// as for any other field.  An error undoes the whole write.  The transaction
	// may be run again, so it must leave no traces outside of it.
	BeforeSave func(ctx context.Context, c *Mutation, record M) error
	// AfterCommit runs once the transaction has been committed and before the
	// answer is sent.  The record has its columns, but not what it links to.
	AfterCommit func(ctx context.Context, action Action, record M)
}

// Action is what a write did to a record.
type Action string

// The actions.
const (
	ActionCreated Action = "created"
	ActionUpdated Action = "updated" // To the trash and out of it too.
	ActionDeleted Action = "deleted" // For good.
)

// Hook is Hooks of any resource.
type Hook interface {
	before(ctx context.Context, c *Mutation, m model.Record) error
	after(ctx context.Context, a Action, m model.Record)
}

func (h Hooks[M]) before(ctx context.Context, c *Mutation, m model.Record) error {
	if record, ok := m.(M); ok && h.BeforeSave != nil {
		return h.BeforeSave(ctx, c, record)
	}
	return nil
}

func (h Hooks[M]) after(ctx context.Context, a Action, m model.Record) {
	if record, ok := m.(M); ok && h.AfterCommit != nil {
		h.AfterCommit(ctx, a, record)
	}
}

// actionLog lists what a transaction has done to records.
type actionLog struct{ list []recordedAction }

// recordedAction is one action on one record.
type recordedAction struct {
	action Action
	record model.Record
	word   string // For the audit.
}

// note adds an action on a record whose status was before.
func (d *actionLog) note(a Action, m model.Record, before string) {
	d.list = append(d.list, recordedAction{action: a, record: m, word: a.audited(before, m)})
}

// runBeforeSave runs the hooks of a record that is about to be written.
func runBeforeSave(c *Mutation, m model.Record) error {
	for _, h := range c.engine.Hooks {
		if err := h.before(c.context(), c, m); err != nil {
			return err
		}
	}
	return c.validationErr()
}

// afterCommit runs the hooks of the records that a transaction has written.
func (e *Engine) afterCommit(ctx context.Context, d *actionLog) {
	for _, action := range d.list {
		for _, h := range e.Hooks {
			h.after(ctx, action.action, action.record)
		}
	}
}
