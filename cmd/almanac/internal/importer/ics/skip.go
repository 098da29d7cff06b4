package ics

import (
	"slices"
	"time"

	"github.com/teambition/rrule-go"
)

// ofMonths reports whether a rule chooses days by their number in a month, which is
// where SKIP matters.
func (r *recurrence) ofMonths() bool {
	return (r.Freq == rrule.MONTHLY || r.Freq == rrule.YEARLY) &&
		len(r.Byweekday)+len(r.Byyearday)+len(r.Byweekno)+len(r.Bysetpos)+len(r.Byhour)+len(r.Byminute)+len(r.Bysecond) == 0
}

// skipping returns the times of a rule that says what becomes of days that a month
// does not have (RFC 7529, section 4.1): they are the first day of the next month, or
// the last of their own.  The library does not know it.
func (r *recurrence) skipping() func() (time.Time, bool) {
	year, month, day := r.Dtstart.Date()
	midnight := r.Dtstart.Sub(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
	months, days := r.Bymonth, r.Bymonthday
	if r.Freq == rrule.YEARLY {
		if len(months) == 0 {
			months = []int{int(month)}
			if len(days) > 0 {
				months = []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
			}
		}
		month = 1
	}
	if len(days) == 0 {
		days = []int{day}
	}
	var ready []time.Time
	var before time.Time // The last one that was returned.
	n := 0
	const mostPeriods = 200_000 // As long as the calendar goes.
	period := 0
	return func() (time.Time, bool) {
		for len(ready) == 0 && period < mostPeriods {
			step := period * max(r.Interval, 1)
			period++
			first := time.Date(year, month+time.Month(step), 1, 0, 0, 0, 0, time.UTC)
			if r.Freq == rrule.YEARLY {
				first = time.Date(year+step, 1, 1, 0, 0, 0, 0, time.UTC)
			}
			if first.Year() > 9999 {
				break
			}
			for m := range 12 {
				of := first.AddDate(0, m, 0)
				if r.Freq == rrule.MONTHLY && m > 0 {
					break
				}
				if len(months) > 0 && !slices.Contains(months, int(of.Month())) {
					continue
				}
				for _, d := range days {
					ready = append(ready, r.dayOf(of, d).Add(midnight))
				}
			}
			slices.SortFunc(ready, time.Time.Compare)
			ready = slices.CompactFunc(ready, time.Time.Equal)
			ready = slices.DeleteFunc(ready, func(t time.Time) bool { return t.Before(r.Dtstart) || !t.After(before) })
		}
		if len(ready) == 0 || !r.Until.IsZero() && ready[0].After(r.Until) || r.Count > 0 && n >= r.Count {
			return time.Time{}, false
		}
		n++
		before, ready = ready[0], ready[1:]
		return before, true
	}
}

// dayOf returns a day of the month that begins with first; a negative one is counted
// from its end.
func (r *recurrence) dayOf(first time.Time, d int) time.Time {
	next := first.AddDate(0, 1, 0)
	last := next.AddDate(0, 0, -1).Day()
	switch {
	case d < 0:
		d += last + 1
	case d > last && r.skip == "FORWARD":
		return next
	}
	return first.AddDate(0, 0, max(min(d, last), 1)-1)
}
