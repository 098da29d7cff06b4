package sharedcall

import (
	"context"
	"sync"
	"time"
)

// callTimeout bounds a call that several callers wait for.
const callTimeout = 5 * time.Second

// Group has callers that come while a call is under way share the next
// one: the result of one that began before they came could be out of date.  The
// zero value is ready to use.
type Group[T any] struct {
	mu      sync.Mutex
	running bool
	next    *call[T]
}

// call is one call that several callers wait for.
type call[T any] struct {
	done   chan struct{}
	result T
	err    error
}

// Do calls f, or waits for a call that begins after Do was called.
func (g *Group[T]) Do(ctx context.Context, f func(context.Context) (T, error)) (result T, err error) {
	g.mu.Lock()
	if !g.running {
		g.running = true
		g.mu.Unlock()
		defer g.pass(f)
		return f(ctx)
	}
	if g.next == nil {
		g.next = &call[T]{done: make(chan struct{})}
	}
	joined := g.next
	g.mu.Unlock()
	select {
	case <-joined.done:
		return joined.result, joined.err
	case <-ctx.Done():
		return result, ctx.Err()
	}
}

// pass begins the call that others wait for, if there are any.
func (g *Group[T]) pass(f func(context.Context) (T, error)) {
	g.mu.Lock()
	waited := g.next
	g.next = nil
	g.running = waited != nil
	g.mu.Unlock()
	if waited == nil {
		return
	}
	go func() {
		defer g.pass(f)
		defer close(waited.done)
		// No request that waits may end it for the others.
		ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
		defer cancel()
		waited.result, waited.err = f(ctx)
	}()
}
