package mutate

import (
	"almanac/runtime/audit"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// changes lists what was done, for the audit: but for publications, which
// auditPublished adds.
func (d *actionLog) changes() []audit.Change {
	list := make([]audit.Change, 0, len(d.list))
	for _, change := range d.list {
		if m := change.Next; change.Action != ActionPublished {
			list = append(list, audit.Change{Action: string(change.Action), Resource: m.Resource().Name, Record: m.Common().ID})
		}
	}
	return list
}

// source returns who is behind the change: who sent the request, or the run of an
// import.
func (c *Mutation) source() audit.Actor {
	if c.Imported != nil {
		return audit.Actor{At: c.Now, Name: audit.CommandLine, Request: c.ID}
	}
	return audit.Actor{At: c.Now, User: c.Caller.User, Name: c.Caller.Name, Address: c.Address, Request: c.ID, Note: request.NoteOf(c.context())}
}

// audit adds what an import has done to the audit.  The request names the run.
func (b *BulkWriter) audit() {
	audit.Add(b.store, audit.Actor{
		At: b.request.Now, Name: audit.CommandLine, Request: b.request.ID,
	}, b.actions.changes())
}

// auditPublished adds records that were published without being written
// themselves.
func auditPublished(w store.Writer, k *model.Resource, ids []int64, from audit.Actor) {
	list := make([]audit.Change, len(ids))
	for i, id := range ids {
		list[i] = audit.Change{Action: audit.ActionPublished, Resource: k.Name, Record: id}
	}
	audit.Add(w, from, list)
}
