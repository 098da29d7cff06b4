package intervals

import (
	"cmp"
	"slices"
)

// secondsOfDay is the length of a day in UTC.
const secondsOfDay = 86400

// timeline holds times, in seconds since 1970 in UTC, and how many lie before another.  One
// takes four bytes, and to add it moves no others but those of its day.
type timeline struct {
	days  []day // In their order.
	count int64
}

// day holds the times of one day.
type day struct {
	number int64    // Since 1970.
	times  []uint32 // Seconds since its midnight, in their order.
}

// split returns the day of a time and the second of that day.
func split(at int64) (number int64, second uint32) {
	number = at / secondsOfDay
	if at%secondsOfDay < 0 {
		number--
	}
	return number, uint32(at - number*secondsOfDay) //nolint:gosec // Below the seconds of a day.
}

// find returns where a day is, or belongs.
func (l *timeline) find(number int64) (at int, there bool) {
	return slices.BinarySearchFunc(l.days, number, func(d day, number int64) int { return cmp.Compare(d.number, number) })
}

// on returns a day, which it adds if it is not there.
func (l *timeline) on(number int64) *day {
	i, there := l.find(number)
	if !there {
		l.days = slices.Insert(l.days, i, day{number: number})
	}
	return &l.days[i]
}

// add adds a time, after those that are the same.
func (l *timeline) add(at int64) {
	number, second := split(at)
	d := l.on(number)
	k, _ := slices.BinarySearch(d.times, second+1)
	d.times = slices.Insert(d.times, k, second)
	l.count++
}

// load adds a time out of order.
func (l *timeline) load(at int64) {
	number, second := split(at)
	d := l.on(number)
	d.times = append(d.times, second)
	l.count++
}

// sort puts what was loaded in order, and gives back memory that it does not need.
func (l *timeline) sort() {
	for i, d := range l.days {
		slices.Sort(d.times)
		l.days[i].times = append(make([]uint32, 0, len(d.times)), d.times...)
	}
}

// bytes returns about how many bytes the times take.
func (l *timeline) bytes() int64 {
	const ofDay, ofTime = 40, 4
	return int64(len(l.days))*ofDay + l.count*ofTime
}

// remove removes a time, and reports whether it was there.
func (l *timeline) remove(at int64) bool {
	number, second := split(at)
	i, there := l.find(number)
	if !there {
		return false
	}
	d := &l.days[i]
	k, there := slices.BinarySearch(d.times, second)
	if !there {
		return false
	}
	d.times = slices.Delete(d.times, k, k+1)
	l.count--
	return true
}

// countBefore returns how many times lie before one.
func (l *timeline) countBefore(at int64) (n int64) {
	number, second := split(at)
	i, there := l.find(number)
	for _, d := range l.days[:i] {
		n += int64(len(d.times))
	}
	if there {
		k, _ := slices.BinarySearch(l.days[i].times, second)
		n += int64(k)
	}
	return n
}

// countAfter returns how many times lie after one.
func (l *timeline) countAfter(at int64) int64 {
	if number, _ := split(at); len(l.days) == 0 || number > l.days[len(l.days)-1].number {
		return 0
	}
	return l.count - l.countBefore(at+1)
}
