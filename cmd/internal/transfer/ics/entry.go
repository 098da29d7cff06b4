package ics

import (
	"maps"
	"slices"
	"strings"

	"almanac/runtime/dates"
)

// entry is everything that has one UID: an event or a series, and the events of
// the series that differ from it.
type entry struct {
	uid     string
	main    *component
	changed []*component
}

// add adds a component.  Of several versions of the same the highest SEQUENCE
// counts, of equal ones the last.
func (e *entry) add(c *component) {
	if c.get("RECURRENCE-ID") != nil {
		e.changed = append(e.changed, c)
		return
	}
	if e.main == nil || sequence(c) >= sequence(e.main) {
		e.main = c
	}
}

// line returns where the entry begins.
func (e *entry) line() int {
	if e.main != nil {
		return e.main.line
	}
	return e.changed[0].line
}

// entry adds the events of an entry to the calendar.
func (r *reader) entry(e *entry) error {
	var main *template
	var s series
	if e.main != nil {
		var err error
		if main, err = r.template(e.main, e.uid); err != nil {
			return err
		}
		if s, err = r.series(e.main, main); err != nil {
			return err
		}
	}
	changed, err := r.changes(e, main)
	if err != nil {
		return err
	}
	taken := r.chosen(s.starts)
	if err := r.limit.take(e.line(), len(taken)+len(changed)); err != nil {
		return err
	}
	for _, w := range taken {
		event := r.occurrence(main, w)
		if other, ok := changed[event.Occurrence]; ok {
			event = other
		}
		r.calendar.Events = append(r.calendar.Events, event)
	}
	all := map[string]bool{}
	for _, w := range s.starts {
		all[main.key(w)] = true
	}
	if main != nil {
		s.endless = r.leaveLater(changed, all) || s.endless
	}
	r.calendar.Events = append(r.calendar.Events, stray(changed, all)...)
	if main != nil {
		r.calendar.Series = append(r.calendar.Series, r.seriesOf(main, s, all, changed))
	}
	return nil
}

// series finds the starts of the events of a component.
func (r *reader) series(c *component, t *template) (series, error) {
	s := rules{start: t.start, from: t.clock, until: max(r.Until, t.start), most: mostSteps}
	for _, p := range c.props["RRULE"] {
		if err := s.rule(p); err != nil {
			return series{}, err
		}
	}
	var err error
	if s.added, err = r.listed(c, t, "RDATE"); err != nil {
		return series{}, err
	}
	if s.removed, err = r.listed(c, t, "EXDATE"); err != nil {
		return series{}, err
	}
	found, err := s.expand()
	if err != nil {
		t.Notes = append(t.Notes, err.Error()+": it is its first event alone")
		return series{starts: []dates.WallTime{t.start}, tooMany: true}, nil
	}
	if err := r.limit.add(c.line, len(found.starts)); err != nil {
		return series{}, err
	}
	if t.AllDay { // Whatever their rule says of hours.
		for i, w := range found.starts {
			found.starts[i] = w.StartOfDay()
		}
		found.starts = slices.Compact(found.starts)
	}
	return found, nil
}

// listed returns the dates that properties with a name list, by the clock of the
// series.
func (r *reader) listed(c *component, t *template, name string) ([]dates.WallTime, error) {
	var all []dates.WallTime
	for _, p := range c.props[name] {
		if err := r.limit.add(p.line, 1+strings.Count(p.Value, ",")); err != nil {
			return nil, err
		}
		list, err := r.moments(p)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			all = append(all, t.at(m))
		}
	}
	return all, nil
}

// changes returns the events that differ from their series, by their keys there.
func (r *reader) changes(e *entry, main *template) (map[string]Event, error) {
	changed, version := map[string]Event{}, map[string]int64{}
	for _, c := range e.changed {
		t, err := r.template(c, e.uid)
		if err != nil {
			return nil, err
		}
		id := c.get("RECURRENCE-ID")
		m, err := r.moment(id)
		if err != nil {
			return nil, err
		}
		of := main
		if of == nil {
			of = t
		}
		event := r.occurrence(t, t.start)
		event.Occurrence = of.key(of.at(m))
		if main == nil && event.Occurrence == "" { // Another series may begin with it.
			event.Occurrence = compact(of.at(m))
		}
		if strings.EqualFold(id.param("RANGE"), "THISANDFUTURE") {
			event.Notes = append(event.Notes, "changes all later events of its series (RANGE=THISANDFUTURE): only this one is changed")
		}
		if n, there := version[event.Occurrence]; !there || event.Sequence >= n {
			changed[event.Occurrence], version[event.Occurrence] = event, event.Sequence
		}
	}
	return changed, nil
}

// leaveLater leaves out the changed events that come later than what is looked
// at, like their series, and reports whether there are any.  Without its series
// an event stands alone, and is taken whenever it is.
func (r *reader) leaveLater(changed map[string]Event, all map[string]bool) bool {
	n, last := len(changed), compact(r.Until)
	maps.DeleteFunc(changed, func(key string, _ Event) bool { return !all[key] && key > last })
	return len(changed) < n
}

// stray returns the changed events that no rule leads to, by time.
func stray(changed map[string]Event, all map[string]bool) []Event {
	var list []Event
	for key, event := range changed {
		if !all[key] {
			list = append(list, event)
		}
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
func (r *reader) seriesOf(t *template, s series, all map[string]bool, changed map[string]Event) Series {
	for key := range changed {
		all[key] = true
	}
	out := Series{
		Line: t.Line, UID: t.UID, Title: t.Title, Sequence: t.Sequence, Modified: t.Modified, Until: compact(r.Until), Endless: s.endless, TooMany: s.tooMany, keys: all,
	}
	if taken := r.chosen(s.starts); len(taken) > 0 && len(taken) < len(s.starts) {
		out.Past, _ = slices.BinarySearch(s.starts, taken[0])
		out.Future = len(s.starts) - out.Past - len(taken)
	}
	return out
}
