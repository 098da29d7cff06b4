package auth

import "time"

// limiter is a set of token buckets.  A bucket is kept as the instant at which
// it will be full again; each attempt moves that instant on by cost, and may
// not move it further than window from now.  Without attempts there is no
// entry.  (The generic cell rate algorithm.)
type limiter struct {
	cost   time.Duration
	window time.Duration
	full   generations[time.Time]
}

// newLimiter returns a limiter that lets count attempts pass at once, and then
// one each count-th part of window.
func newLimiter(count int, window time.Duration, limit int) limiter {
	return limiter{
		cost:   window / time.Duration(count),
		window: window,
		// A bucket is full when an entry is dropped at the age of one span.
		full: generations[time.Time]{span: window, limit: limit},
	}
}

// wait returns how long until the key may attempt again, 0 for now.
func (l *limiter) wait(at time.Time, key digest) time.Duration {
	return max(0, l.mark(at, key).Add(l.cost).Sub(at)-l.window)
}

// spend counts an attempt.
func (l *limiter) spend(at time.Time, key digest) {
	l.full.put(at, key, l.mark(at, key).Add(l.cost))
}

// refund takes an attempt back.
func (l *limiter) refund(at time.Time, key digest) {
	l.full.put(at, key, l.mark(at, key).Add(-l.cost))
}

// mark returns when the bucket is full, now at the earliest.
func (l *limiter) mark(at time.Time, key digest) time.Time {
	if mark, ok := l.full.get(at, key); ok && mark.After(at) {
		return mark
	}
	return at
}
