// Dates, times of day and timestamps, which have no time zone of their own.

package client

import (
	"fmt"
	"time"
)

// Date is a day, "2026-11-23".
type Date string

// DateOf returns the day of t in its own time zone.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// In returns the beginning of the day in the zone, or an error if it is not a
// day.
func (d Date) In(zone *time.Location) (time.Time, error) {
	t, err := time.ParseInLocation(time.DateOnly, string(d), zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("read date %q: %w", string(d), err)
	}
	return t, nil
}

// TimeOfDay is a time of day, "14:30:00".
type TimeOfDay string

// TimeOfDayOf returns the time of day of t in its own time zone, to the second.
func TimeOfDayOf(t time.Time) TimeOfDay { return TimeOfDay(t.Format(time.TimeOnly)) }

// SinceMidnight returns the time that clocks have counted since midnight, or an
// error if it is not a time of day.
func (t TimeOfDay) SinceMidnight() (time.Duration, error) {
	at, err := time.Parse(time.TimeOnly, string(t))
	if err != nil {
		return 0, fmt.Errorf("read time of day %q: %w", string(t), err)
	}
	return time.Duration(
		at.Hour(),
	)*time.Hour + time.Duration(
		at.Minute(),
	)*time.Minute + time.Duration(
		at.Second(),
	)*time.Second, nil
}

// Timestamp is an instant.  The service keeps seconds and cuts fractions off.
type Timestamp = time.Time
