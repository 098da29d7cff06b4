package admission

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"almanac/runtime/auth"
)

// RateLimiter counts the requests of each address.
type RateLimiter struct {
	rate  rate.Limit
	burst int

	mu      sync.Mutex
	senders map[string]*rate.Limiter
	swept   time.Time // When senders that have been quiet were last forgotten.
}

// quiet is how often senders are looked through for those to forget.
const quiet = time.Minute

// mostSenders is how many senders are remembered at most, some 20 MB.  Who has
// more addresses than that to send from is not held up by counting them.
const mostSenders = 100_000

// NewRateLimiter returns counters that let perSecond requests pass, and burst at
// once: at least one second's worth.
func NewRateLimiter(perSecond float64, burst int) *RateLimiter {
	return &RateLimiter{
		rate: rate.Limit(perSecond), burst: max(burst, int(perSecond), 1), senders: map[string]*rate.Limiter{},
	}
}

// Take counts a request and returns how long its sender has to wait before the
// next one is let in; 0 when this one is.
func (l *RateLimiter) Take(now time.Time, address string) time.Duration {
	return l.ask(now, address, true)
}

// Charge counts n more requests of a sender that was let in, which waits the longer before the
// next one.
func (l *RateLimiter) Charge(now time.Time, address string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	sender := l.sender(auth.ClientKey(address))
	for ; n > 0; n -= l.burst { // No reservation may be larger.
		sender.ReserveN(now, min(n, l.burst))
	}
}

// Wait returns what take would, and counts nothing.
func (l *RateLimiter) Wait(now time.Time, address string) time.Duration {
	return l.ask(now, address, false)
}

// ask returns how long a sender has to wait, and counts a request that does not
// have to when it is to be counted.
func (l *RateLimiter) ask(now time.Time, address string, count bool) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	reservation := l.sender(auth.ClientKey(address)).ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > 0 || !count {
		reservation.CancelAt(now)
	}
	return wait
}

// sender returns the counter of one sender.
func (l *RateLimiter) sender(name string) *rate.Limiter {
	limiter := l.senders[name]
	if limiter == nil {
		if len(l.senders) >= mostSenders {
			clear(l.senders)
		}
		limiter = rate.NewLimiter(l.rate, l.burst)
		l.senders[name] = limiter
	}
	return limiter
}

// sweep forgets the senders that could send a whole burst again: for them
// nothing is known.
func (l *RateLimiter) sweep(now time.Time) {
	if now.Sub(l.swept) < quiet {
		return
	}
	l.swept = now
	for sender, limiter := range l.senders {
		if limiter.TokensAt(now) >= float64(l.burst) {
			delete(l.senders, sender)
		}
	}
}
