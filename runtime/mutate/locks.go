package mutate

import (
	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Locks of a write are taken in one order, so that two writes cannot wait for
// each other in a circle: first that on the tree of terms, then rows, a series before
// its dates, then the names that Apply finds (slugs, names of venues, addresses of
// images, also of the records that are described inside of it), at once and sorted,
// and then those of new categories and of new tags.  Out of order are slugs that
// follow from a move to or from the trash or from a date that is left out, and imports,
// which write many records: a transaction that gets into a circle so is run again.

// A write locks up to so many names of a resource one by one; of more names it locks
// whole parts of the resource.
const (
	maxOwnLocks       = 16
	maxOwnLocksImport = 1000 // Whole parts would stop all others until hundreds of records are in.
)

// lockSet has the names that a transaction has locked.
type lockSet map[store.LockName]bool

// missing returns those of the names that are not locked yet, and adds them.
func (s lockSet) missing(names []store.LockName) []store.LockName {
	var list []store.LockName
	for _, n := range names {
		if !s[n] {
			s[n] = true
			list = append(list, n)
		}
	}
	return list
}

// lock queues a lock, which the next runQueries takes before its other statements.
func (m *Mutation) lock(space, name string) {
	m.locksWanted = append(m.locksWanted, store.LockName{Space: space, Name: name})
}

// lockStatements returns the statements that take the queued locks.
func (m *Mutation) lockStatements() []store.Statement {
	names := m.unit.locks.missing(m.locksWanted)
	m.locksWanted = nil
	return m.Env.Store.SQL().LockNamesStatements(maxOwnLocks, names...)
}

// LockRecords locks records that a transaction of several writes is going to change, before
// the first of them: the trees of terms, then rows, those that have links before those that they
// may lead to, and by ID.  An ID without a record locks nothing.
func (e *Engine) LockRecords(r *request.Request, ids map[*model.Resource][]int64) error {
	if e.Store.Dialect() == store.SQLite {
		return nil
	}
	u := r.Transaction.(*unit)
	order := sourcesFirst(e.Resources)
	for _, res := range order {
		if len(ids[res]) > 0 {
			u.mutation(r, res, false).lockTree()
		}
	}
	for _, res := range order {
		if len(ids[res]) == 0 {
			continue
		}
		var args store.Args
		sq := e.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(res.Plural)).ColumnExpr("r.id").
			Where("r.id ?", e.Store.SQL().In(&args, ids[res])).OrderExpr("r.id")
		u.Queue(store.Statement{SQL: e.Store.SQL().ForUpdate(sq, "r").String(), Args: args.Values()})
	}
	return u.Flush(r.Context())
}

// sourcesFirst returns resources in an order in which those that have links come before those
// that the links lead to, as far as there is one.
func sourcesFirst(resources []*model.Resource) []*model.Resource {
	var order []*model.Resource
	seen := map[*model.Resource]bool{}
	var visit func(res *model.Resource)
	visit = func(res *model.Resource) {
		if seen[res] {
			return
		}
		seen[res] = true
		for _, l := range model.LinksTo(resources, res) {
			visit(l.Source)
		}
		order = append(order, res)
	}
	for _, res := range resources {
		visit(res)
	}
	return order
}

// inlineCreate is a record that a write creates inside of another.
type inlineCreate struct {
	mutation *Mutation
	pending  *preparedCreate
}

// prepareInline prepares the record that fields describe, and queues its locks together
// with those of the outer mutation.
func (m *Mutation) prepareInline(res *model.Resource, fields map[string]any) *inlineCreate {
	child, inside := m.child(res), *m.Request
	inside.SetValues(param.NewValues(fields))
	child.Request = &inside
	body := m.engine.NewBody(res)
	body.Decode(inside.Params, true)
	if p, ok := m.record.(model.PostRecord); ok && res.Post {
		child.outer = p.AsPost()
	}
	d := &inlineCreate{child, child.prepare(body)}
	m.locksWanted = append(m.locksWanted, child.locksWanted...)
	return d
}

// create makes the record, or finds the one that it repeats.
func (i *inlineCreate) create() (model.Record, error) { return i.mutation.createPending(i.pending) }
