package feed

import (
	"io"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"almanac/runtime/dates"
)

// Series is an event that repeats.
type Series struct {
	ID      int64
	Version int64 // Raised with every change of how it repeats, from 1.
	// Event is what most dates say.  It has start and end of the first one, by whose zone and
	// whole days the series repeats.
	Event Entry
	// Duration is how many seconds the dates last where the first one does not tell; else 0.
	Duration int64
	Rule     string           // RRULE; "" for dates alone.
	Except   []dates.WallTime // Starts that the rule has and the series has not.
	Dates    []dates.WallTime // Starts beside the rule.
	Changed  []ChangedDate
	Others   []Entry        // Dates that are written as events of their own.
	Until    dates.WallTime // Up to when the zone has to be defined.
}

// ChangedDate is a date of a series that says something else than most.
type ChangedDate struct {
	ID dates.WallTime // Its start by the series (RECURRENCE-ID).
	Entry
}

// ICalSeries writes a series as iCalendar: one VEVENT that repeats, and one for each date that
// differs from it.
//
// A date beside the rule with a length of its own is one of these, and no RDATE with
// VALUE=PERIOD: the periods of section 3.8.5.2 are unknown to many calendar programs, which
// leave the date out, while all read RECURRENCE-ID.
func ICalSeries(out io.Writer, c Channel, s Series) error {
	apart := append([]Entry{}, s.Others...)
	for _, d := range s.Changed {
		apart = append(apart, d.Entry)
	}
	c.Outline = OutlineOf(apart)
	e := s.Event
	c.Outline.Note(dates.Zone{}, e.Start, e.End, e.Modified)
	if !e.AllDay && e.Zone != (dates.Zone{}) {
		// The zone has to be defined also if it is an offset, as a rule in UTC would have other
		// days, and in all years in which programs look for dates.
		if c.Outline.zones == nil {
			c.Outline.zones = map[dates.Zone]map[int]bool{}
		}
		years := c.Outline.zones[e.Zone]
		if years == nil {
			years = map[int]bool{}
			c.Outline.zones[e.Zone] = years
		}
		for y := year(e.Start); y <= max(year(s.Until), year(e.End)); y++ {
			years[y] = true
		}
	}
	w, err := ICal(out, c)
	if err != nil {
		return err
	}
	components := []*ical.Component{s.component(c)}
	for _, d := range s.Changed {
		d.UID = c.seriesUID(s.ID)
		one := d.component(c)
		one.Props.Set(s.moment(ical.PropRecurrenceID, d.ID))
		components = append(components, one)
	}
	for _, other := range s.Others {
		components = append(components, other.component(c))
	}
	if err := w.(*icalWriter).write(components); err != nil {
		return err
	}
	return w.Close()
}

// component returns the VEVENT that repeats.
func (s Series) component(in Channel) *ical.Component {
	e := s.Event
	e.UID, e.Version = in.seriesUID(s.ID), s.Version
	c := e.component(in)
	if !e.AllDay {
		// Unlike those of other events its times are never in UTC, in which they would not
		// follow the clocks of the zone.
		c.Props.Del(PropZone)
		c.Props.Del(ical.PropDateTimeEnd)
		c.Props.Set(s.moment(ical.PropDateTimeStart, e.Start))
		switch {
		case s.Duration > 0:
			raw(c, ical.PropDuration, "PT"+units.Replace((time.Duration(s.Duration)*time.Second).String()))
		case e.End > e.Start:
			c.Props.Set(s.moment(ical.PropDateTimeEnd, e.End))
		}
	}
	raw(c, ical.PropRecurrenceRule, s.Rule)
	for _, at := range s.Except {
		c.Props.Add(s.moment(ical.PropExceptionDates, at))
	}
	for _, at := range s.Dates {
		c.Props.Add(s.moment(ical.PropRecurrenceDates, at))
	}
	return c
}

// units turns a duration as Go writes it, such as 6h0m0s, into one of iCalendar.
var units = strings.NewReplacer("h0m0s", "H", "m0s", "M", "h", "H", "m", "M", "s", "S")

// moment returns a property that is a start or an end by the clock of the series.
func (s Series) moment(name string, at dates.WallTime) *ical.Prop {
	prop := ical.NewProp(name)
	prop.Value = compact(at)
	switch {
	case s.Event.AllDay:
		prop.Value = prop.Value[:len("20060102")]
		prop.Params.Set(ical.ParamValue, string(ical.ValueDate))
	case s.Event.Zone == (dates.Zone{}):
		prop.Value += "Z"
	default:
		prop.Params.Set(ical.PropTimezoneID, tzid(s.Event.Zone))
	}
	return prop
}
