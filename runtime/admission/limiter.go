package admission

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"almanac/runtime/apierror"
)

// Limiter bounds the work of one sort that is done at once.  Work that finds no
// room waits in a queue, first come first served, while the queue is short
// enough for it, and for some time.  A nil limiter bounds nothing.
type Limiter struct {
	room     *semaphore.Weighted
	capacity int64         // Weight of what is done at once.
	queue    int64         // Weight of what may wait.
	timeout  time.Duration // How long it may wait.

	mu  sync.Mutex
	now LimitState
}

// LimitState is the state of a limit, in weights but for the counts.
type LimitState struct {
	Name     string
	Capacity int64 // What is done at once, at most.
	InUse    int64 // What is done now.
	Waiting  int64 // What waits now.
	Admitted int64 // How often work was let in since the start.
	Refused  int64 // How often it was answered 503 since the start.
}

// New returns a limiter, nil for a capacity of 0.
func New(name string, capacity, queue int64, timeout time.Duration) *Limiter {
	if capacity <= 0 {
		return nil
	}
	return &Limiter{
		room: semaphore.NewWeighted(capacity), capacity: capacity, queue: queue, timeout: timeout,
		now: LimitState{Name: name, Capacity: capacity},
	}
}

// Enter lets work of a weight in and returns what ends it, which is called once.
// Of the queue what weighs n may fill an n-th part only, so that light work is
// never kept out by heavy work that waits.  The error is a 503, or that
// of the context.
func (l *Limiter) Enter(ctx context.Context, weight int64) (leave func(), err error) {
	if l == nil {
		return func() {}, nil
	}
	weight = min(weight, l.capacity)
	if l.room.TryAcquire(weight) {
		return l.entered(weight), nil
	}
	if !l.line(weight) {
		return nil, busy()
	}
	soon, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	err = l.room.Acquire(soon, weight)
	l.note(func(now *LimitState) { now.Waiting -= weight })
	switch {
	case err == nil:
		return l.entered(weight), nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	l.note(func(now *LimitState) { now.Refused++ })
	return nil, busy()
}

// Resume is enter for work whose beginning was let in: it waits as long as the
// context lasts, however many others do.
func (l *Limiter) Resume(ctx context.Context, weight int64) (leave func(), err error) {
	if l == nil {
		return func() {}, nil
	}
	weight = min(weight, l.capacity)
	l.note(func(now *LimitState) { now.Waiting += weight })
	err = l.room.Acquire(ctx, weight)
	l.note(func(now *LimitState) { now.Waiting -= weight })
	if err != nil {
		return nil, err
	}
	return l.entered(weight), nil
}

// line has work wait, and reports false when too much does already.
func (l *Limiter) line(weight int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now.Waiting+weight > l.queue/weight {
		l.now.Refused++
		return false
	}
	l.now.Waiting += weight
	return true
}

// entered notes work that was let in and returns what ends it.
func (l *Limiter) entered(weight int64) (leave func()) {
	l.note(func(now *LimitState) { now.Admitted, now.InUse = now.Admitted+1, now.InUse+weight })
	return func() {
		l.note(func(now *LimitState) { now.InUse -= weight })
		l.room.Release(weight)
	}
}

func (l *Limiter) note(change func(*LimitState)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.now)
}

// State returns the state.
func (l *Limiter) State() LimitState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now
}

// busy is the response to work that there is no room for.
func busy() *apierror.Error {
	return apierror.New(http.StatusServiceUnavailable, apierror.CodeUnavailable,
		"The service is overloaded. Retry after the time in the Retry-After header.").WithRetryAfter(time.Second)
}

// SenderLimit bounds what is sent to clients for as long as they read it.  What finds no room is refused, because
// others take as long as their readers do.  One sender of requests gets a part of the room, so that others find some.
// A nil SenderLimit bounds nothing.
type SenderLimit struct {
	*Limiter
	each    int64                  // Room of one sender.
	refusal func() *apierror.Error // For a sender that has all of it.
	mu      sync.Mutex
	by      map[string]int64 // How much each sender has.
}

// NewFeedLimit returns the limit of long feeds, nil for none.  One address gets half of it.  What prepares feeds holds
// a place among the requests that are worked on, so that feeds get a quarter of these at most.
func NewFeedLimit(bounds Admission) *SenderLimit {
	feeds := int64(bounds.Feeds)
	if all := int64(bounds.Concurrent); all > 0 && feeds > 0 {
		feeds = min(feeds, max(all/4, 1))
	}
	return newSenderLimit("feeds", feeds, max(feeds/2, 1), busy)
}

// NewStreamLimit returns the limit of streams of changes, nil for none.
func NewStreamLimit(bounds Admission) *SenderLimit {
	return newSenderLimit("streams", int64(bounds.AllStreams), int64(bounds.Streams), func() *apierror.Error {
		return apierror.New(http.StatusTooManyRequests, "rest_too_many_streams",
			"You already have %d open streams. Close one first.", bounds.Streams).WithRetryAfter(time.Second)
	})
}

// newSenderLimit returns a limit with the room of all senders and of each, nil without room.
func newSenderLimit(name string, all, each int64, refusal func() *apierror.Error) *SenderLimit {
	if all <= 0 {
		return nil
	}
	return &SenderLimit{Limiter: New(name, all, 0, 0), each: each, refusal: refusal, by: map[string]int64{}}
}

// Enter lets what is sent to a sender in and returns what ends it, which is called once.  The error is a 503,
// or the refusal of the limit.
func (f *SenderLimit) Enter(ctx context.Context, sender string) (leave func(), err error) {
	if f == nil {
		return func() {}, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.by[sender] >= f.each {
		f.note(func(now *LimitState) { now.Refused++ })
		return nil, f.refusal()
	}
	leaveLimit, err := f.Limiter.Enter(ctx, 1)
	if err != nil {
		return nil, err
	}
	f.by[sender]++
	return func() {
		leaveLimit()
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.by[sender]--; f.by[sender] == 0 {
			delete(f.by, sender)
		}
	}, nil
}
