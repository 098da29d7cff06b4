package mutate

import (
	"encoding/json"
	"fmt"
	"slices"

	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/outbox"
	"almanac/runtime/query"
	"almanac/runtime/store"
)

// Lock makes other writes that lock one of the names wait until this one ends, so that what
// a hook reads by c.Store afterwards stays true until the record is written:
//
//	if err := c.Lock("tool 7"); err != nil {
//		return err
//	}
//	var lent int64
//	err := c.Store.Query(ctx, store.Statement{
//		SQL:     `SELECT count(*) FROM loans JOIN loan_tools ON loan_id = id WHERE tool_id = $1 AND id <> $2 AND "to" >= $3`,
//		Args:    []any{tool, change.Next.ID, change.Next.From},
//		ScanRow: func(row store.Row) error { return row.Scan(&lent) },
//	})
//
// Values are $1, $2 and so on, on both stores.  generated/migrations has the tables: a
// resource's is its plural, and that of a link from loan to tool has loan_id and tool_id.
// Names are any texts.  Take all of a write in one call: two writes that take them one by
// one may wait for each other, and one of them is run again.  SQLite has one writer at a
// time.
func (c *Mutation) Lock(names ...string) error {
	var list []store.LockName
	for _, name := range names {
		list = append(list, store.LockName{Space: "hook", Name: name})
	}
	return c.Store.Batch(c.context(), c.Env.Store.SQL().LockNamesStatements(maxOwnLocks, c.locks.missing(list)...))
}

// LinkedIDs returns the IDs of the records that a field of the record links to when it is
// written, in their order; none for an empty link.  They are known from BeforeSave on.
func (c *Mutation) LinkedIDs(field string) ([]int64, error) {
	if ids, written := c.links[field]; written {
		return slices.Clone(ids), nil
	}
	i := slices.IndexFunc(c.Kind.Links, func(l *model.Link) bool { return l.Name == field })
	if i < 0 {
		return nil, fmt.Errorf("%s has no link %q", c.Kind.Name, field)
	}
	if c.IsCreate {
		return nil, nil
	}
	id := c.record.Common().ID
	linked, err := query.LinkedIDs(c.context(), c.Env, c.Store, c.Kind.Links[i], []int64{id})
	return linked[id], err
}

// Enqueue adds an entry to the outbox, in the transaction of the change: the
// handler of the topic gets it at least once after the commit, and entries of one
// record in their order.  The payload becomes JSON.  A new record has no ID before
// AfterSave, so that it is too early for it then.
func (c *Mutation) Enqueue(topic string, m model.Record, payload any) error {
	if m.Common().ID == 0 {
		return fmt.Errorf("enqueue %s: the %s has no ID before AfterSave", topic, m.Resource().Name)
	}
	text, err := json.Marshal(payload)
	if err != nil {
		return fmt.Errorf("enqueue %s: %w", topic, err)
	}
	outbox.Add(c.Store, outbox.Entry{Topic: topic, Resource: m.Resource().Name, Record: m.Common().ID, Payload: text, Created: c.Now})
	return nil
}

// JSON returns a stored record as responses show it to anonymous callers, whether
// or not they may read it.
func (c *Mutation) JSON(m model.Record) (json.RawMessage, error) {
	k, r := m.Resource(), c.Env.NewRequest(c.context(), auth.Caller{})
	found, err := query.Find(c.context(), c.Request, c.Store, k, query.Key{ID: m.Common().ID}, false)
	if err != nil {
		return nil, err
	}
	if err := query.Attach(c.context(), r, c.Store, k, []model.Record{found}); err != nil {
		return nil, err
	}
	return c.engine.Represent(r, found, false)
}
