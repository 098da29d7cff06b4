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
// edited_utc keeps the time of the last edit.

// zoneColumns are the times of a post as the rules of time zones decide about them.
type zoneColumns struct {
	start, end, startUTC, endUTC, zone      *string // Nil for a resource without times.
	status, date, dateUTC, modified, editAt *string
}

// zoneColumnsOf returns the columns of a record.
func zoneColumnsOf(res *model.Resource, rec model.Record) (c zoneColumns) {
	if res.ZoneColumn != "" {
		at := res.Targets(rec)
		text := func(column string) *string { return at[column].(*string) }
		c.start, c.end, c.zone = text(res.StartColumn), text(res.EndColumn), text(res.ZoneColumn)
		c.startUTC, c.endUTC = text("utc_start_date"), text("utc_end_date")
	}
	if p, ok := rec.(model.PostRecord); ok {
		post := p.AsPost()
		c.status, c.date, c.dateUTC, c.modified, c.editAt = &post.Status, &post.Date, &post.DateUTC, &post.Modified,
			&post.ModifiedUTC
	}
	return c
}

// follow sets the times to what the rules in force make of the others, and reports whether an
// instant is another one, and whether a wall time is that follows from an instant.
func (c zoneColumns) follow(site dates.Zone) (moved, shown bool) {
	set := func(to *string, value dates.WallTime) bool {
		changes := *to != string(value)
		*to = string(value)
		return changes
	}
	if c.zone != nil {
		zone, err := dates.ParseZone(*c.zone)
		if err == nil && !zone.IsFixed() {
			startUTC, endUTC := zone.Reading(dates.WallTime(*c.start), dates.WallTime(*c.end), dates.WallTime(*c.startUTC),
				dates.WallTime(*c.endUTC))
			first, second := set(c.startUTC, startUTC), set(c.endUTC, endUTC)
			moved = first || second
		}
	}
	if c.status == nil || site.IsFixed() {
		return moved, false
	}
	if *c.status == model.StatusFuture {
		return set(c.dateUTC, site.Moment(dates.WallTime(*c.date), dates.WallTime(*c.dateUTC)).UTC()) || moved, false
	}
	return moved, c.showLocally(site, c.date, c.dateUTC) || c.showLocally(site, c.modified, c.editAt)
}

// farthestChange is by how much rules change the offset of a zone: a wall time that is farther
// from its instant is of another zone, as imports bring them.
const farthestChange = 2 * 60 * 60

// showLocally sets a wall time to that of an instant.
func (c zoneColumns) showLocally(site dates.Zone, local, utc *string) bool {
	now, before := site.Local(dates.WallTime(*utc)), dates.WallTime(*local)
	apart := now.Sub(before)
	valid := before.Valid() && dates.WallTime(*utc).Valid()
	if !valid || apart == 0 || apart < -farthestChange || apart > farthestChange {
		return false
	}
	*local = string(now)
	return true
}

// followZone brings a record that is locked to the rules in force, without writing it, and
// reports whether an instant of it is another one then.
func (m *Mutation) followZone(rec model.Record) bool {
	if m.Resource.ZoneColumn == "" {
		return false
	}
	c := zoneColumnsOf(m.Resource, rec)
	c.status = nil // What is published stays so; the background does the rest.
	moved, _ := c.follow(dates.Zone{})
	return moved
}

// writeRecalculated writes a record that follows other rules: for clients it is modified, but
// nobody has edited it.  Only the wall times of its publication may be others, which is no
// modification.
func (m *Mutation) writeRecalculated(rec model.Record, moved bool) {
	b := rec.Common()
	links, known := linkids.Of(m.Resource, rec)
	old := b.Version
	b.Version++
	if moved {
		edited := model.EditedUTC(rec)
		m.setModified(rec, false)
		if p, ok := rec.(model.PostRecord); ok {
			model.KeepEdited(p.AsPost(), edited)
		}
	}
	rec.ComputeColumns()
	if l, ok := rec.(model.LinkCacher); ok && known {
		linkids.Set(m.Resource, l, links)
	}
	m.Store.Queue(store.Statement{SQL: m.engine.updateSQL(m.Resource), Args: append(rec.ColumnValues(), old), WantRows: 1})
}

// auditRecalculated adds to the audit log that records of a zone follow other rules than the
// version before, "" if nobody knows it.
func (m *Mutation) auditRecalculated(zone, before string, ids ...int64) {
	note := zone + ": " + dates.Rules().Version()
	if before != "" {
		note = zone + ": " + before + " -> " + dates.Rules().Version()
	}
	list := make([]audit.Change, len(ids))
	for i, id := range ids {
		list[i] = audit.Change{Action: audit.ActionRecalculated, Resource: m.Resource.Name, Record: id}
	}
	audit.Add(m.Store, audit.Actor{At: m.Now, Request: m.ID, Note: note}, list)
}

// writeFollowed is writeRecalculated for a record that a write has locked, and leaves alone.
func (m *Mutation) writeFollowed(rec model.Record) {
	m.writeRecalculated(rec, true)
	m.auditRecalculated(*zoneColumnsOf(m.Resource, rec).zone, "", rec.Common().ID)
}
