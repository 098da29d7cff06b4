package mutate

import (
	"almanac/runtime/audit"
	"almanac/runtime/dates"
	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/store"
)

// The wall times of a record and the name of its zone are facts; its instants follow from them
// by the rules of the zone that are in force.  When rules change, the instants that are stored
// follow: those that a write locks in its own transaction, before it compares any of them, and
// all others in the background.  That is no edit: modified_utc tells those who poll, and
// edited_utc keeps the time of the last edit.  Publication dates stay: nobody knows in which zone
// the wall time of one was written, as imports and another --timezone bring others.

// follow sets the instants to what the rules in force make of the wall times, and reports whether
// one is another then.
func (t recordTimes) follow() (moved bool) {
	zone, err := dates.ParseZone(*t.zone)
	if err != nil || zone.IsFixed() {
		return false
	}
	was := t.times()
	now := was
	now.StartUTC, now.EndUTC = zone.Reading(was.Start, was.End, was.StartUTC, was.EndUTC)
	t.set(now)
	return now != was
}

// followZone brings a record that is locked to the rules in force, without writing it, and
// reports whether an instant of it is another one then.
func (m *Mutation) followZone(rec model.Record) bool {
	return m.Resource.ZoneColumn != "" && timesOf(m.Resource, rec).follow()
}

// modifiedByRules sets the times of the last change of a record that follows other rules: now,
// also where an import has it from elsewhere, and keeps when it was edited.
func (m *Mutation) modifiedByRules(rec model.Record) {
	edited := model.EditedUTC(rec)
	rec.Common().ModifiedUTC = string(m.UTC())
	if p, ok := rec.(model.PostRecord); ok {
		p.AsPost().Modified = string(m.Local())
		model.KeepEdited(p.AsPost(), edited)
	}
}

// writeRecalculated writes a record that follows other rules: for clients it is modified, but
// nobody has edited it.  It returns the entry for the audit log.
func (m *Mutation) writeRecalculated(rec model.Record, before Snapshot) audit.Change {
	b := rec.Common()
	links, known := linkids.Of(m.Resource, rec)
	old := b.Version
	b.Version++
	m.modifiedByRules(rec)
	rec.ComputeColumns()
	if l, ok := rec.(model.LinkCacher); ok && known {
		linkids.Set(m.Resource, l, links)
	}
	m.Store.Queue(store.Statement{SQL: m.engine.updateSQL(m.Resource), Args: append(rec.ColumnValues(), old), WantRows: 1})
	return before.Change(audit.ActionRecalculated, rec)
}

// auditRecalculated adds to the audit log that records of a zone follow other rules than the
// version before, "" if nobody knows it.
func (m *Mutation) auditRecalculated(zone, before string, list ...audit.Change) {
	note := zone + ": " + dates.Rules().Version()
	if before != "" {
		note = zone + ": " + before + " -> " + dates.Rules().Version()
	}
	audit.Add(m.Store, audit.Actor{At: m.Now, Request: m.ID, Note: note, Change: m.unit.actions.change}, list)
	m.unit.actions.selects = true
}

// writeFollowed is writeRecalculated for a record that a write has locked, and leaves alone.
func (m *Mutation) writeFollowed(rec model.Record, before Snapshot) {
	zone := *timesOf(m.Resource, rec).zone
	m.auditRecalculated(zone, "", m.writeRecalculated(rec, before))
}
