// How requests are repeated.

package client

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// Retry configures when a failed request is sent again: the service
// limits requests (429), it is unavailable (503), or the connection broke.
// It applies to reads and deletes, which are safe to send twice (RFC 9110,
// section 9.2.2), and to creates and updates, which get an Idempotency-Key for
// it.
type Retry struct {
	Attempts int           // How often a request is sent at most; 1 and less for once.
	Wait     time.Duration // Before the second attempt; it doubles each time, and varies by half.
	MaxWait  time.Duration // Above it there is no waiting: the error comes back at once.
}

// DefaultRetry returns the default of WithRetry: four attempts, with half
// a second before the second one, and waits of 30 seconds at most.
func DefaultRetry() Retry {
	return Retry{Attempts: 4, Wait: 500 * time.Millisecond, MaxWait: 30 * time.Second}
}

// idempotent reports whether HTTP lets a request be sent twice.
func idempotent(method string) bool { return method != http.MethodPost && method != http.MethodPatch }

// send sends a request until it succeeds, or trying again makes no sense.
func (c *caller) send(ctx context.Context, r *request) (*response, error) {
	for attempt := 1; ; attempt++ {
		a, err := c.once(ctx, r)
		if err == nil || attempt >= c.retry.Attempts || !idempotent(r.method) && r.header.Get("Idempotency-Key") == "" {
			return a, err
		}
		wait, again := c.retry.after(attempt, err)
		if !again || ctx.Err() != nil {
			return nil, err
		}
		if cut := pause(ctx, wait); cut != nil {
			return nil, fmt.Errorf("%w, while waiting after: %w", cut, err)
		}
	}
}

// after returns how long to wait after a failed attempt, and false when another
// one makes no sense.
func (r Retry) after(attempt int, err error) (time.Duration, bool) {
	var refused *Error
	var broken *brokenError
	wait := spread(min(r.Wait<<min(attempt-1, 20), r.MaxWait))
	switch {
	case errors.As(err, &refused):
		if refused.Status != http.StatusTooManyRequests && refused.Status != http.StatusServiceUnavailable {
			return 0, false
		}
		wait = max(wait, refused.RetryAfter)
		return wait, wait <= r.MaxWait
	case errors.As(err, &broken):
		return wait, true
	}
	return 0, false
}

// spread returns a time between half of one and all of it, so that clients do not come back together.
func spread(wait time.Duration) time.Duration {
	return wait - time.Duration(rand.Float64()*float64(wait)/2) //nolint:gosec // It hides nothing.
}

// pause waits, and returns why it could not: the context ends before.
func pause(ctx context.Context, wait time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < wait {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
