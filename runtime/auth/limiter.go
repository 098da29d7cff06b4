package auth

import "time"

// limiter is a set of token buckets.  A bucket is kept as the instant at which
// it will be full again; each wrong attempt moves that instant on by cost, and
// none is let in that would move it further than window from now.  Without
// wrong attempts there is no entry.  (The generic cell rate algorithm.)
//
// Attempts under way count as wrong until they end, so that nothing ever has to
// be given back: a refund would take away what another attempt has cost, once
// its own has run off.
type limiter struct {
	cost    time.Duration
	window  time.Duration
	full    generations[time.Time]
	running map[digest]int // Attempts under way.
}

// newLimiter returns a limiter that lets count attempts pass at once, and then
// one each count-th part of window.
func newLimiter(count int, window time.Duration, limit int) limiter {
	return limiter{
		cost:   window / time.Duration(count),
		window: window,
		// A bucket is full when an entry is dropped at the age of one span.
		full:    generations[time.Time]{span: window, limit: limit},
		running: map[digest]int{},
	}
}

// wait returns how long until the key may attempt again, 0 for now.
func (l *limiter) wait(at time.Time, key digest) time.Duration {
	more := time.Duration(l.running[key]+1) * l.cost
	return max(0, l.mark(at, key).Add(more).Sub(at)-l.window)
}

// owed returns how many attempts of the key count: those that were wrong and
// those under way.
func (l *limiter) owed(at time.Time, key digest) int {
	return l.running[key] + int((l.mark(at, key).Sub(at)+l.cost-1)/l.cost)
}

// begin notes that an attempt is under way.
func (l *limiter) begin(key digest) { l.running[key]++ }

// end ends an attempt that was begun.
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
	l.full.put(at, key, l.mark(at, key).Add(l.cost))
}

// mark returns when the bucket is full, now at the earliest.
func (l *limiter) mark(at time.Time, key digest) time.Time {
	if mark, ok := l.full.get(at, key); ok && mark.After(at) {
		return mark
	}
	return at
}
