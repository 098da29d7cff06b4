package admission

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"almanac/runtime/apierror"
)

// Admission bounds what requests may take of the service.  The zero value
// bounds nothing.
type Admission struct {
	URL        int           // Bytes of path and query; 0 for no bound.
	Deadline   time.Duration // For one request, from its first byte to the response; 0 for none.
	Concurrent int           // Requests that are worked on at once; 0 for no bound.
	Patience   time.Duration // How long a request waits to be worked on.
	// Weight of expensive reads at once (see Controller.Expensive); HalfOfConnections, or 0 for no bound.
	Expensive  int
	Queue      int           // Weight of expensive reads that may wait; half of Concurrent at most.
	Soon       time.Duration // How long an expensive read waits.
	Feeds      int           // Long feeds that are sent at once; a quarter of Concurrent at most, 0 for no bound.
	Streams    int           // Streams of changes to one user, or to one address without; 1 or more.
	AllStreams int           // Streams of changes; 0 for no bound.
	Rate       float64       // Requests a second from one address; 0 for no bound.
	Burst      int           // Requests that one address may send at once.

	BodyMemory          int64         // Bytes of all bodies from callers with valid credentials; 0 for no bound.
	AnonymousBodyMemory int64         // Bytes of all other bodies; 0 for no bound.
	BodyRate            int64         // Bytes a second at which a body has to arrive; 0 for no bound.
	BodyGrace           time.Duration // How long a body may stand still.
	Cleanings           int           // HTML texts that are cleaned at once; 0 for no bound.
}

// DefaultAdmission returns the bounds of a server without other settings.
func DefaultAdmission() Admission {
	return Admission{
		URL: 8 << 10, Deadline: 30 * time.Second, Concurrent: 64, Patience: 10 * time.Second,
		Expensive: HalfOfConnections, Queue: 32, Soon: 2 * time.Second, Feeds: 16,
		Streams: 20, AllStreams: 1000,
		BodyMemory: 32 << 20, AnonymousBodyMemory: 4 << 20, BodyRate: 4 << 10, BodyGrace: 5 * time.Second, Cleanings: 2,
	}
}

// Controller lets requests in.
type Controller struct {
	Admission
	Requests *Limiter     // Nil for no bound.
	rates    *RateLimiter // Nil for no bound.
}

// NewController returns what lets requests in within bounds.
func NewController(bounds Admission) *Controller {
	a := &Controller{Admission: bounds}
	a.Requests = New("requests", int64(bounds.Concurrent), math.MaxInt64, bounds.Patience)
	if bounds.Rate > 0 {
		a.rates = NewRateLimiter(bounds.Rate, bounds.Burst)
	}
	return a
}

// Admit returns why a request is not even looked at: its address is too long,
// or its sender too fast.  It returns nil for the others.
func (c *Controller) Admit(r *http.Request, address string, clock func() time.Time) *apierror.Error {
	if c.URL > 0 && len(r.URL.RequestURI()) > c.URL {
		return apierror.New(http.StatusRequestURITooLong, "rest_uri_too_long",
			"The URL of the request is too long; send %d bytes at most. When writing, send long lists in the body.", c.URL)
	}
	if c.rates == nil {
		return nil
	}
	if wait := c.rates.Take(clock(), address); wait > 0 {
		return apierror.New(http.StatusTooManyRequests, "rest_too_many_requests",
			"Too many requests from your address. Wait before you send more.").WithRetryAfter(wait)
	}
	return nil
}

// Charge counts n more requests from the address of one that was let in.
func (c *Controller) Charge(address string, n int, clock func() time.Time) {
	if c.rates != nil {
		c.rates.Charge(clock(), address, n)
	}
}

// Bounded returns the request with its deadline, and what ends that.
func (c *Controller) Bounded(r *http.Request) (*http.Request, context.CancelFunc) {
	if c.Deadline <= 0 {
		return r, func() {}
	}
	ctx, cancel := context.WithTimeoutCause(r.Context(), c.Deadline, ErrTooSlow)
	return r.WithContext(ctx), cancel
}

// ErrTooSlow is why a request ends that has met its deadline.
var ErrTooSlow = errors.New("the request took longer than it may")

// TooSlow is the response to a request that has met its deadline.
func TooSlow() *apierror.Error {
	return apierror.New(http.StatusGatewayTimeout, "rest_timeout",
		"The request took too long and was canceled. Request less data, or try again later.")
}

// HalfOfConnections as Admission.Expensive stands for half of the connections
// that the store has for reads.
const HalfOfConnections = -1
