package admission

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/auth"
)

// BodyLimits bounds the memory that the bodies of requests take together, and how
// slowly they may arrive.
type BodyLimits struct {
	known     budget // Of callers with valid credentials; in open mode of everybody.
	anonymous budget // Of everybody else, and of those whose credentials are not yet verified.
	rate      int64
	grace     time.Duration
	slow      atomic.Int64 // Bodies that were given up because they arrived too slowly.
}

// NewBodyLimits returns the bounds of bodies.
func NewBodyLimits(bounds Admission) *BodyLimits {
	b := &BodyLimits{rate: bounds.BodyRate, grace: bounds.BodyGrace}
	b.known.max, b.anonymous.max = bounds.BodyMemory, bounds.AnonymousBodyMemory
	return b
}

// States returns how far the limits of bodies are used up.
func (b *BodyLimits) States() []LimitState {
	return []LimitState{
		b.known.state("body_bytes"), b.anonymous.state("anonymous_body_bytes"),
		{Name: "body_rate_bytes", Capacity: b.rate, Refused: b.slow.Load()},
	}
}

// BodyState is the body of a request as its handler reads it.  Bytes count against a
// budget from when they arrive until the request ends; the Content-Length that
// a client claims takes nothing.
type BodyState struct {
	io.ReadCloser
	bodies   *BodyLimits
	budget   *budget
	held     int64
	whole    bool // It was read to its end.
	pace     pace
	latest   time.Time // When the whole request has to be there; zero for no bound.
	now      func() time.Time
	deadline func(time.Time) error // Sets when a read is given up; zero for never.
	streamed bool                  // It goes to the disk as it arrives.
	sent     func(time.Time) error // Sets until when the response has to be sent.
	write    time.Duration         // How long that may take; 0 for no bound.
}

// Watch returns the request with a body that is bounded, and the body itself,
// nil when the request has none.  Release must be called when the request ends.
func (b *BodyLimits) Watch(w http.ResponseWriter, r *http.Request) (*http.Request, *BodyState) {
	if r.Body == nil || r.Body == http.NoBody {
		return r, nil
	}
	control := http.NewResponseController(w)
	watched := &BodyState{
		ReadCloser: r.Body, bodies: b, budget: &b.anonymous, pace: newPace(b.rate, b.grace),
		now: time.Now, deadline: control.SetReadDeadline, sent: control.SetWriteDeadline,
	}
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok {
		if watched.write = server.WriteTimeout; server.ReadTimeout > 0 {
			watched.latest = time.Now().Add(server.ReadTimeout)
		}
	}
	next := *r
	next.Body = watched
	return &next, watched
}

// Admit lets the body of a verified caller use the larger budget.  It is called
// before the body is read.
func (b *BodyState) Admit(caller auth.Caller) {
	if b != nil && !caller.IsAnonymous() {
		b.budget = &b.bodies.known
	}
}

// Stream is called before a file is read that goes to the disk as it arrives: it takes no
// memory, and as long as its pace permits.
func (b *BodyState) Stream() {
	if b == nil || b.streamed {
		return
	}
	b.Release()
	b.streamed, b.latest = true, time.Time{}
	if b.pace.rate == 0 {
		_ = b.deadline(time.Time{}) // A recorder in a test has none.
	}
}

// Read reads a part of the body.  Beside those of the connection its errors are
// *apierror.Error: 408 for a body that arrives too slowly, 503 without room for it.
func (b *BodyState) Read(p []byte) (int, error) {
	begun := b.now()
	b.limit(begun)
	n, err := b.ReadCloser.Read(p)
	b.pace.spend(b.now().Sub(begun), n)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), err == nil && b.pace.exhausted():
		b.bodies.slow.Add(1)
		return n, apierror.New(http.StatusRequestTimeout, "rest_request_timeout",
			"The request body arrived too slowly. Send it again over a faster connection, or send less.").WithCause(err)
	case !b.streamed && !b.budget.take(int64(n)):
		return 0, apierror.New(http.StatusServiceUnavailable, apierror.CodeUnavailable,
			"The service is at capacity. Try again in a moment.").WithRetryAfter(time.Second)
	}
	if !b.streamed {
		b.held += int64(n)
	}
	if err == io.EOF {
		b.whole = true
		b.unlimit()
		if b.streamed && b.write > 0 {
			_ = b.sent(b.now().Add(b.write)) // As above.
		}
	}
	return n, err
}

// limit sets until when the next read may wait.
func (b *BodyState) limit(now time.Time) {
	if b.pace.rate == 0 {
		return
	}
	until := now.Add(b.pace.credit)
	if !b.latest.IsZero() && b.latest.Before(until) {
		until = b.latest
	}
	_ = b.deadline(until) // A recorder in a test has none.
}

// unlimit takes the limit of the last read off the connection, whose next read
// waits for the client to leave.
func (b *BodyState) unlimit() {
	if b.pace.rate > 0 {
		_ = b.deadline(time.Time{}) // As above.
	}
}

// Release gives the bytes of the body back.
func (b *BodyState) Release() {
	if b != nil {
		b.budget.give(b.held)
		b.held = 0
	}
}

// Unread reports whether part of the body may still be on its way.
func (b *BodyState) Unread() bool { return b != nil && !b.whole }

// budget is a number of bytes that requests share.
type budget struct {
	max     int64 // 0 for no bound.
	used    atomic.Int64
	refused atomic.Int64 // How often take returned false.
}

// take reserves n bytes, and reports whether they were there.
func (b *budget) take(n int64) bool {
	if used := b.used.Add(n); b.max > 0 && used > b.max {
		b.used.Add(-n)
		b.refused.Add(1)
		return false
	}
	return true
}

// give returns n bytes that take has reserved.
func (b *budget) give(n int64) { b.used.Add(-n) }

// state returns the use of the budget under a name.
func (b *budget) state(name string) LimitState {
	return LimitState{Name: name, InUse: b.used.Load(), Capacity: b.max, Refused: b.refused.Load()}
}

// pace measures whether a body arrives fast enough.  It is a credit of time:
// waiting for the client spends it, each byte earns its part of a second.  The
// credit is never above the grace, so that a client which sent much at once
// may stand still no longer than any other.
type pace struct {
	rate   int64 // Bytes a second; 0 for no bound.
	grace  time.Duration
	credit time.Duration
}

// newPace returns a pace with all of its credit.
func newPace(rate int64, grace time.Duration) pace {
	return pace{rate: rate, grace: grace, credit: grace}
}

// spend notes that n bytes were waited for.
func (p *pace) spend(waited time.Duration, n int) {
	if p.rate > 0 {
		p.credit = min(p.grace, p.credit-waited+time.Duration(n)*time.Second/time.Duration(p.rate))
	}
}

// exhausted reports whether nothing is left of the credit.
func (p *pace) exhausted() bool { return p.rate > 0 && p.credit <= 0 }
