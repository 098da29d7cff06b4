package ics

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"almanac/runtime/dates"
)

// entry is everything that has one UID: an event or a series, and the events of
// the series that differ from it.
type entry struct {
	uid     string
	mains   []*component // Versions of it, or events of the same UID.
	changed []*component
	unsure  bool // Some of it could not be read.
}

func (e *entry) add(c *component) {
	if c.filled("RECURRENCE-ID") != nil {
		e.changed = append(e.changed, c)
	} else {
		e.mains = append(e.mains, c)
	}
}

// sets parts what has one UID by what it is: of several versions the highest
// SEQUENCE counts, then the latest LAST-MODIFIED, of equal ones the last.  Equal ones
// that start at other times are events of their own, and have UIDs made of theirs and
// of their starts, all but the first one.
func (e *entry) sets() []*recurrenceSet {
	var cancel *component // What only says that an event is cancelled has no start.
	mains := slices.DeleteFunc(slices.Clone(e.mains), func(c *component) bool {
		bare := c.filled("DTSTART") == nil && c.isCancelled()
		if bare && (cancel == nil || version(c, cancel) >= 0) {
			cancel = c
		}
		return bare
	})
	if len(mains) == 0 && cancel != nil && len(e.changed) == 0 {
		mains = append(mains, cancel) // Nobody knows when it was.
	}
	highest, latest := int64(0), dates.WallTime("")
	for _, c := range mains {
		n, modified := sequence(c), stamp(c, "LAST-MODIFIED")
		switch {
		case n > highest:
			highest, latest = n, modified
		case n == highest:
			latest = max(latest, modified)
		}
	}
	starts := map[string]*component{}
	for _, c := range mains {
		modified := stamp(c, "LAST-MODIFIED")
		if sequence(c) < highest || modified != "" && modified < latest {
			continue
		}
		key := ""
		if p := c.filled("DTSTART"); p != nil {
			key = p.param("TZID") + ":" + strings.TrimSpace(p.Value)
			if m, ok := readMoment(p.Value, nil); ok {
				key = string(m.wall) + p.param("TZID")
			}
		}
		starts[key] = c
	}
	var all []*recurrenceSet
	for i, key := range slices.Sorted(maps.Keys(starts)) {
		p := &recurrenceSet{uid: e.uid, main: starts[key], unsure: e.unsure}
		p.cancelled = cancel != nil && version(cancel, p.main) >= 0
		if i > 0 {
			p.uid += "#" + strings.NewReplacer("-", "", ":", "", " ", "T").Replace(key)
			p.note = "has the UID of another event that starts at another time: imported as a separate event"
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		all = append(all, &recurrenceSet{uid: e.uid, unsure: e.unsure})
	}
	of := all[0]
	if i := slices.IndexFunc(all, func(s *recurrenceSet) bool {
		return s.main != nil && s.main.filled("RRULE") != nil
	}); i >= 0 {
		of = all[i]
	}
	of.changed = e.changed
	return all
}

// recurrenceSet is an event or a series with the events that differ from it.
type recurrenceSet struct {
	uid     string
	main    *component // Nil where only changed events are known.
	changed []*component
	unsure  bool   // Some of it could not be read.
	note    string // About the event.
	// Another component says so of all of it.
	cancelled bool
}

// isCancelled reports whether a component says that what it is about does not take place.
func (c *component) isCancelled() bool {
	return c.of.method == "CANCEL" || strings.HasPrefix(strings.ToUpper(c.raw("STATUS")), "CANCEL")
}

// change is an event that differs from its series.
type change struct {
	Event
	of    *component
	clock *zone
	inUTC bool // Its date in the series is written in UTC, unlike the series.
}

// ranged is what changes an event and all later ones (RANGE=THISANDFUTURE).
type ranged struct {
	*template
	from  dates.WallTime // By the clock of the series.
	shift int64          // Seconds by that clock, from the events of the series to these.
}

// read adds the events to the calendar.
func (rs *recurrenceSet) read() {
	var main *template
	var s series
	var r *reader
	switch {
	case rs.main != nil:
		var err error
		r = rs.main.of
		if main, err = r.template(rs.main, rs.uid); err != nil {
			r.skip(rs.main, err)
			rs.unsure = true
		} else {
			main.repeats = len(rs.changed) > 0 || rs.main.filled("RRULE") != nil || rs.main.filled("RDATE") != nil
			s = r.series(rs.main, main)
			if rs.cancelled {
				main.Status = Cancelled
			}
		}
		if rs.note != "" {
			s.notes = append(s.notes, rs.note)
		}
	case len(rs.changed) > 0:
		r = rs.changed[0].of
	default:
		return // It was cut off, and reported.
	}
	changed, later, hidden := rs.changes(main)
	taken := r.chosen(s.starts)
	if !r.limit.take(rs.line(), len(taken)+len(changed)) {
		return
	}
	for _, w := range taken {
		key := main.key(w)
		if hidden[key] {
			continue
		}
		event, differs := changed[key]
		if !differs {
			event.Event, event.clock = r.occurrence(main, w, s.lengths[w]), main.clock
			for _, l := range later { // In order: the last one that has begun counts.
				if l.from <= w {
					event.Event = r.occurrence(l.template, w.AddSeconds(l.shift), length{})
				}
			}
		}
		event.Occurrence = key
		event.clock.follows(event.Event)
		r.calendar.Events = append(r.calendar.Events, event.Event)
	}
	all := map[string]bool{}
	for _, w := range s.starts {
		all[main.key(w)] = true
	}
	if main != nil {
		maps.DeleteFunc(changed, func(key string, c change) bool {
			return !all[key] && s.removed[key] && version(rs.main, c.of) > 0
		})
		s.endless = r.leaveLater(changed, all) || s.endless
	}
	strays := stray(changed, all, &s)
	r.calendar.Events = append(r.calendar.Events, strays...)
	if main != nil {
		parts, err := rs.parts(r, main, s, later, strays)
		if err != nil {
			s.notes = append(s.notes, singleEvents(err))
		}
		for key := range changed {
			all[key] = true
		}
		for key := range hidden {
			all[key] = true
		}
		s.unsure = s.unsure || rs.unsure
		of := r.seriesOf(main, s, all)
		of.Parts = parts
		r.calendar.Series = append(r.calendar.Series, of)
	}
}

// line returns where the set begins.
func (rs *recurrenceSet) line() int {
	if rs.main != nil {
		return rs.main.line
	}
	return rs.changed[0].line
}

// series finds the starts of the events of a component.
func (r *reader) series(c *component, t *template) series {
	s := rules{start: t.begin, from: t.clock.written(), until: max(r.Until, t.begin), most: mostSteps, days: t.AllDay}
	lengths, removed := map[dates.WallTime]length{}, map[string]bool{}
	found := series{skipped: t.skipped}
	lose := func(err error, what string) {
		if err != nil {
			found.lost = append(found.lost, what+err.Error())
			found.unsure = found.unsure || what != withoutRemoved
		}
	}
	if c.get("RRULE") != nil && c.filled("RRULE") == nil {
		found.notes, found.unsure = append(found.notes, "its rule is empty: imported as a single event"), true
	}
	for _, p := range c.props["RRULE"] {
		lose(s.rule(p, &s.options), "only its first event is imported: ")
	}
	for _, p := range c.props["EXRULE"] {
		lose(s.rule(p, &s.excluded), withoutRemoved)
	}
	for _, name := range []string{"RDATE", "EXDATE"} {
		for _, p := range c.props[name] {
			if !r.limit.add(p.line, 1+strings.Count(p.Value, ",")) {
				return series{}
			}
			list, err := r.moments(p)
			if name == "EXDATE" {
				lose(err, withoutRemoved)
				for _, m := range list {
					w := t.dateOf(m.moment)
					s.removed = append(s.removed, w)
					removed[Key(w)] = true
				}
				continue
			}
			lose(err, "imported without some of its dates: ")
			for _, m := range list {
				w := t.at(m.moment)
				s.added = append(s.added, w)
				if m.end.wall != "" {
					m.length = length{exact: m.end.instant(t.clock).Sub(m.instant(t.clock)), set: true}
				}
				if m.length.set && m.length.exact >= 0 && !t.AllDay {
					lengths[w] = m.length
				}
			}
		}
	}
	lose(s.expand(t.real, &found), "only its first event is imported: ")
	if !r.limit.add(c.line, len(found.starts)) {
		return series{}
	}
	if found.idle > 0 && !found.tooMany {
		found.notes = append(found.notes, fmt.Sprintf("dates to leave out (EXDATE) that it does not have: %d", found.idle))
	}
	found.lengths, found.removed, found.without = lengths, removed, s.removed
	for _, w := range s.added {
		found.added = append(found.added, t.real(w))
	}
	return found
}

// withoutRemoved begins what is reported of dates that should be left out.
const withoutRemoved = "some of its dates may have been removed: "

// changes returns the events that differ from their series, by their keys there; those
// that change all later ones, in order; and the keys of those that cannot be read.
func (rs *recurrenceSet) changes(main *template) (changed map[string]change, later []ranged, hidden map[string]bool) {
	changed, hidden = map[string]change{}, map[string]bool{}
	for _, c := range rs.changed {
		r := c.of
		id := c.filled("RECURRENCE-ID")
		m, err := r.moment(id)
		if err != nil {
			r.skip(c, err)
			rs.unsure = true
			continue
		}
		t, err := r.template(c, rs.uid)
		if err != nil {
			r.skip(c, err)
			if main != nil {
				hidden[main.key(main.dateOf(m))] = true
			}
			continue
		}
		of := main
		if of == nil { // Another series may begin with it.
			of = t
			of.repeats = true
		}
		w := of.dateOf(m)
		event := r.occurrence(t, t.start, length{})
		event.Occurrence, event.Changed = of.key(w), true
		old, there := changed[event.Occurrence]
		if there && version(old.of, c) > 0 {
			continue
		}
		changed[event.Occurrence] = change{event, c, t.clock, m.form == utc && of.clock.id != "UTC"}
		switch scope := strings.ToUpper(id.param("RANGE")); {
		case scope == "THISANDFUTURE" && main != nil:
			later = append(later, t.from(main, w))
		case scope != "":
			event.Notes = append(event.Notes, "also changes other events of its series (RANGE="+scope+
				"): only this one is changed")
			changed[event.Occurrence] = change{event, c, t.clock, false}
		}
	}
	slices.SortStableFunc(later, func(a, b ranged) int { return cmp.Compare(a.from, b.from) })
	return changed, later, hidden
}

// from returns the template as what changes a series from one of its events on.
func (t *template) from(main *template, w dates.WallTime) ranged {
	out := *t
	start := t.start
	if t.AllDay {
		// Whole days in the place of times are the days of these.
		start = start[:len("2006-01-02")] + w[len("2006-01-02"):]
	} else {
		if t.clock != main.clock {
			start = main.clock.local(t.clock.utc(t.start))
		}
		out.clock, out.shown = main.clock, main.shown
	}
	return ranged{template: &out, from: w, shift: start.Sub(w)}
}

// leaveLater leaves out the changed events that come later than what is looked
// at, like their series, and reports whether there are any.  Without its series
// an event stands alone, and is taken whenever it is.
func (r *reader) leaveLater(changed map[string]change, all map[string]bool) bool {
	n, last := len(changed), Key(r.Until)
	maps.DeleteFunc(changed, func(key string, _ change) bool { return !all[key] && key > last })
	return len(changed) < n
}

// stray returns the changed events that no rule leads to, by time.  Those whose dates are
// in UTC, unlike the series, are noted: by other rules of the zone they may be dates of it.
func stray(changed map[string]change, all map[string]bool, of *series) []Event {
	var list []Event
	inUTC := 0
	for key, c := range changed {
		if all[key] {
			continue
		}
		c.clock.follows(c.Event)
		list = append(list, c.Event)
		if c.inUTC {
			inUTC++
		}
	}
	if inUTC > 0 && len(all) > 0 {
		of.notes = append(of.notes, fmt.Sprintf("changed dates (RECURRENCE-ID in UTC) that it does not have: %d; imported "+
			"as additional dates", inUTC))
	}
	slices.SortFunc(list, func(a, b Event) int { return strings.Compare(a.Occurrence, b.Occurrence) })
	return list
}

// chosen returns the starts of the events to take, if there are too many: those
// to come, as far as they go, then the last of those that were.
func (r *reader) chosen(starts []dates.WallTime) []dates.WallTime {
	if len(starts) <= r.Most {
		return starts
	}
	first, _ := slices.BinarySearch(starts, r.Today)
	first = min(first, len(starts)-r.Most)
	return starts[first : first+r.Most]
}

// seriesOf returns the summary of a series.
func (r *reader) seriesOf(t *template, s series, all map[string]bool) Series {
	out := Series{
		Line: t.Line, UID: t.UID, Title: t.Title, Sequence: t.Sequence, Modified: t.Modified, First: t.key(t.start),
		Until:   Key(r.Until),
		Endless: s.endless, TooMany: s.tooMany, Unsure: s.unsure, Notes: s.notes, Lost: s.lost, keys: all,
	}
	if taken := r.chosen(s.starts); len(taken) > 0 && len(taken) < len(s.starts) {
		out.Past, _ = slices.BinarySearch(s.starts, taken[0])
		out.Future = len(s.starts) - out.Past - len(taken)
	}
	return out
}
