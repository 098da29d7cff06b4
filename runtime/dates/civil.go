package dates

import (
	"fmt"
	"time"
)

// maxYears is the number of years of the calendar; no sensible shift is longer.
const maxYears = 10000

// civil is a date of the proleptic Gregorian calendar.
type civil struct {
	year  int
	month time.Month
	day   int
}

// civilOf splits a local time, seconds since 1970, into its date and the
// seconds since midnight.
func civilOf(local int64) (civil, int64) {
	t := time.Unix(local, 0).UTC()
	year, month, day := t.Date()
	return civil{year, month, day}, int64(t.Hour()*secondsPerHour + t.Minute()*secondsPerMinute + t.Second())
}

// time returns midnight of c as if in UTC.
func (c civil) time() time.Time {
	return time.Date(c.year, c.month, c.day, 0, 0, 0, 0, time.UTC)
}

// seconds returns midnight of c, seconds since 1970.
func (c civil) seconds() int64 { return c.time().Unix() }

// weekday returns the day of the week of c.
func (c civil) weekday() time.Weekday { return c.time().Weekday() }

// plus returns c moved by months, then days; a day that the month lacks runs
// over into the next one.
func (c civil) plus(months, days int64) civil {
	year, month, day := c.time().AddDate(0, int(months), int(days)).Date()
	return civil{year, month, day}
}

// onOrAfter returns the first date from c on that is a day.
func (c civil) onOrAfter(day time.Weekday) civil {
	return c.plus(0, int64(day-c.weekday()+7)%7)
}

// monday returns the first day of the ISO week of c.
func (c civil) monday() civil {
	return c.plus(0, -int64(c.weekday()+6)%7)
}

// lastDay returns the last day of the month of c.
func (c civil) lastDay() civil {
	return civil{c.year, c.month + 1, 0}.plus(0, 0)
}

// check returns a refusal when the calendar does not have c.
func (c civil) check() error {
	if c.month < time.January || c.month > time.December {
		return parseError("months run from 01 to 12")
	}
	if last := (civil{c.year, c.month, 1}).lastDay().day; c.day < 1 || c.day > last {
		return parseError(fmt.Sprintf("the days of %s %04d run from 01 to %d", c.month, c.year, last))
	}
	return nil
}
