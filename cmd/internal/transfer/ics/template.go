package ics

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
)

// template is what the events of a series have in common; an event that stands
// alone is a series of one.
type template struct {
	Event
	clock  *zone          // By which the series is counted.
	shown  *dates.Zone    // Zone of the events where it is another one.
	start  dates.WallTime // By the clock.
	length int64          // Seconds by the clock; of whole days, to the last one.
	exact  time.Duration  // Used in its place when it is not 0: the time that passes.
}

// ours is the form of the ids that feeds of this service have.  A number of more
// digits would leave no ids for what comes after it.
var ours = regexp.MustCompile(`^(.+\?id=([0-9]{1,12}))@.+$`)

// OwnID returns the global id of an event and its id, when the UID is one that
// feeds of this service have, of whatever site.
func OwnID(uid string) (global string, id int64, ok bool) {
	parts := ours.FindStringSubmatch(uid)
	if parts == nil {
		return "", 0, false
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	return parts[1], id, err == nil && id > 0
}

// template reads an event.
func (r *reader) template(c *component, uid string) (*template, error) {
	begin := c.get("DTSTART")
	if begin == nil {
		return nil, faulty(c.line, "expected a DTSTART in the VEVENT that begins here")
	}
	start, err := r.moment(begin)
	if err != nil {
		return nil, err
	}
	t := &template{Event: Event{
		Line: c.line, UID: uid, Sequence: sequence(c), Modified: stamp(c, "LAST-MODIFIED"), Created: stamp(c, "CREATED"),
		AllDay: start.form == day,
	}}
	r.setClock(t, c, start)
	t.start = t.at(start)
	if err := r.setEnd(t, c); err != nil {
		return nil, err
	}
	r.texts(t, c)
	return t, nil
}

// setClock chooses the zone of an event.  Times in UTC are shown in the zone of
// the calendar, which is what programs mean that write all times so; feeds of
// this service name the zone, or mean UTC.
func (r *reader) setClock(t *template, c *component, start moment) {
	_, _, own := OwnID(t.UID)
	named, isNamed := knownZone(unescaped(c.raw("X-EVENT-TZID")))
	t.clock = r.own
	switch start.form {
	case local:
		t.clock = start.zone
	case utc:
		t.clock = &zone{id: "UTC"}
		switch {
		case isNamed:
			t.shown = &named
		case !own:
			t.shown = &r.own.known
		}
	case day:
		if isNamed {
			t.clock = &zone{id: "\x00day", known: named}
		}
	case floating:
	}
}

// at returns a date of the series by its clock.  A date without a time, where
// events have times, means the event of that day.
func (t *template) at(m moment) dates.WallTime {
	w := m.in(t.clock)
	switch {
	case t.AllDay:
		return w.StartOfDay()
	case m.form == day && t.start != "":
		return w[:len("2006-01-02")] + t.start[len("2006-01-02"):]
	}
	return w
}

// key names an event of the series by its start.
func (t *template) key(w dates.WallTime) string {
	if w == t.start {
		return ""
	}
	return compact(w)
}

// compact writes a wall time as "20060102T150405".
func compact(w dates.WallTime) string { return compacting.Replace(string(w)) }

// compacting drops what parts the numbers of a wall time.
var compacting = strings.NewReplacer("-", "", ":", "", " ", "T")

// setEnd finds out how long an event lasts: as DTEND or DURATION say, else a day
// or no time at all.
func (r *reader) setEnd(t *template, c *component) error {
	if p := c.get("DTEND"); p != nil {
		end, err := r.moment(p)
		if err != nil {
			return err
		}
		t.setLength(end.in(t.clock))
		return nil
	}
	p := c.get("DURATION")
	if p == nil {
		return nil
	}
	d, nominal, err := duration(p)
	switch {
	case err != nil:
		return err
	case nominal || t.AllDay:
		t.setLength(t.start.AddSeconds(int64(d / time.Second)))
	default:
		t.exact = d
	}
	return nil
}

// setLength sets the length by the end, which of whole days is the day after
// the last.
func (t *template) setLength(end dates.WallTime) {
	if t.AllDay {
		end = max(end.AddSeconds(-1).StartOfDay(), t.start)
	}
	if end < t.start {
		t.Notes = append(t.Notes, "its end is before its start: it ends when it starts")
		end = t.start
	}
	t.length = end.Sub(t.start)
}

// occurrence returns the event of a series that starts at a time.
func (r *reader) occurrence(t *template, w dates.WallTime) Event {
	e := t.Event
	e.Occurrence = t.key(w)
	e.Start, e.End, e.Zone = w, w.AddSeconds(t.length), t.clock.known
	switch {
	case t.AllDay:
		e.End = e.End.EndOfDay()
		return e
	case t.exact != 0:
		e.End = t.clock.local(t.clock.utc(w).AddSeconds(int64(t.exact / time.Second)))
	}
	if t.shown != nil {
		e.Zone = *t.shown
		e.Start, e.End = e.Zone.Local(t.clock.utc(e.Start)), e.Zone.Local(t.clock.utc(e.End))
		return e
	}
	e.Zone, e.End = t.clock.named(e.Start, e.End, r.Site)
	return e
}
