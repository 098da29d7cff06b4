package calendar

import (
	"cmp"

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
	Duration         *int64 // Seconds between start and end, computed.
}

// ScheduleInput is what a write says about it.
type ScheduleInput struct {
	Start, End, TimeZone param.Opt[string]
	AllDay               param.Opt[bool]
}

// SetSchedule applies start, end, time zone and the all-day flag.  Dates are read
// in the event's zone; a new zone alone keeps the wall times; an event of whole
// days begins at 00:00:00 and ends at 23:59:59.
func SetSchedule(c *mutate.Mutation, s Schedule, w ScheduleInput) {
	zone := zone(c, s, w.TimeZone)
	readDate(c, s.Start, w.Start, zone)
	readDate(c, s.End, w.End, zone)
	mutate.SetValue(s.AllDay, w.AllDay)
	start, end := dates.WallTime(*s.Start), dates.WallTime(*s.End)
	if *s.AllDay {
		start, end = start.StartOfDay(), end.EndOfDay()
	}
	if end < start && (c.IsCreate || w.Start.IsSet() || w.End.IsSet()) {
		c.Fail(c.Kind.EndColumn, "%s must not be before %s.", c.Kind.EndColumn, c.Kind.StartColumn)
	}
	*s.Start, *s.End = string(start), string(end)
	if from := c.Imported; from != nil {
		*s.StartUTC, *s.EndUTC = cmp.Or(from.StartUTC, *s.StartUTC), cmp.Or(from.EndUTC, *s.EndUTC)
	}
}

// Derive computes the times in UTC and the duration from the wall times and
// the zone, which follows daylight saving time.  A time in UTC that the clock of the
// zone shows as the wall time stays: of an hour that comes twice, an import may have
// brought the second one.
func (s Schedule) Derive() {
	zone, err := dates.ParseZone(*s.TimeZone)
	if err != nil {
		zone = dates.Zone{} // No record has such a zone; UTC keeps the columns well formed.
	}
	start, end := dates.WallTime(*s.Start), dates.WallTime(*s.End)
	*s.StartUTC, *s.EndUTC = instant(zone, start, *s.StartUTC), instant(zone, end, *s.EndUTC)
	*s.Duration = end.Sub(start)
}

// instant returns a wall time in UTC: the time that stands there if it fits, else the
// first one that does.
func instant(zone dates.Zone, w dates.WallTime, stands string) string {
	if utc := dates.WallTime(stands); utc.Valid() && zone.Local(utc) == w {
		return stands
	}
	return string(zone.UTC(w))
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

// readDate sets one wall time from what was written.
func readDate(c *mutate.Mutation, field *string, o param.Opt[string], zone dates.Zone) {
	if !o.IsSet() {
		return
	}
	if at, err := dates.Parse(o.Value, zone, c.Now); err == nil {
		*field = string(at) // Validator.Date has noted the others.
	}
}
