package app

import (
	"context"
	"time"

	"almanac/runtime/outbox"
)

// pollInterval is how often the background work looks for what is due.
const pollInterval = time.Second

// newWorker makes what delivers the outbox.
func newWorker(a *App, c Config) *outbox.Worker {
	return &outbox.Worker{Store: a.Store, Handlers: c.Topics, Clock: c.Clock, Log: c.Log}
}

// Background publishes what is due and delivers the outbox while the service runs;
// without hooks and topics there is nothing to do, because requests publish what
// is due.  The function that it returns stops it: deliveries in progress are
// cancelled when the grace is over, and made again later.
func (a *App) Background(ctx context.Context, grace time.Duration) (stop func()) {
	if len(a.API.Writes.Hooks) == 0 && len(a.Outbox.Handlers) == 0 {
		return func() {}
	}
	stopping, begin := context.WithCancel(ctx)
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(stopping, func() { time.AfterFunc(grace, cancel) })
	done := make(chan struct{})
	go func() {
		defer close(done)
		for a.step(stopping, working) {
		}
	}()
	return func() {
		begin()
		<-done
		cancel()
	}
}

// step does what is due, waits if that was nothing, and reports whether to go on.
func (a *App) step(stopping, working context.Context) bool {
	if err := a.API.Writes.PublishDue(working, a.Env.Clock()); err != nil {
		a.Env.Log.WarnContext(working, "scheduled publication failed", "error", err)
	}
	worked, err := a.Outbox.Deliver(working)
	if err != nil {
		a.Env.Log.WarnContext(working, "outbox not read", "error", err)
	}
	if worked {
		return stopping.Err() == nil
	}
	select {
	case <-stopping.Done():
		return false
	case <-time.After(pollInterval):
		return true
	}
}
