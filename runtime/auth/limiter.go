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
func (g *agingMap[V]) get(at time.Time, key digest) (V, bool) {
	g.age(at)
	if v, ok := g.young[key]; ok {
		return v, true
	}
	v, ok := g.old[key]
	return v, ok
}

// put sets the entry of a key and restarts its lifetime.
func (g *agingMap[V]) put(at time.Time, key digest, v V) {
	g.age(at)
	if _, known := g.young[key]; !known && len(g.young) >= g.limit {
		g.rotate(at)
	}
	g.young[key] = v
}

// age rotates the generations that have expired.
func (g *agingMap[V]) age(at time.Time) {
	switch age := at.Sub(g.since); {
	case age < 0 || age >= 2*g.span:
		// Also the first use, and a clock that was set back.
		g.rotate(at)
		g.old = nil
	case age >= g.span:
		// Not at: a late access must not extend the life of the old generation.
		g.rotate(g.since.Add(g.span))
	}
}

// rotate makes the young generation the old one, as of the given time.
func (g *agingMap[V]) rotate(since time.Time) {
	g.old, g.young, g.since = g.young, map[digest]V{}, since
}
