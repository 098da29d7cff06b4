package runtime

import (
	"context"
	"errors"
	"net/http"
	"time"

	"almanac/runtime/fault"
)

// Admission bounds what requests may take of the service.  The zero value
// bounds nothing.
type Admission struct {
	URL        int           // Bytes of path and query; 0 for no bound.
	Deadline   time.Duration // For one request, from its first byte to the answer; 0 for none.
	Concurrent int           // Requests that are worked on at once; 0 for no bound.
	Patience   time.Duration // How long a request waits to be worked on.
	Rate       float64       // Requests a second from one address; 0 for no bound.
	Burst      int           // Requests that one address may send at once.
}

// DefaultAdmission returns the bounds of a server that is told nothing else.
func DefaultAdmission() Admission {
	return Admission{URL: 8 << 10, Deadline: 30 * time.Second, Concurrent: 64, Patience: 10 * time.Second}
}

// admission lets requests in.
type admission struct {
	Admission
	slots chan struct{} // Nil for no bound.
	rates *rates        // Nil for no bound.
}

// newAdmission returns what lets requests in within bounds.
func newAdmission(bounds Admission) *admission {
	a := &admission{Admission: bounds}
	if bounds.Concurrent > 0 {
		a.slots = make(chan struct{}, bounds.Concurrent)
	}
	if bounds.Rate > 0 {
		a.rates = newRates(bounds.Rate, bounds.Burst)
	}
	return a
}

// admit returns why a request is not even looked at: its address is too long,
// or its sender too fast.  It returns nil for the others.
func (a *admission) admit(r *http.Request, address string, clock func() time.Time) *fault.Error {
	if a.URL > 0 && len(r.URL.RequestURI()) > a.URL {
		return fault.New(http.StatusRequestURITooLong, "rest_uri_too_long", "The address of the request is too long: send %d bytes at most, and long lists in the body of a write.", a.URL)
	}
	if a.rates == nil {
		return nil
	}
	if wait := a.rates.take(clock(), address); wait > 0 {
		return fault.New(http.StatusTooManyRequests, "rest_too_many_requests", "Too many requests from your address. Wait before you send more.").Later(wait)
	}
	return nil
}

// bounded returns the request with its deadline, and what ends that.
func (a *admission) bounded(r *http.Request) (*http.Request, context.CancelFunc) {
	if a.Deadline <= 0 {
		return r, func() {}
	}
	ctx, cancel := context.WithTimeoutCause(r.Context(), a.Deadline, errTooSlow)
	return r.WithContext(ctx), cancel
}

// errTooSlow is why a request ends that has met its deadline.
var errTooSlow = errors.New("the request took longer than it may")

// tooSlow is the answer to a request that has met its deadline.
func tooSlow() *fault.Error {
	return fault.New(http.StatusGatewayTimeout, "rest_timeout", "The request took too long and was given up. Ask for less, or try again later.")
}

// enter waits until the request may be worked on, and returns what makes room
// for the next.  Requests are read before they enter and sent after they left,
// so that slow clients take no room.
func (a *admission) enter(ctx context.Context) (leave func(), err error) {
	if a.slots == nil {
		return func() {}, nil
	}
	leave = func() { <-a.slots }
	select {
	case a.slots <- struct{}{}:
		return leave, nil
	default:
	}
	timer := time.NewTimer(a.Patience)
	defer timer.Stop()
	select {
	case a.slots <- struct{}{}:
		return leave, nil
	case <-timer.C:
		return nil, fault.New(http.StatusServiceUnavailable, fault.Unavailable, "The service has more to do than it can. Try again in a moment.").Later(time.Second)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
