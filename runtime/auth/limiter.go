package auth

import "time"

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
