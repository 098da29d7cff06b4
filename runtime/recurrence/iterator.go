package recurrence

import (
	"errors"
	"slices"
	"time"
)

// ErrSteps is the error of a rule that was given up: it has no further time within the steps
// that it was allowed.
var ErrSteps = errors.New("the rule has too many periods")

const (
	secondsPerMinute = 60
	secondsPerHour   = 60 * secondsPerMinute
	secondsPerDay    = 24 * secondsPerHour
	lastYear         = 9999
)

// Iterator lists the times of a rule, in order.
type Iterator struct {
	rule         Rule // With what it does not say taken from the start.
	start, until int64
	count, steps int
	err          error

	period  int64   // Number of the period that is next; by the minute and the hour its start.
	bases   []int64 // Days or hours of the period.
	offsets []int64 // Times of each of these.
	next    int     // Index of the next time of the period.
	last    int64   // The time before.
}

// Times returns an iterator over the times of a rule from a start to an end, both included;
// the start is one of them only if the rule has it.  BYxxx parts that the rule does not have
// follow from the start.  Each period is a step.
func (r Rule) Times(start, until time.Time, steps int) *Iterator {
	it := &Iterator{
		rule: r.WithDays(start), start: start.Unix(), until: until.Unix(), count: r.Count, steps: steps,
	}
	it.last = it.start - 1
	year, month, _ := start.Date()
	hour, minute, second := start.Clock()
	d := &it.rule
	if len(d.BySecond) == 0 {
		d.BySecond = []int{second}
	}
	if len(d.ByMinute) == 0 && d.Freq > Minutely {
		d.ByMinute = []int{minute}
	}
	if len(d.ByHour) == 0 && d.Freq > Hourly {
		d.ByHour = []int{hour}
	}
	it.offsets = d.offsets()
	switch d.Freq {
	case Yearly:
		it.period = int64(year)
	case Monthly:
		it.period = int64(year)*12 + int64(month) - 1
	case Weekly:
		today := floor(it.start, secondsPerDay)
		it.period = today - int64((weekday(today)-d.WeekStart+7)%7)
	case Daily:
		it.period = floor(it.start, secondsPerDay)
	case Hourly:
		it.period = floor(it.start, secondsPerHour) * secondsPerHour
	case Minutely:
		it.period = floor(it.start, secondsPerMinute) * secondsPerMinute
	}
	return it
}

// WithDays returns the rule with the days that it does not name, and that follow from its start
// (section 3.3.10).
func (r Rule) WithDays(start time.Time) Rule {
	if len(r.ByYearDay)+len(r.ByMonthDay)+len(r.ByDay) > 0 {
		return r
	}
	switch {
	case r.Freq == Weekly, r.Freq == Yearly && len(r.ByWeekNo) > 0:
		r.ByDay = []Weekday{{Day: start.Weekday()}}
	case r.Freq == Monthly, r.Freq == Yearly && len(r.ByMonth) > 0:
		r.ByMonthDay = []int{start.Day()}
	case r.Freq == Yearly:
		r.ByMonth, r.ByMonthDay = []int{int(start.Month())}, []int{start.Day()}
	}
	return r
}

// offsets returns the times of each day, hour or minute in seconds from its start.
func (r *Rule) offsets() []int64 {
	none := []int{0}
	hours, minutes := r.ByHour, r.ByMinute
	if r.Freq <= Hourly {
		hours = none
	}
	if r.Freq == Minutely {
		minutes = none
	}
	list := make([]int64, 0, len(hours)*len(minutes)*len(r.BySecond))
	for _, h := range hours {
		for _, m := range minutes {
			for _, s := range r.BySecond {
				list = append(list, int64(h*secondsPerHour+m*secondsPerMinute+s))
			}
		}
	}
	return list
}

