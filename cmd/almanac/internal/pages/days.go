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

// span is from when until when an event is.  End is empty when it would repeat the start.
type span struct {
	Start, End timeElement
	Times      string // Times of day of several days, "" if Start and End have them.
}

// Text writes the span as plain text, "" for an empty one.
func (s span) Text() string { return compact(" – ", s.Start.Text, s.End.Text) + s.Times }

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

// timeElement writes a time of an event for programs, with what people read.
func (e *Event) timeElement(text string, at dates.Moment) timeElement {
	if e.AllDay {
		return timeElement{text, iso(date(at.Written))}
	}
	return timeElement{text, at.Written.ISOAt(at.UTC())}
}

// nightSeconds is how long after midnight a night belongs to the day before.
const nightSeconds = 6 * 60 * 60

// isOneDay reports whether an event is on one day, or in the night after it.
func (e *Event) isOneDay() bool {
	first, last := date(e.Start), date(e.End)
	isNight := !e.AllDay && last.Equal(first.AddDate(0, 0, 1)) && e.End.Sub(e.End.StartOfDay()) <= nightSeconds
	return first.Equal(last) || isNight
}

// whole writes when an event is, so that nothing around it need say the day.
func (e *Event) whole(t *translation) span {
	if e.isOneDay() {
		s := e.hours(t)
		s.Start.Text = compact(" · ", t.shortDate(date(e.Start)), lowerFirst(s.Start.Text))
		return s
	}
	start, end := e.moments()
	first, last := date(start.Written), date(end.Written)
	s := span{Start: e.timeElement(t.FormatShortDate(first, false), start), End: e.timeElement(t.shortDate(last), end)}
	switch {
	case first.Year() != last.Year():
		s.Start.Text = t.shortDate(first)
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
func (e *Event) below(t *translation) span {
	if e.isOneDay() {
		return e.hours(t)
	}
	return e.whole(t)
}

// hours writes when an event of one day is on it.
func (e *Event) hours(t *translation) span {
	start, end := e.moments()
	if e.AllDay {
		return span{Start: e.timeElement(t.Text("All day"), start)}
	}
	if !end.Instant.After(start.Instant) {
		return span{Start: e.timeElement(t.FormatTime(start.Written), start)}
	}
	from, until := t.FormatTimes(start.Written, end.Written)
	return span{Start: e.timeElement(from, start), End: e.timeElement(until, end)}
}

// zoneOf says which zone the times of an event are in, by its city: "Paris time (CET)". It is
// "" for whole days like those of the site.
func (p *pageRequest) zoneOf(e *Event) string {
	if e.AllDay && !otherDay(e, p.api.Env.Deployment.Zone) {
		return ""
	}
	return p.zoneName(e.TimeZone, e.Zone)
}

// zoneName names a zone with its short name.
func (p *pageRequest) zoneName(name, short string) string {
	area := strings.LastIndexByte(name, '/')
	if area < 0 {
		return name // UTC, or an offset.
	}
	return p.t.Text("%s time (%s)", strings.ReplaceAll(name[area+1:], "_", " "), short)
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
