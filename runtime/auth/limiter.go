package auth

import (
	"time"
)

// limiter is a set of token buckets (the generic cell rate algorithm). A bucket is
// stored as the time at which it is full again. Each wrong attempt adds cost to
// that time; an attempt is rejected if the time would be more than window from
// now. Without wrong attempts there is no entry.
//
// Running attempts count as wrong until they end, so nothing is ever refunded: a
// refund could remove the cost of another attempt.
type limiter struct {
	cost    time.Duration
	window  time.Duration
	full    agingMap[time.Time]
	running map[digest]int // Running attempts.
}

// newLimiter returns a limiter that allows a burst of count attempts, and then
// one per window/count.
func newLimiter(count int, window time.Duration, limit int) limiter {
	return limiter{
		cost:   window / time.Duration(count),
		window: window,
		// A bucket is full when its entry expires after one span.
		full:    agingMap[time.Time]{span: window, limit: limit},
		running: map[digest]int{},
	}
}

// wait returns how long until the key may attempt again, 0 for now.
func (l *limiter) wait(at time.Time, key digest) time.Duration {
	more := time.Duration(l.running[key]+1) * l.cost
	return max(0, l.fullAt(at, key).Add(more).Sub(at)-l.window)
}

// used returns the number of attempts that reduce the limit of the key: the wrong
// and the running ones.
func (l *limiter) used(at time.Time, key digest) int {
	return l.running[key] + int((l.fullAt(at, key).Sub(at)+l.cost-1)/l.cost)
}

// begin counts a running attempt.
func (l *limiter) begin(key digest) { l.running[key]++ }

// end ends a running attempt.
func (l *limiter) end(at time.Time, key digest, wrong bool) {
	if l.running[key]--; l.running[key] <= 0 {
		delete(l.running, key)
	}
	if wrong {
		l.spend(at, key)
	}
}

// spend counts a wrong attempt.
func (l *limiter) spend(at time.Time, key digest) {
	l.full.put(at, key, l.fullAt(at, key).Add(l.cost))
}

// fullAt returns the time at which the bucket is full, now at the earliest.
func (l *limiter) fullAt(at time.Time, key digest) time.Time {
	if mark, ok := l.full.get(at, key); ok && mark.After(at) {
		return mark
	}
	return at
}

// agingMap is a map whose entries expire. Entries are added to the young
// generation, which becomes the old one after a span of time or when it is full,
// and is dropped after another span. So an entry lives at most two spans, and at
// least one unless the map is full. The fields span and limit must be set.
type agingMap[V any] struct {
	span       time.Duration
	limit      int // Maximum number of entries of a generation; the map has at most twice as many.
	since      time.Time
	young, old map[digest]V
}

// get returns the entry of a key, and whether there is one.
func (m *agingMap[V]) get(at time.Time, key digest) (V, bool) {
	m.age(at)
	if v, ok := m.young[key]; ok {
		return v, true
	}
	v, ok := m.old[key]
	return v, ok
}

// put sets the entry of a key and restarts its lifetime.
func (m *agingMap[V]) put(at time.Time, key digest, v V) {
	m.age(at)
	if _, known := m.young[key]; !known && len(m.young) >= m.limit {
		m.rotate(at)
	}
	m.young[key] = v
}

// age rotates the generations that have expired.
func (m *agingMap[V]) age(at time.Time) {
	switch age := at.Sub(m.since); {
	case age < 0 || age >= 2*m.span:
		// Also the first use, and a clock that was set back.
		m.rotate(at)
		m.old = nil
	case age >= m.span:
		// Not at: a late access must not extend the life of the old generation.
		m.rotate(m.since.Add(m.span))
	}
}

// rotate makes the young generation the old one, as of the given time.
func (m *agingMap[V]) rotate(since time.Time) {
	m.old, m.young, m.since = m.young, map[digest]V{}, since
}
