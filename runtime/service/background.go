package service

import (
	"context"
	"sync"
	"time"

	"almanac/runtime/httpapi"
)

// pollInterval is how often the background work looks for what is due.
const pollInterval = time.Second

// Background publishes what is due, delivers the outbox, tells webhooks, runs jobs and follows the rules
// of time zones while the service runs;
// without hooks and topics there is nothing of the first two to do, because requests publish
// what is due.  The function that it returns stops it: deliveries and runs in progress are
// cancelled when the grace is over, and made again later.
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
	tasks.Go(func() { s.Webhooks.Work(stopping, working, pollInterval) })
	tasks.Go(func() { s.Jobs.Work(stopping, working) })
	tasks.Go(func() { s.followZones(stopping, working) })
	return func() {
		begin()
		tasks.Wait()
		cancel()
	}
}

// zonesInterval is how often records are compared with the rules of their time zones.
const zonesInterval = 24 * time.Hour

// followZones brings records to the rules of time zones in force, now and every day.  It is no job,
// which one of several servers runs: each may have other rules, and leaves to the others the zones
// for which theirs are newer.
func (s *Service) followZones(stopping, working context.Context) {
	for {
		_, err := s.API.Writes.ApplyZoneRules(httpapi.NewRun(working, "zones"), false)
		if err != nil && stopping.Err() == nil {
			s.Env.Log.WarnContext(working, "time zone rules not applied", "error", err)
		}
		select {
		case <-stopping.Done():
			return
		case <-time.After(zonesInterval):
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