// Next returns the next time, and whether there is one.
func (it *Iterator) Next() (time.Time, bool) {
	for it.err == nil {
		at, more := it.ofPeriod()
		switch {
		case !more && !it.enter():
			return time.Time{}, false
		case !more || at <= it.last: // Before the start, or the same day by another part of the rule.
		case at > it.until || it.rule.Count > 0 && it.count == 0:
			return time.Time{}, false
		default:
			it.count--
			it.last = at
			return time.Unix(at, 0).UTC(), true
		}
	}
	return time.Time{}, false
}

// Err returns ErrSteps if the iterator gave up, else nil.
func (it *Iterator) Err() error { return it.err }

// ofPeriod returns the next time of the period, and whether it has one.
func (it *Iterator) ofPeriod() (int64, bool) {
	n := len(it.bases) * len(it.offsets)
	index := it.next
	if positions := it.rule.BySetPos; len(positions) > 0 {
		// The last of all is -1; what both ends name is one time.
		index = -1
		for _, p := range positions {
			if p < 0 {
				p += n
			} else {
				p--
			}
			if p >= it.next && p < n && (index < 0 || p < index) {
				index = p
			}
		}
	}
	if index < 0 || index >= n {
		return 0, false
	}
	it.next = index + 1
	return it.bases[index/len(it.offsets)] + it.offsets[index%len(it.offsets)], true
}

// enter goes to the next period, and reports whether there may be one.
func (it *Iterator) enter() bool {
	if it.steps--; it.steps < 0 {
		it.err = ErrSteps
		return false
	}
	it.bases, it.next = it.bases[:0], 0
	r, interval := &it.rule, int64(it.rule.Interval)
	var begin int64 // Of the period, in seconds.
	switch r.Freq {
	case Yearly:
		begin = days(int(min(it.period, lastYear+1)), 1, 1) * secondsPerDay
		it.addMonths(int(it.period), 1, 12)
	case Monthly:
		year, month := int(it.period/12), int(it.period%12)+1
		begin = days(min(year, lastYear+1), month, 1) * secondsPerDay
		it.addMonths(year, month, month)
	case Weekly:
		begin = it.period * secondsPerDay
		for d := range int64(7) {
			it.addDay(dayOf(it.period + d))
		}
		interval *= 7
	case Daily:
		begin = it.period * secondsPerDay
		it.addDay(dayOf(it.period))
	case Hourly, Minutely:
		return it.enterTime()
	}
	it.period += interval
	return begin <= it.until && begin <= days(lastYear+1, 1, 1)*secondsPerDay
}

// enterTime goes to the next hour or minute that the rule may have.
func (it *Iterator) enterTime() bool {
	r := &it.rule
	unit := int64(secondsPerHour)
	if r.Freq == Minutely {
		unit = secondsPerMinute
	}
	unit *= int64(r.Interval)
	at := it.period
	if at > it.until {
		return false
	}
	day := floor(at, secondsPerDay)
	second := at - day*secondsPerDay
	// What the rule does not have is passed over at once, as there may be a million
	// minutes to the next day that it has.
	next := at
	switch hour := int(second / secondsPerHour); {
	case !r.has(dayOf(day)):
		next = (day + 1) * secondsPerDay
	case len(r.ByHour) > 0 && !slices.Contains(r.ByHour, hour):
		next = day*secondsPerDay + int64(following(r.ByHour, hour, 24))*secondsPerHour
	case r.Freq == Minutely && len(r.ByMinute) > 0:
		if minute := int(second / secondsPerMinute % 60); !slices.Contains(r.ByMinute, minute) {
			next = at - int64(minute-following(r.ByMinute, minute, 60))*secondsPerMinute
		}
	}
	if next > at {
		it.period += (next - at + unit - 1) / unit * unit
		return true
	}
	it.bases = append(it.bases, at)
	it.period += unit
	return true
}

// following returns the first number of a sorted list above n, or what follows the last.
func following(list []int, n, end int) int {
	for _, m := range list {
		if m > n {
			return m
		}
	}
	return end
}
