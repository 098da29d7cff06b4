package mutate

import (
	"cmp"
	"slices"

	"almanac/runtime/audit"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// actionLog lists what a transaction has done.
type actionLog struct {
	changes []Change[model.Record] // Of records, for hooks after the commit.
	series  []audited              // Series that were made or changed, for the audit log.
	records []audited              // Records, for the audit log.
}

// audited is an entry of the audit log: who did what.
type audited struct {
	by   audit.Actor
	what audit.Change
}

// add adds a change of a record that has no entry of its own in the audit log.
func (l *actionLog) add(change Change[model.Record]) { l.changes = append(l.changes, change) }

// log notes what the mutation has done to a record.
func (m *Mutation) log(change Change[model.Record]) {
	m.unit.actions.add(change)
	if rec := change.Next; !m.unaudited {
		action := cmp.Or(m.Action(), string(change.Action))
		what := audit.Change{Action: action, Resource: rec.Resource().Name, Record: rec.Common().ID}
		m.unit.actions.records = append(m.unit.actions.records, audited{m.source(), what})
	}
}

// logSeries notes that a series was made or changed, once: what is split off is made and changed.
func (m *Mutation) logSeries(action Action, id int64) {
	what := audit.Change{Action: string(action), Resource: m.Resource.SeriesRoute, Record: id}
	same := func(a audited) bool { return a.what.Resource == what.Resource && a.what.Record == id }
	if !m.unaudited && !slices.ContainsFunc(m.unit.actions.series, same) {
		m.unit.actions.series = append(m.unit.actions.series, audited{m.source(), what})
	}
}

// audit adds the entries to the audit log: one statement for those of the same actor.
func (l *actionLog) audit(w store.Writer) {
	entries := slices.Concat(l.series, l.records)
	for len(entries) > 0 {
		by := entries[0].by
		var list []audit.Change
		for len(entries) > 0 && entries[0].by == by {
			list, entries = append(list, entries[0].what), entries[1:]
		}
		audit.Add(w, by, list)
	}
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

// auditPublished adds records that were published without being written
// themselves.
func auditPublished(w store.Writer, res *model.Resource, ids []int64, from audit.Actor) {
	list := make([]audit.Change, len(ids))
	for i, id := range ids {
		list[i] = audit.Change{Action: audit.ActionPublished, Resource: res.Name, Record: id}
	}
	audit.Add(w, from, list)
}
