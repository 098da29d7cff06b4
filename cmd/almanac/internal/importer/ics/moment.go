package ics

import (
	"fmt"
	"regexp"
	"strconv"
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
	zone *zone // That its property names, nil for none.
}

// written is the form of dates and times (RFC 5545, sections 3.3.4 and 3.3.5), and
// that of ISO 8601, which some programs write.
var written = regexp.MustCompile(
	`^([0-9]{4})(-?)([0-9]{2})-?([0-9]{2})` +
		`(?:[T ]([0-9]{2}):?([0-9]{2})(?::?([0-9]{2})(?:[.,][0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$`)

// readMoment reads one date; the zone is that of its property, nil for none.
func readMoment(value string, z *zone) (moment, bool) {
	parts := written.FindStringSubmatch(strings.ToUpper(strings.Trim(value, " \t\"")))
	if parts == nil {
		return moment{}, false
	}
	m := moment{form: day, zone: z, wall: dates.WallTime(fmt.Sprintf("%s-%s-%s 00:00:00", parts[1], parts[3], parts[4]))}
	if parts[5] == "" || !m.wall.Valid() {
		return m, m.wall.Valid()
	}
	hour, second := parts[5], parts[7]
	switch second {
	case "":
		second = "00"
	case "60": // A leap second, which clocks do not have here.
		second = "59"
	}
	next := hour == "24" && parts[6] == "00" && second == "00" // The end of the day, as ISO 8601 writes it.
	if next {
		hour = "00"
	}
	m.wall = m.wall[:len("2006-01-02 ")] + dates.WallTime(hour+":"+parts[6]+":"+second)
	if !m.wall.Valid() {
		return moment{}, false
	}
	if next {
		m.wall = m.wall.AddSeconds(24 * 60 * 60)
	}
	switch offset := parts[8]; {
	case offset == "Z":
		m.form = utc
	case offset != "":
		ahead, ok := readOffset(offset)
		if !ok {
			return moment{}, false
		}
		m.form, m.wall = utc, m.wall.AddSeconds(-ahead)
	case z != nil:
		m.form = local
	default:
		m.form = floating
	}
	return m, true
}

// in returns the wall time of the moment by the clocks of a zone.
func (m moment) in(z *zone) dates.WallTime {
	switch m.form {
	case utc:
		return z.local(m.wall)
	case local:
		if m.zone != z {
			return z.local(m.zone.utc(m.wall))
		}
	case day, floating:
	}
	return m.wall
}

// instant returns the moment in UTC; z is the zone of what names none.
func (m moment) instant(z *zone) dates.WallTime {
	switch m.form {
	case utc:
		return m.wall
	case local:
		z = m.zone
	case day, floating:
	}
	return z.utc(m.wall)
}

// period is a date with the end that is written for it.
type period struct {
	moment
	end    moment // Nil zone and empty wall time where length counts.
	length length // With set.
}

// moments reads the dates that a property lists, some of which may be periods.  An
// error tells of the first one that is none; the others are there.
func (r *reader) moments(p *property) (list []period, err error) {
	z := r.zoneOf(p)
	wholeDay := strings.EqualFold(p.param("VALUE"), "DATE")
	for _, value := range strings.FieldsFunc(p.Value, func(c rune) bool { return c == ',' || c == ';' }) {
		if strings.TrimSpace(value) == "" {
			continue
		}
		begin, end, isPeriod := strings.Cut(value, "/")
		var one period
		var ok, okEnd bool
		if one.moment, ok = readMoment(begin, z); ok && wholeDay && one.form != day {
			one.moment = moment{form: day, zone: z, wall: one.wall.StartOfDay()}
		}
		if isPeriod {
			if one.end, okEnd = readMoment(end, z); !okEnd {
				one.length, okEnd = readDuration(end)
			}
		}
		switch {
		case !ok && err == nil:
			err = faulty(p.line, "expected a date such as 20260131 or a time such as 20260131T190000Z as %s, found %s", p.Name,
				quote(value))
		case isPeriod && !okEnd && err == nil:
			err = faulty(p.line, "expected a time or a duration as the end of %s, found %s", p.Name, quote(value))
		}
		if ok {
			list = append(list, one)
		}
	}
	return list, err
}

// moment reads a property that is one date.
func (r *reader) moment(p *property) (moment, error) {
	list, err := r.moments(p)
	switch {
	case err != nil:
		return moment{}, err
	case len(list) != 1:
		return moment{}, faulty(p.line, "expected one date as %s, found %s", p.Name, quote(p.Value))
	}
	return list[0].moment, nil
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

// length is how long an event lasts: seconds by its clock, as days have, and then
// seconds that pass.
type length struct {
	nominal, exact int64
	set            bool // It is said.
}

// longest bounds a duration in days, so that arithmetic with it does not overflow.
const longest = 100 * 366

// durations is the form of a duration (RFC 5545, section 3.3.6).
var durations = regexp.MustCompile(
	`^\+?P(?:([0-9]{1,6})W)?(?:([0-9]{1,6})D)?(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})S)?)?$`,
)

// readDuration reads a duration of at most a hundred years.
func readDuration(s string) (length, bool) {
	parts := durations.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(s)))
	if parts == nil {
		return length{}, false
	}
	var n [6]int64
	for i, part := range parts[1:] {
		n[i], _ = strconv.ParseInt("0"+part, 10, 64) // Digits, by the form.
	}
	const week, wholeDay, hour, minute = 7 * 24 * 60 * 60, 24 * 60 * 60, 60 * 60, 60
	l := length{nominal: n[0]*week + n[1]*wholeDay, exact: n[2]*hour + n[3]*minute + n[4], set: true}
	return l, l.nominal+l.exact <= longest*int64(24*time.Hour/time.Second)
}
