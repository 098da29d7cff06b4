package ics

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"almanac/runtime/dates"
)

// form is how a date is written.
type form int

const (
	day      form = iota // A whole day.
	floating             // A local time, wherever it is read.
	local                // A local time of a named zone.
	utc                  // A time in UTC.
)

// moment is a date of a file.
type moment struct {
	form form
	wall dates.WallTime
	zone *zone // Of a local time.
}

// written is the form of dates and times (RFC 5545, sections 3.3.4 and 3.3.5).
var written = regexp.MustCompile(`^([0-9]{4})([0-9]{2})([0-9]{2})(?:T([0-9]{2})([0-9]{2})([0-9]{2})(Z?))?$`)

// readMoment reads one date; the zone is that of its property, nil for none.
func readMoment(value string, z *zone) (moment, bool) {
	parts := written.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(value)))
	if parts == nil {
		return moment{}, false
	}
	m := moment{form: day, zone: z, wall: dates.WallTime(fmt.Sprintf("%s-%s-%s 00:00:00", parts[1], parts[2], parts[3]))}
	if parts[4] != "" {
		second := parts[6]
		if second == "60" { // A leap second, which clocks do not have here.
			second = "59"
		}
		m.wall = m.wall[:len("2006-01-02 ")] + dates.WallTime(parts[4]+":"+parts[5]+":"+second)
		switch {
		case parts[7] == "Z":
			m.form, m.zone = utc, nil
		case z != nil:
			m.form = local
		default:
			m.form = floating
		}
	}
	return m, m.wall.Valid()
}

// in returns the wall time of the moment by the clocks of a zone.
func (m moment) in(z *zone) dates.WallTime {
	switch m.form {
	case utc:
		return z.local(m.wall)
	case local:
		if m.zone.id != z.id {
			return z.local(m.zone.utc(m.wall))
		}
	case day, floating:
	}
	return m.wall
}

// moments reads the dates that a property lists, and of a period its beginning.
func (r *reader) moments(p *property) ([]moment, error) {
	z, err := r.zoneOf(p)
	if err != nil {
		return nil, err
	}
	var list []moment
	for value := range strings.SplitSeq(p.Value, ",") {
		value, _, _ = strings.Cut(value, "/")
		m, ok := readMoment(value, z)
		if !ok {
			return nil, faulty(p.line, "expected a date such as 20260131 or a time such as 20260131T190000Z as %s, found %s", p.Name, quote(value))
		}
		list = append(list, m)
	}
	return list, nil
}

// moment reads a property that is one date.
func (r *reader) moment(p *property) (moment, error) {
	list, err := r.moments(p)
	if err != nil {
		return moment{}, err
	}
	if len(list) != 1 {
		return moment{}, faulty(p.line, "expected one date as %s, found %s", p.Name, quote(p.Value))
	}
	return list[0], nil
}

// stamp reads a property that is a time in UTC; "" when it is missing or none,
// for nothing depends on it.
func stamp(c *component, name string) dates.WallTime {
	m, ok := readMoment(c.raw(name), nil)
	if !ok || m.form == day {
		return ""
	}
	return m.wall
}

// longest bounds a duration, so that arithmetic with it does not overflow.
const longest = 100 * 366 * 24 * time.Hour

// duration reads how long an event lasts; nominal tells that it is in days and
// weeks, which keep the time of the day.
func duration(p *property) (d time.Duration, nominal bool, err error) {
	d, err = p.Duration()
	if err != nil || d < 0 || d > longest {
		return 0, false, faulty(p.line, "expected a duration of at most a hundred years such as PT1H30M or P2D as DURATION, found %s", quote(p.Value))
	}
	return d, !strings.ContainsAny(p.Value, "Tt"), nil
}
