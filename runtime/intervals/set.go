package intervals

import "math"

// Interval is the time from a beginning to an end, in seconds since 1970 in UTC.  Both
// belong to it.
type Interval struct{ Start, End int64 }

// Window bounds the beginnings and the ends of intervals, in seconds since 1970 in UTC; the
// bounds are allowed.
type Window struct{ MinStart, MaxStart, MinEnd, MaxEnd int64 }

// Unbounded returns the window that every interval lies in.
func Unbounded() Window { return Window{math.MinInt64, math.MaxInt64, math.MinInt64, math.MaxInt64} }

// Set is a set of intervals, of which several may be the same.  The zero value is empty.  It
// is not safe for concurrent use.
type Set struct {
	starts, ends timeline

	// Bounds of the length of all intervals that were ever added, in seconds.  Where clocks
	// are set forward, the end may come before the beginning.
	shortest, longest int64
}

// Len returns the number of intervals.
func (s *Set) Len() int64 { return s.starts.count }

// Bytes returns about how many bytes the set takes.
func (s *Set) Bytes() int64 { return s.starts.bytes() + s.ends.bytes() }

// Load adds an interval to a set that is used after Sort.
func (s *Set) Load(i Interval) {
	s.starts.load(i.Start)
	s.ends.load(i.End)
	s.measure(i)
}

// Sort completes a set after Load.
func (s *Set) Sort() {
	s.starts.sort()
	s.ends.sort()
}

// Add adds an interval.
func (s *Set) Add(i Interval) {
	s.starts.add(i.Start)
	s.ends.add(i.End)
	s.measure(i)
}

// measure notes the length of an interval.
func (s *Set) measure(i Interval) {
	s.shortest, s.longest = min(s.shortest, i.End-i.Start), max(s.longest, i.End-i.Start)
}

// Remove removes an interval.  It returns false when it is not there; then the set is
// good for nothing.
func (s *Set) Remove(i Interval) bool { return s.starts.remove(i.Start) && s.ends.remove(i.End) }

// Count returns how many intervals lie in a window.  It returns false when that does not
// follow from how many begin and how many end by certain times, such as when an interval
// could begin before the window and end after it.
func (s *Set) Count(w Window) (n int64, ok bool) {
	if w.MaxEnd < math.MaxInt64 && w.MaxStart >= w.MaxEnd-s.shortest { // What ends in time has begun in time.
		w.MaxStart = math.MaxInt64
	}
	if w.MinStart > math.MinInt64 && w.MinEnd <= w.MinStart+s.shortest { // What begins in time ends in time.
		w.MinEnd = math.MinInt64
	}
	minStart, maxStart := w.MinStart > math.MinInt64, w.MaxStart < math.MaxInt64
	minEnd, maxEnd := w.MinEnd > math.MinInt64, w.MaxEnd < math.MaxInt64
	switch {
	case w.MinStart > w.MaxStart || w.MinEnd > w.MaxEnd || minStart && maxEnd && w.MinStart+s.shortest > w.MaxEnd:
		return 0, true
	case !minStart && !maxStart, !minEnd && !maxEnd:
		ok = true
	case minStart && maxEnd && !maxStart && !minEnd:
		ok = w.MaxEnd-w.MinStart >= s.longest
	case maxStart && minEnd && !minStart && !maxEnd:
		ok = w.MinEnd-w.MaxStart <= s.shortest
	}
	if !ok {
		return 0, false
	}
	outside := s.starts.countBefore(w.MinStart) + s.starts.countAfter(w.MaxStart) + s.ends.countBefore(w.MinEnd) + s.ends.countAfter(w.MaxEnd)
	return s.Len() - outside, true
}
