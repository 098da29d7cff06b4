package events

import (
	"time"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/dates"
)

// timeElement is a time as a page shows it, and as programs read it.
type timeElement struct {
	Text string
	ISO  string // Value of the attribute datetime.
}

// Span is from when until when an event is.  End is empty when it would repeat the start.
type Span struct {
	Start, End timeElement
	Times      string // Times of day of several days, "" if Start and End have them.
}

// Text writes the span as plain text, "" for an empty one.
func (s Span) Text() string { return frame.Compact(" – ", s.Start.Text, s.End.Text) + s.Times }

// LastDay returns the last day on which the event is: one that ends at midnight
// is not on the day that begins then.
func (e *Event) LastDay() time.Time {
	last := frame.Day(e.End)
	if e.End > e.Start && e.End == e.End.StartOfDay() {
		last = last.AddDate(0, 0, -1)
	}
	return last
}

// ParseZone returns the zone that TimeZone names.
func (e *Event) ParseZone() dates.Zone {
	zone, err := dates.ParseZone(e.TimeZone)
	if err != nil {
		return dates.Zone{} // No event has such a zone.
	}
	return zone
}

// moments returns when the event begins and ends.
func (e *Event) moments() (start, end dates.Moment) {
	zone := e.ParseZone()
	return zone.Moment(e.Start, e.StartUTC), zone.Moment(e.End, e.EndUTC)
}

// timeElement writes a time of an event for programs, with what people read.
func (e *Event) timeElement(text string, at dates.Moment) timeElement {
	if e.AllDay {
		return timeElement{text, frame.ISO(frame.Day(at.Written))}
	}
	return timeElement{text, at.Written.ISOAt(at.UTC())}
}

// nightSeconds is how long after midnight a night belongs to the day before.
const nightSeconds = 6 * 60 * 60

// isOneDay reports whether an event is on one day, or in the night after it.
func (e *Event) isOneDay() bool {
	first, last := frame.Day(e.Start), frame.Day(e.End)
	isNight := !e.AllDay && last.Equal(first.AddDate(0, 0, 1)) && e.End.Sub(e.End.StartOfDay()) <= nightSeconds
	return first.Equal(last) || isNight
}

// Whole writes when an event is, so that nothing around it need say the day.
func (e *Event) Whole(t *frame.Translation) Span {
	if e.isOneDay() {
		s := e.hours(t)
		s.Start.Text = frame.Compact(" · ", t.ShortDate(frame.Day(e.Start)), frame.LowerFirst(s.Start.Text))
		return s
	}
	start, end := e.moments()
	first, last := frame.Day(start.Written), frame.Day(end.Written)
	s := Span{Start: e.timeElement(t.FormatShortDate(first, false), start), End: e.timeElement(t.ShortDate(last), end)}
	switch {
	case first.Year() != last.Year():
		s.Start.Text = t.ShortDate(first)
	case first.Month() == last.Month():
		s.Start.Text = t.FormatDayOfMonth(first)
	}
	if !e.AllDay {
		from, until := t.FormatTimes(start.Written, end.Written)
		s.Times = " · " + from + " – " + until
	}
	return s
}

// below writes when an event is below the heading of its first day.
func (e *Event) below(t *frame.Translation) Span {
	if e.isOneDay() {
		return e.hours(t)
	}
	return e.Whole(t)
}

// hours writes when an event of one day is on it.
func (e *Event) hours(t *frame.Translation) Span {
	start, end := e.moments()
	if e.AllDay {
		return Span{Start: e.timeElement(t.Text("All day"), start)}
	}
	if !end.Instant.After(start.Instant) {
		return Span{Start: e.timeElement(t.FormatTime(start.Written), start)}
	}
	from, until := t.FormatTimes(start.Written, end.Written)
	return Span{Start: e.timeElement(from, start), End: e.timeElement(until, end)}
}

// ZoneOf says which zone the times of an event are in, by its city: "Paris time (CET)". It is
// "" for whole days like those of the site.
func (p *Page) ZoneOf(e *Event) string {
	if e.AllDay && !otherDay(e, p.API.Env.Deployment.Zone) {
		return ""
	}
	return p.ZoneName(e.TimeZone, e.Zone)
}

// otherDay reports whether the day on which an event begins is not the same one
// in the zone of the site.
func otherDay(e *Event, site dates.Zone) bool {
	return !e.ParseZone().Instant(e.Start).Equal(site.Instant(e.Start))
}

// Instants returns when the event begins and ends.
func (e *Event) Instants() (start, end time.Time) {
	from, to := e.moments()
	return from.Instant, to.Instant
}

// Over returns when the event is over: one without a duration with its day, as nobody has
// said how long it lasts.
func (e *Event) Over() time.Time {
	start, end := e.Instants()
	if !end.After(start) {
		return e.ParseZone().Instant(e.End.EndOfDay())
	}
	return end
}
