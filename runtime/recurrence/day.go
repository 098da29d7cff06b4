package recurrence

import (
	"slices"
	"time"
)

// day is a day of the calendar.
type day struct {
	number           int64 // From the 1st of January 1970.
	year, month, day int
	months           int // Days of its month.
	yearDay, years   int // From 1, and the days of its year.
}

// dayOf returns the day with a number.
func dayOf(number int64) day {
	t := time.Unix(number*secondsPerDay, 0).UTC()
	d := day{number: number, year: t.Year(), month: int(t.Month()), day: t.Day(), yearDay: t.YearDay()}
	d.months, d.years = daysIn(d.year, d.month), daysInYear(d.year)
	return d
}

// days returns the number of a day.
func days(year, month, day int) int64 {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func daysInYear(year int) int {
	return time.Date(year, time.December, 31, 0, 0, 0, 0, time.UTC).YearDay()
}

// weekday returns the weekday of a day.
func weekday(number int64) time.Weekday { return time.Weekday(((number+4)%7 + 7) % 7) }

// floor divides and rounds down.
func floor(n, by int64) int64 {
	quotient := n / by
	if n%by < 0 {
		quotient--
	}
	return quotient
}

// addMonths adds the days of the months of a year that the rule has.
func (it *Iterator) addMonths(year, first, last int) {
	r := &it.rule
	if year > lastYear {
		return
	}
	d := day{number: days(year, first, 1), year: year, years: daysInYear(year)}
	d.yearDay = int(d.number - days(year, 1, 1))
	for d.month = first; d.month <= last; d.month++ {
		d.months = daysIn(year, d.month)
		if len(r.ByMonth) > 0 && !slices.Contains(r.ByMonth, d.month) {
			d.number += int64(d.months)
			d.yearDay += d.months
			continue
		}
		if r.Skip != Omit && len(r.ByMonthDay) > 0 {
			it.addSkipping(d)
		}
		for d.day = 1; d.day <= d.months; d.day++ {
			d.yearDay++
			if r.Skip == Omit || len(r.ByMonthDay) == 0 {
				it.addDay(d)
			}
			d.number++
		}
	}
}

// addSkipping adds the days of the month that begins with d, of which those that it does
// not have are moved.
func (it *Iterator) addSkipping(d day) {
	first := d.number
	var moved []int64
	for _, n := range it.rule.ByMonthDay {
		if n < 0 {
			n += d.months + 1
		}
		switch {
		case n < 1: // Counted from the end, it is in no month.
		case n <= d.months:
			moved = append(moved, first+int64(n)-1)
		case it.rule.Skip == Forward:
			moved = append(moved, first+int64(d.months))
		default:
			moved = append(moved, first+int64(d.months)-1)
		}
	}
	slices.Sort(moved)
	for _, number := range slices.Compact(moved) {
		if m := dayOf(number); it.rule.hasWeek(m) {
			it.bases = append(it.bases, number*secondsPerDay)
		}
	}
}

// addDay adds a day if the rule has it.
func (it *Iterator) addDay(d day) {
	if it.rule.has(d) {
		it.bases = append(it.bases, d.number*secondsPerDay)
	}
}

// has reports whether a rule has a day.
func (r *Rule) has(d day) bool {
	return (len(r.ByMonth) == 0 || slices.Contains(r.ByMonth, d.month)) &&
		contains(r.ByMonthDay, d.day, d.months) && r.hasWeek(d)
}

// hasWeek is has without months and their days.
func (r *Rule) hasWeek(d day) bool {
	return contains(r.ByYearDay, d.yearDay, d.years) && r.hasWeekday(d) && r.hasWeekNumber(d)
}

// contains reports whether a list is empty or has the n-th of some, from either end.
func contains(list []int, n, of int) bool {
	return len(list) == 0 || slices.Contains(list, n) || slices.Contains(list, n-of-1)
}

// hasWeekday checks BYDAY, whose numbers count in the month where the rule is of months,
// else in the year; in shorter periods they mean nothing.
func (r *Rule) hasWeekday(d day) bool {
	if len(r.ByDay) == 0 {
		return true
	}
	at, of := d.yearDay, d.years
	if r.Freq == Monthly || len(r.ByMonth) > 0 {
		at, of = d.day, d.months
	}
	for _, w := range r.ByDay {
		if w.Day == weekday(d.number) &&
			(w.N == 0 || r.Freq < Monthly || w.N == (at-1)/7+1 || w.N == -((of-at)/7+1)) {
			return true
		}
	}
	return false
}

// hasWeekNumber checks BYWEEKNO: a week is of the year that has four of its days.
func (r *Rule) hasWeekNumber(d day) bool {
	if len(r.ByWeekNo) == 0 {
		return true
	}
	first, next := r.firstWeek(d.year), r.firstWeek(d.year+1)
	switch {
	case d.number < first:
		first, next = r.firstWeek(d.year-1), first
	case d.number >= next:
		first, next = next, r.firstWeek(d.year+2)
	}
	return contains(r.ByWeekNo, int((d.number-first)/7)+1, int((next-first)/7))
}

// firstWeek returns the day on which the first week of a year begins.
func (r *Rule) firstWeek(year int) int64 {
	fourth := days(year, 1, 4)
	return fourth - int64((weekday(fourth)-r.WeekStart+7)%7)
}
