package mutate

import (
	"slices"

	"almanac/runtime/audit"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// changes lists what was done, for the audit log, without publications, which auditPublished
// adds.
func (l *actionLog) changes() []audit.Change {
	list := slices.Grow(slices.Clone(l.series), len(l.list))
	for _, change := range l.list {
		if rec := change.Next; change.Action != ActionPublished {
			list = append(list,
				audit.Change{Action: string(change.Action), Resource: rec.Resource().Name, Record: rec.Common().ID})
		}
	}
	return list
}

// source returns the actor of the mutation: the caller of the request, or the run of an import.
func (m *Mutation) source() audit.Actor {
	if m.Imported != nil {
		return audit.Actor{At: m.Now, Name: audit.CommandLine, Request: m.ID}
	}
	return audit.Actor{
		At: m.Now, User: m.Caller.User, Name: m.Caller.Name, Address: m.Address, Request: m.ID,
		Note: request.NoteOf(m.Context()),
	}
}

// audit adds what an import has done to the audit log.  The request names the run.
func (b *BulkWriter) audit() {
	audit.Add(b.store, audit.Actor{
		At: b.request.Now, Name: audit.CommandLine, Request: b.request.ID,
	}, b.actions.changes())
}

// auditPublished adds records that were published without being written
// themselves.
func auditPublished(w store.Writer, res *model.Resource, ids []int64, from audit.Actor) {
	list := make([]audit.Change, len(ids))
	for i, id := range ids {
		list[i] = audit.Change{Action: audit.ActionPublished, Resource: res.Name, Record: id}
	}
	audit.Add(w, from, list)
}
