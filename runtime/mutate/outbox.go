package mutate

import (
	"encoding/json"
	"fmt"

	"almanac/runtime/auth"
	"almanac/runtime/model"
	"almanac/runtime/outbox"
	"almanac/runtime/query"
)

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
	k, r := m.Resource(), c.Env.Internal(c.context(), 0)
	r.Caller = auth.Caller{}
	found, err := query.Find(c.context(), c.Request, c.Store, k, query.Key{ID: m.Common().ID}, false)
	if err != nil {
		return nil, err
	}
	if err := query.Attach(c.context(), r, c.Store, k, []model.Record{found}); err != nil {
		return nil, err
	}
	return c.engine.Represent(r, found)
}
