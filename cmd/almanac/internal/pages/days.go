package pages

import (
	"strings"
	"time"

	"almanac/runtime/dates"
)

// timeElement is a time as a page shows it, and as programs read it.
type timeElement struct {
	Text string
	ISO  string // Value of the attribute datetime.
}

// span is from when until when an event is.  End is empty when it would repeat
// the start.
type span struct{ Start, End timeElement }

// Text writes the span as plain text, "" for an empty one.
func (s span) Text() string { return compact(" – ", s.Start.Text, s.End.Text) }

// date returns the day of a wall time, as if in UTC; the first day of 1970 for
// a text that is no wall time.
func date(w dates.WallTime) time.Time {
	return time.Unix(w.StartOfDay().Unix(), 0).UTC()
}

// iso writes a day as addresses and attributes have it.
func iso(day time.Time) string { return day.Format(time.DateOnly) }

// lastDay returns the last day on which the event is: one that ends at midnight
// is not on the day that begins then.
func (e *Event) lastDay() time.Time {
	last := date(e.End)
	if e.End > e.Start && e.End == e.End.StartOfDay() {
		last = last.AddDate(0, 0, -1)
	}
	return last
}

func (e *Event) zone() dates.Zone {
	zone, err := dates.ParseZone(e.TimeZone)
	if err != nil {
		return dates.Zone{} // No event has such a zone.
	}
	return zone
}

// moments returns when the event begins and ends.
func (e *Event) moments() (start, end dates.Moment) {
	zone := e.zone()
	return zone.Moment(e.Start, e.StartUTC), zone.Moment(e.End, e.EndUTC)
}

// timeElement writes a time of an event, with its day or without.
func (e *Event) timeElement(t *translation, at dates.Moment, withDay bool) timeElement {
	w := at.Written
	if e.AllDay {
		return timeElement{t.FormatDate(date(w), true), iso(date(w))}
	}
	m := timeElement{t.FormatTime(w), w.ISOAt(at.UTC())}
	if withDay {
		m.Text = t.FormatDate(date(w), true) + ", " + m.Text
	}
	return m
}

// whole writes when an event is, so that nothing around it need say the day.
func (e *Event) whole(t *translation) span {
	same := date(e.Start).Equal(date(e.End))
	start, end := e.moments()
	s := span{Start: e.timeElement(t, start, true)}
	if end.Instant.After(start.Instant) && (!e.AllDay || !same) {
		s.End = e.timeElement(t, end, !same)
	}
	if e.AllDay && same {
		s.Start.Text += ", " + lowerFirst(t.Text("All day"))
	}
	return s
}

// below writes when an event is below the heading of its first day.
func (e *Event) below(t *translation) span {
	same := date(e.Start).Equal(date(e.End))
	switch {
	case e.AllDay && same:
		return span{Start: timeElement{t.Text("All day"), iso(date(e.Start))}}
	case !same:
		return e.whole(t)
	}
	start, end := e.moments()
	s := span{Start: e.timeElement(t, start, false)}
	if end.Instant.After(start.Instant) {
		s.End = e.timeElement(t, end, false)
	}
	return s
}

// zoneOf says which zone the times of an event are in, by its city: "Paris time (CET)". It is
// "" for whole days like those of the site.
func (p *pageRequest) zoneOf(e *Event) string {
	if e.AllDay && !otherDay(e, p.api.Env.Deployment.Zone) {
		return ""
	}
	area := strings.LastIndexByte(e.TimeZone, '/')
	if area < 0 {
		return e.TimeZone // UTC, or an offset.
	}
	return p.t.Text("%s time (%s)", strings.ReplaceAll(e.TimeZone[area+1:], "_", " "), e.Zone)
}

// otherDay reports whether the day on which an event begins is not the same one
// in the zone of the site.
func otherDay(e *Event, site dates.Zone) bool {
	return !e.zone().Instant(e.Start).Equal(site.Instant(e.Start))
}

// instants returns when the event begins and ends.
func (e *Event) instants() (start, end time.Time) {
	from, to := e.moments()
	return from.Instant, to.Instant
}

// over returns when the event is over: one without a duration with its day, as nobody has
// said how long it lasts.
func (e *Event) over() time.Time {
	start, end := e.instants()
	if !end.After(start) {
		return e.zone().Instant(e.End.EndOfDay())
	}
	return end
}
