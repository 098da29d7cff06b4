package query

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"almanac/runtime/admission"
)

// sharedCounts has the counts of lists that are under way, so that requests for the same list
// share one.  The zero value is ready to use.
type sharedCounts struct {
	mu       sync.Mutex
	underway map[string]*sharedCount
}

// sharedCount is a count that requests wait for.
type sharedCount struct {
	cancel  context.CancelFunc
	waiting int           // Requests.
	done    chan struct{} // Closed at its end.
	err     error
}

// share runs count, or waits for the one with the key that is under way, and reports
// whether count was run.  It belongs to no request: it ends early after the timeout, or when
// no request waits for it any more.  Each request waits as long as its own context lasts.
func (s *sharedCounts) share(
	ctx context.Context, key string, timeout time.Duration, count func(context.Context) error,
) (own bool, err error) {
	s.mu.Lock()
	one := s.underway[key]
	if own = one == nil; own {
		if s.underway == nil {
			s.underway = map[string]*sharedCount{}
		}
		one = &sharedCount{done: make(chan struct{})}
		s.underway[key] = one
		var detached context.Context
		detached, one.cancel = context.WithTimeout(context.WithoutCancel(ctx), timeout)
		go s.run(detached, key, one, count)
	}
	one.waiting++
	s.mu.Unlock()
	select {
	case <-one.done:
		return own, one.err
	case <-ctx.Done():
		s.leave(key, one)
		return own, ctx.Err()
	}
}

// run runs a count.  Nobody else would recover from a panic in this goroutine.
func (s *sharedCounts) run(ctx context.Context, key string, one *sharedCount, count func(context.Context) error) {
	defer func() {
		if cause := recover(); cause != nil {
			one.err = fmt.Errorf("count a list: panic: %v\n%s", cause, debug.Stack())
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.remove(key, one)
		close(one.done)
	}()
	one.err = count(ctx)
	if one.err != nil && ctx.Err() != nil {
		one.err = admission.TooSlow().WithCause(one.err)
	}
}

// leave notes that a request waits no longer, and ends a count that none waits for.
func (s *sharedCounts) leave(key string, one *sharedCount) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one.waiting--; one.waiting == 0 {
		s.remove(key, one)
	}
}

// remove ends a count.  A request that comes later begins another one.
func (s *sharedCounts) remove(key string, one *sharedCount) {
	one.cancel()
	if s.underway[key] == one {
		delete(s.underway, key)
	}
}
