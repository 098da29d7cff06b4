package service

import (
	"context"
	"sync"
	"time"

	"almanac/runtime/httpapi"
)

// pollInterval is how often the background work looks for what is due.
const pollInterval = time.Second

// dailyInterval is how often series get the dates that have come within their horizon, and
// records follow the rules of their time zones.
const dailyInterval = 24 * time.Hour

// Background publishes what is due, delivers the outbox, applies the rules of time zones and extends
// series while the service runs; without hooks and topics there is nothing of the first two to do, because
// requests publish what is due.  The function that it returns stops it: deliveries in
// progress are cancelled when the grace is over, and made again later.
func (s *Service) Background(ctx context.Context, grace time.Duration) (stop func()) {
	stopping, begin := context.WithCancel(ctx)
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(stopping, func() { time.AfterFunc(grace, cancel) })
	var tasks sync.WaitGroup
	if len(s.API.Writes.Hooks) > 0 || len(s.Outbox.Handlers) > 0 {
		tasks.Go(func() {
			for s.step(stopping, working) {
			}
		})
	}
	tasks.Go(func() { s.daily(stopping, working) })
	return func() {
		begin()
		tasks.Wait()
		cancel()
	}
}

// daily does what is due every day, now and from then on, until it is stopped.
func (s *Service) daily(stopping, working context.Context) {
	for {
		_, err := s.API.Writes.ApplyZoneRules(httpapi.NewRun(working, "zones"), false)
		if err != nil && stopping.Err() == nil {
			s.Env.Log.WarnContext(working, "time zone rules not applied", "error", err)
		}
		if err := s.API.Writes.ExtendSeries(working); err != nil && stopping.Err() == nil {
			s.Env.Log.WarnContext(working, "series not extended", "error", err)
		}
		select {
		case <-stopping.Done():
			return
		case <-time.After(dailyInterval):
		}
	}
}

// step does what is due, waits if that was nothing, and reports whether to go on.
func (s *Service) step(stopping, working context.Context) bool {
	if err := s.API.Writes.PublishDue(working, s.Env.Clock()); err != nil {
		s.Env.Log.WarnContext(working, "scheduled publication failed", "error", err)
	}
	worked, err := s.Outbox.Deliver(working)
	if err != nil {
		s.Env.Log.WarnContext(working, "outbox not read", "error", err)
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
