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
func (s *Group[T]) Do(ctx context.Context, f func(context.Context) (T, error)) (result T, err error) {
	s.mu.Lock()
	if !s.running {
		s.running = true
		s.mu.Unlock()
		defer s.pass(f)
		return f(ctx)
	}
	if s.next == nil {
		s.next = &call[T]{done: make(chan struct{})}
	}
	joined := s.next
	s.mu.Unlock()
	select {
	case <-joined.done:
		return joined.result, joined.err
	case <-ctx.Done():
		return result, ctx.Err()
	}
}

// pass begins the call that others wait for, if there are any.
func (s *Group[T]) pass(f func(context.Context) (T, error)) {
	s.mu.Lock()
	waited := s.next
	s.next = nil
	s.running = waited != nil
	s.mu.Unlock()
	if waited == nil {
		return
	}
	go func() {
		defer s.pass(f)
		defer close(waited.done)
		// No request that waits may end it for the others.
		ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
		defer cancel()
		waited.result, waited.err = f(ctx)
	}()
}
