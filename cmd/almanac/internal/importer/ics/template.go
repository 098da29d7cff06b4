package ics

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/feed"
)

// template is what the events of a series have in common; an event that stands
// alone is a series of one.
type template struct {
	Event
	repeats bool           // It is a series.
	clock   *zone          // By which the series is counted.
	shown   *dates.Zone    // Zone of the events where it is another one.
	begin   dates.WallTime // DTSTART by the clock.
	start   dates.WallTime // The same, as the clock shows it.
	// Starts as the rule has them, by what the clock shows, where it skips them.
	skipped map[dates.WallTime]dates.WallTime
	length  length // Of whole days, to the last one.
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

// ownSeries is the form of the ids that feeds of series of this service have.
var ownSeries = regexp.MustCompile(`^(.+)\?series=([0-9]{1,12})@.+$`)

// OwnSeries returns the site and the id of a series, when the UID is one that feeds of series
// of this service have.
func OwnSeries(uid string) (site string, id int64, ok bool) {
	parts := ownSeries.FindStringSubmatch(uid)
	if parts == nil {
		return "", 0, false
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	return parts[1], id, err == nil && id > 0
}

// template reads an event.
func (r *reader) template(c *component, uid string) (*template, error) {
	begin := c.filled("DTSTART")
	if begin == nil && c.isCancelled() {
		begin = c.filled("RECURRENCE-ID")
	}
	if begin == nil {
		return nil, faulty(c.line, "expected a DTSTART in the VEVENT that begins here")
	}
	start, err := r.moment(begin)
	if err != nil {
		return nil, err
	}
	t := &template{Event: Event{
		Line: c.line, UID: uid, Sequence: sequence(c), Modified: stamp(c, "LAST-MODIFIED"), Created: stamp(c, "CREATED"),
		AllDay: start.form == day, Notes: slices.Clone(c.notes),
	}}
	if more := c.strange - mostStrange; more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d more lines are left out, which are not properties", more))
	}
	r.setClock(t, c, start)
	t.begin = start.in(t.clock)
	t.start = t.real(t.begin)
	t.skipped = map[dates.WallTime]dates.WallTime{t.start: t.begin}
	r.setEnd(t, c, start)
	if wholeDays(c) && !t.AllDay {
		t.disguised()
	}
	r.texts(t, c)
	return t, nil
}

// setClock chooses the zone of an event.  Times in UTC are shown in the zone of
// the calendar, which is what programs mean that write all times so; feeds of
// this service name the zone, or mean UTC.
func (r *reader) setClock(t *template, c *component, start moment) {
	_, _, own := OwnID(t.UID)
	named, isNamed := knownZone(unescaped(c.raw(feed.PropZone)))
	t.clock = r.own
	switch start.form {
	case local:
		t.clock = start.zone
	case utc:
		t.clock = &zone{id: "UTC", named: true}
		switch z := start.zone; {
		case isNamed:
			t.shown = &named
		case z != nil && z.named && z.known != (dates.Zone{}):
			t.shown = &z.known
		case !own:
			t.shown = &r.own.known
		}
	case day:
		if isNamed {
			t.clock = &zone{id: "\x00day", known: named, named: true}
		}
	case floating:
	}
}

// at returns a date of the series by its clock.  A date without a time, where
// events have times, means the event of that day.
func (t *template) at(m moment) dates.WallTime {
	if m.form == day && !t.AllDay {
		return t.real(m.wall[:len("2006-01-02")] + t.begin[len("2006-01-02"):])
	}
	if t.AllDay && m.wall == m.wall.StartOfDay() {
		return m.wall // Midnight, also in another zone, is how some programs write the day itself.
	}
	return t.real(m.in(t.clock))
}

// dateOf returns the date of the series that a moment names.  One in UTC was written for
// clocks as the file describes them.
func (t *template) dateOf(m moment) dates.WallTime {
	if m.form == utc && !t.AllDay {
		m = moment{form: floating, wall: t.clock.written().local(m.wall)}
	}
	return t.at(m)
}

// real returns a wall time of the series as its clock shows it: a time that the
// clock skips is one after the gap.  Of whole days, it is the beginning.
func (t *template) real(w dates.WallTime) dates.WallTime {
	if t.AllDay {
		return w.StartOfDay()
	}
	return t.clock.shows(w)
}

// key names an event of the series by its start.
func (t *template) key(w dates.WallTime) string {
	if !t.repeats {
		return ""
	}
	return Key(w)
}

// setEnd finds out how long an event lasts: as DTEND or DURATION say, else a day
// or no time at all.
func (r *reader) setEnd(t *template, c *component, start moment) {
	lose := func(err error) { t.Lost = append(t.Lost, "imported without its end: "+err.Error()) }
	if p := c.filled("DTEND"); p != nil {
		end, err := r.moment(p)
		if err != nil {
			lose(err)
			return
		}
		t.setLength(start, end)
		return
	}
	p := c.filled("DURATION")
	if p == nil {
		return
	}
	var ok bool
	if t.length, ok = readDuration(p.Value); !ok {
		t.length = length{}
		lose(faulty(p.line, "expected a duration of at most a hundred years such as PT1H30M or P2D as DURATION, found %s",
			quote(p.Value)))
	}
	if t.AllDay {
		t.length = length{nominal: max(t.length.nominal+t.length.exact-1, 0)}
		t.length.nominal -= t.length.nominal % secondsPerDay
	}
}

const secondsPerDay = 24 * 60 * 60

// setLength sets the length by the end, which of whole days is the day after
// the last.  The events of a series end by the clock of their starts, if the end is written by it.
func (t *template) setLength(start, end moment) {
	wall := end.in(t.clock)
	if t.AllDay {
		last := max(wall.AddSeconds(-1).StartOfDay(), t.start)
		t.length.nominal = last.Sub(t.start)
		if wall < t.start {
			t.endsBefore()
		}
		return
	}
	z := t.clock
	if end.form == local {
		z = end.zone
	}
	if end.form != utc && z == t.clock && wall >= t.begin {
		t.length.nominal = wall.Sub(t.begin)
		return
	}
	from, to := start.instant(t.clock), end.instant(t.clock)
	if end.form != utc {
		to = z.notBefore(from, to)
	}
	switch {
	case to < from:
		t.endsBefore()
	default:
		t.length.exact = to.Sub(from)
	}
}

// endsBefore notes an end that comes before the start.
func (t *template) endsBefore() {
	t.Notes = append(t.Notes, "its end is before its start: it now ends at its start")
}

// wholeDays reports whether a program says that an event with times is one of whole
// days.
func wholeDays(c *component) bool {
	for _, name := range []string{
		"X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY", "X-ALLDAY",
	} {
		if said := strings.ToUpper(c.raw(name)); said == "TRUE" || said == "1" {
			return true
		}
	}
	return false
}

// disguised makes whole days of times.  Those in UTC are midnight somewhere else:
// the nearest one here is meant.
func (t *template) disguised() {
	start := t.start
	if t.shown != nil {
		start, t.clock, t.shown = t.shown.Local(start), &zone{id: "\x00day", known: *t.shown, named: true}, nil
	}
	const half = secondsPerDay / 2
	seconds := t.length.nominal + t.length.exact
	t.AllDay = true
	t.start = start.AddSeconds(half - 1).StartOfDay()
	t.begin = t.start
	t.length = length{nominal: max((seconds+half)/secondsPerDay-1, 0) * secondsPerDay}
}

// occurrence returns the event of a series that starts at a time, and lasts as long as
// the others if nothing else is said.
func (r *reader) occurrence(t *template, w dates.WallTime, l length) Event {
	if !l.set {
		l = t.length
	}
	e := t.Event
	if t.AllDay {
		e.Start, e.End, e.Zone = w.StartOfDay(), w.AddSeconds(l.nominal).EndOfDay(), t.clock.known
		return e
	}
	start := t.clock.utc(w)
	written := cmp.Or(t.skipped[w], w)
	end := t.clock.notBefore(start, t.clock.utc(written.AddSeconds(l.nominal)))
	if w != written && end <= start { // The clock skips the start, and the end would not come after it.
		end = start.AddSeconds(l.nominal)
	}
	end = end.AddSeconds(l.exact)
	if t.shown != nil {
		e.Zone = *t.shown
	} else {
		e.Zone = r.zoneFor(t.clock, start, end)
	}
	e.Start, e.End = e.Zone.Local(start), e.Zone.Local(end)
	if e.Zone.UTC(e.Start) != start || e.Zone.UTC(e.End) != end {
		e.StartUTC, e.EndUTC = start, end
	}
	return e
}
