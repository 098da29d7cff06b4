package query

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"almanac/runtime/admission"
)

// counts has the counts of lists that are under way, so that requests for the same list
// share one.  The zero value is ready to use.
type counts struct {
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
func (c *counts) share(
	ctx context.Context, key string, timeout time.Duration, count func(context.Context) error,
) (own bool, err error) {
	c.mu.Lock()
	one := c.underway[key]
	if own = one == nil; own {
		if c.underway == nil {
			c.underway = map[string]*sharedCount{}
		}
		one = &sharedCount{done: make(chan struct{})}
		c.underway[key] = one
		var detached context.Context
		detached, one.cancel = context.WithTimeout(context.WithoutCancel(ctx), timeout)
		go c.run(detached, key, one, count)
	}
	one.waiting++
	c.mu.Unlock()
	select {
	case <-one.done:
		return own, one.err
	case <-ctx.Done():
		c.leave(key, one)
		return own, ctx.Err()
	}
}

// run runs a count.  Nobody else would recover from a panic in this goroutine.
func (c *counts) run(ctx context.Context, key string, one *sharedCount, count func(context.Context) error) {
	defer func() {
		if cause := recover(); cause != nil {
			one.err = fmt.Errorf("count a list: panic: %v\n%s", cause, debug.Stack())
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.remove(key, one)
		close(one.done)
	}()
	one.err = count(ctx)
	if one.err != nil && ctx.Err() != nil {
		one.err = admission.TooSlow().WithCause(one.err)
	}
}

// leave notes that a request waits no longer, and ends a count that none waits for.
func (c *counts) leave(key string, one *sharedCount) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if one.waiting--; one.waiting == 0 {
		c.remove(key, one)
	}
}

// remove ends a count.  A request that comes later begins another one.
func (c *counts) remove(key string, one *sharedCount) {
	one.cancel()
	if c.underway[key] == one {
		delete(c.underway, key)
	}
}
