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
// a hook reads by m.Store afterwards stays true until the record is written:
//
//	if err := m.Lock("tool 7"); err != nil {
//		return err
//	}
//	var lent int64
//	err := m.Store.Query(ctx, store.Statement{
//		SQL: `SELECT count(*) FROM loans JOIN loan_tools ON loan_id = id
//			WHERE tool_id = $1 AND id <> $2 AND "to" >= $3`,
//		Args:    []any{tool, change.Next.ID, change.Next.From},
//		ScanRow: func(row store.Row) error { return row.Scan(&lent) },
//	})
//
// Values are $1, $2 and so on, on both stores.  generated/migrations has the tables: a
// resource's is its plural, and that of a link from loan to tool has loan_id and tool_id.
// Names are any texts.  Lock all names of a write in one call: two writes that lock them one
// by one may wait for each other, and one of them runs again.  SQLite has one writer at a
// time.
func (m *Mutation) Lock(names ...string) error {
	var list []store.LockName
	for _, name := range names {
		list = append(list, store.LockName{Space: "hook", Name: name})
	}
	return m.Store.Batch(m.Context(), m.Env.Store.SQL().LockNamesStatements(maxOwnLocks, m.unit.locks.missing(list)...))
}

// Service returns that of the engine, for records.In.
func (m *Mutation) Service() any { return m.engine.Service }

// LinkedIDs returns the IDs of the records that a field of the record links to when it is
// written, in their order; none for an empty link.  They are known from BeforeSave on.
func (m *Mutation) LinkedIDs(field string) ([]int64, error) {
	if ids, written := m.links[field]; written {
		return slices.Clone(ids), nil
	}
	i := slices.IndexFunc(m.Resource.Links, func(l *model.Link) bool { return l.Name == field })
	if i < 0 {
		return nil, fmt.Errorf("%s has no link %q", m.Resource.Name, field)
	}
	if m.IsCreate {
		return nil, nil
	}
	return m.readLinks(m.Resource.Links[i], m.record)
}

// Enqueue adds an entry to the outbox, in the transaction of the change: the
// handler of the topic gets it at least once after the commit, and entries of one
// record in their order.  The payload becomes JSON.  A record must have its ID, which a new
// one gets before AfterSave.
func (m *Mutation) Enqueue(topic string, rec model.Record, payload any) error {
	if rec.Common().ID == 0 {
		return fmt.Errorf("enqueue %s: the %s has no ID before AfterSave", topic, rec.Resource().Name)
	}
	text, err := json.Marshal(payload)
	if err != nil {
		return fmt.Errorf("enqueue %s: %w", topic, err)
	}
	outbox.Add(m.Store,
		outbox.Entry{Topic: topic, Resource: rec.Resource().Name, Record: rec.Common().ID, Payload: text, Created: m.Now})
	return nil
}

// JSON returns a stored record as responses show it to anonymous callers, whether
// or not they may read it.
func (m *Mutation) JSON(rec model.Record) (json.RawMessage, error) {
	res, r := rec.Resource(), m.Env.NewRequest(m.Context(), auth.Caller{})
	found, err := query.Find(m.Context(), m.Request, m.Store, res, query.Key{ID: rec.Common().ID}, false)
	if err != nil {
		return nil, err
	}
	if err := query.Attach(m.Context(), r, m.Store, res, []model.Record{found}); err != nil {
		return nil, err
	}
	return m.engine.Represent(r, found, false)
}
