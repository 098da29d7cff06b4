package jobs

import (
	"fmt"
	"regexp"
	"time"

	"almanac/runtime/dates"
)

// schedule says when a job is due.
type schedule interface {
	// next returns the first due time after one that was begun.
	next(begun time.Time) time.Time
	// latest returns the last due time that has come by now, at least next(begun): due times
	// that were missed are one.
	latest(begun, now time.Time) time.Time
}

// timeOfDay matches a wall time.
var timeOfDay = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

// parse returns the schedule that a text means, with the zone of its wall times.
func parse(every string, zone dates.Zone) (schedule, error) {
	if timeOfDay.MatchString(every) {
		return daily{every + ":00", zone}, nil
	}
	d, err := time.ParseDuration(every)
	if err != nil || d < time.Second || d%time.Second != 0 {
		return nil, fmt.Errorf(`%q is not a schedule: Every is an interval of whole seconds, such as "10m" or "24h", `+
			`or a time of day, such as "03:00"`, every)
	}
	return interval(d), nil
}

// interval is due in steps from the time at which the job was added.
type interval time.Duration

func (i interval) next(begun time.Time) time.Time { return begun.Add(time.Duration(i)) }

func (i interval) latest(begun, now time.Time) time.Time {
	step := time.Duration(i)
	return begun.Add(max(step, now.Sub(begun)/step*step))
}

// daily is due at a wall time of a zone: a time that the clock skips is the gap's end, and one
// that comes twice is the first.
type daily struct {
	clock string // "03:00:00".
	zone  dates.Zone
}

// next looks from the day before on: where the clock skips a day, two days may have one instant.
func (d daily) next(begun time.Time) time.Time {
	for days := -1; ; days++ {
		if at := d.on(begun, days); at.After(begun) {
			return at
		}
	}
}

func (d daily) latest(_, now time.Time) time.Time {
	for days := 1; ; days-- {
		if at := d.on(now, days); !at.After(now) {
			return at
		}
	}
}

// on returns the due time of the day that is some days after that of an instant.
func (d daily) on(t time.Time, days int) time.Time {
	day := d.zone.Day(t).AddDate(0, 0, days).Format(time.DateOnly)
	return d.zone.FirstInstant(dates.WallTime(day + " " + d.clock))
}
