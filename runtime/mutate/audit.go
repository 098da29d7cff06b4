package mutate

import (
	"cmp"
	"maps"
	"slices"

	"almanac/runtime/audit"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/series"
	"almanac/runtime/store"
)

// actionLog lists what a transaction has done.
type actionLog struct {
	change  string                 // ID of the change that the transaction makes; see audit.NewChange.
	selects bool                   // Entries were added by audit.AddSelected.
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

// id returns the ID of the change; "" if the log has no entry of it.
func (l *actionLog) id() string {
	if len(l.series) == 0 && len(l.records) == 0 && !l.selects {
		return ""
	}
	return l.change
}

// log notes what the mutation has done to a record; the links that it had and has not any more are former.
func (m *Mutation) log(change Change[model.Record], former map[string][]int64) {
	m.unit.actions.add(change)
	what := m.before.Change(cmp.Or(m.Action(), string(change.Action)), change.Next)
	if what.Patch.Links = former; change.Next.Resource().NoHistory {
		what.Patch.Links, what.Patch.Secret = nil, append(what.Patch.Secret, slices.Sorted(maps.Keys(former))...)
	}
	m.unit.actions.records = append(m.unit.actions.records, audited{m.source(), what})
}

// logSeries notes that a series was made or changed, once: what is split off is made and changed.  The
// row that it had is nil for a new one.
func (m *Mutation) logSeries(action Action, id, version int64, former *series.Row) {
	what := audit.Change{Action: string(action), Resource: m.Resource.SeriesRoute, Record: id, Version: version}
	same := func(a audited) bool { return a.what.Resource == what.Resource && a.what.Record == id }
	if slices.ContainsFunc(m.unit.actions.series, same) {
		return
	}
	if what.Was.There = former != nil; !m.Resource.NoHistory {
		what.Patch = audit.KnownPatch(audit.Patch{Series: former.Without(m.Resource.SecretColumns).JSON()})
	}
	m.unit.actions.series = append(m.unit.actions.series, audited{m.source(), what})
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

// logSelected adds to the audit log what is about to be done by SQL to records of a resource, which
// FROM and WHERE select as r; the values of their placeholders are in args.
func (m *Mutation) logSelected(res *model.Resource, s audit.Selection, args *store.Args) {
	s.Resource, s.Access = res.Name, res.AccessSQL("r.")
	audit.AddSelected(m.Store, m.source(), s, args)
	m.unit.actions.selects = true
}

// source returns the actor of the mutation: the caller of the request, or the run of an import.
func (m *Mutation) source() audit.Actor {
	by := audit.Actor{At: m.Now, Request: m.ID, Change: m.unit.actions.change}
	switch {
	case m.Imported != nil:
		by.Name = audit.CommandLine
	case !m.extends: // Nobody asks for new dates.
		by.User, by.Name, by.Address = m.Caller.User, m.Caller.Name, m.Address
		by.Note = request.NoteOf(m.Context())
	}
	return by
}

// publishedRecord is a record that was published without being written itself.
type publishedRecord struct {
	id, version, owner int64
	hidden, locked     bool
	status             string // Before.
}

// auditPublished adds records that were published without being written themselves.
func auditPublished(u *unit, res *model.Resource, list []publishedRecord, from audit.Actor) {
	for _, p := range list {
		u.actions.records = append(u.actions.records, audited{from, audit.Change{
			Action: audit.ActionPublished, Resource: res.Name, Record: p.id, Version: p.version,
			Was:   audit.Was{There: true, Status: p.status, Hidden: p.hidden, Locked: p.locked, Owner: p.owner},
			Patch: statusPatch(p.status),
		}})
	}
}
