package calendar

import (
	"cmp"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/mutate"
	"almanac/runtime/param"
)

// Schedule points to the columns that say when an event takes place.
type Schedule struct {
	Start, End       *string // Wall times in the event's zone.
	StartUTC, EndUTC *string // Computed.
	TimeZone         *string // Name of the zone.
	AllDay           *bool
	Duration         *int64 // Seconds between start and end by the clock, computed.
}

// ScheduleInput is what a write says about it.
type ScheduleInput struct {
	Start, End, TimeZone param.Opt[string]
	AllDay               param.Opt[bool]
}

// SetSchedule applies start, end, time zone and the all-day flag.  Dates are read
// in the event's zone, but an offset or a timestamp fixes the instant; a local time that
// was there before in the same zone keeps its instant, as does one whose instant an import
// brings.  A new zone alone keeps the local times; an event of whole days begins at
// 00:00:00 and ends at 23:59:59.
func SetSchedule(c *mutate.Mutation, s Schedule, w ScheduleInput) {
	if !c.IsCreate && !w.Start.IsPresent() && !w.End.IsPresent() && !w.TimeZone.IsPresent() && !w.AllDay.IsPresent() {
		return
	}
	nameBefore := *s.TimeZone
	zone := zone(c, s, w.TimeZone)
	startUTC, endUTC := dates.WallTime(*s.StartUTC), dates.WallTime(*s.EndUTC)
	if *s.TimeZone != nameBefore {
		startUTC, endUTC = "", ""
	}
	if from := c.Imported; from != nil {
		startUTC, endUTC = cmp.Or(dates.WallTime(from.StartUTC), startUTC), cmp.Or(dates.WallTime(from.EndUTC), endUTC)
	}
	start := readDate(c, c.Resource.StartColumn, w.Start, zone, dates.WallTime(*s.Start), startUTC)
	end := zone.SpanEnd(start, readDate(c, c.Resource.EndColumn, w.End, zone, dates.WallTime(*s.End), endUTC))
	mutate.SetValue(s.AllDay, w.AllDay)
	if *s.AllDay {
		start, end = zone.Moment(start.Local.StartOfDay(), startUTC), zone.Moment(end.Local.EndOfDay(), endUTC)
		// Days begin and end by name, also where the clocks skip midnight.
		start.Local, end.Local = start.Written, end.Written
	}
	startName, endName := apierror.Param(c.Resource.StartColumn), apierror.Param(c.Resource.EndColumn)
	switch {
	case !end.Instant.Before(start.Instant):
	case end.Local >= start.Local:
		second := end.Local.AddSeconds(start.UTC().Sub(start.Local))
		c.Fail(c.Resource.EndColumn, "%s must not be before %s. When the clocks go back and a time occurs twice, the first "+
			"is used; for the second, send %s.", endName, startName, end.Local.ISOAt(second))
	default:
		c.Fail(c.Resource.EndColumn, "%s must not be before %s.", endName, startName)
	}
	*s.Start, *s.End = string(start.Local), string(end.Local)
	*s.StartUTC, *s.EndUTC = string(start.UTC()), string(end.UTC())
}

// Derive computes the times in UTC and the duration from the local times and
// the zone, which follows daylight saving time.  A time in UTC at which the clock of the
// zone shows the local time stays: it tells which of two equal hours is meant.
func (s Schedule) Derive() {
	zone, err := dates.ParseZone(*s.TimeZone)
	if err != nil {
		zone = dates.Zone{} // No record has such a zone; UTC keeps the columns well formed.
	}
	start, end := dates.WallTime(*s.Start), dates.WallTime(*s.End)
	startUTC, endUTC := zone.Reading(start, end, dates.WallTime(*s.StartUTC), dates.WallTime(*s.EndUTC))
	*s.StartUTC, *s.EndUTC = string(startUTC), string(endUTC)
	*s.Duration = end.Sub(start)
}

// zone returns the event's time zone after the write.  The empty text stands
// for the site's zone.
func zone(c *mutate.Mutation, s Schedule, o param.Opt[string]) dates.Zone {
	site := c.Env.Deployment.Zone
	if c.IsCreate && *s.TimeZone == "" || o.IsSet() && o.Value == "" || o.IsNull() {
		*s.TimeZone = site.Name()
	}
	if o.IsSet() && o.Value != "" {
		*s.TimeZone = o.Value
	}
	zone, err := dates.ParseZone(*s.TimeZone)
	if err != nil {
		return site // Validator.TimeZone has noted it.
	}
	*s.TimeZone = zone.Name()
	return zone
}

// readDate returns the start or the end: what was sent, else what is stored.
func readDate(
	c *mutate.Mutation, name string, o param.Opt[string], zone dates.Zone, stored, storedUTC dates.WallTime,
) dates.Moment {
	if !o.IsSet() {
		return zone.Moment(stored, storedUTC)
	}
	at, err := dates.Parse(o.Value, zone, c.Now)
	if err != nil {
		c.Fail(name, "%s: %v", apierror.Param(name), err) // In the zone of the event alone, else Validator.Date has noted it.
	}
	return at.Known(zone, storedUTC)
}
