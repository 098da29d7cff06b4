package jobs

import (
	"context"
	"time"
)

// beats keeps the leases of this process until ctx ends.
func (s *Scheduler) beats(ctx context.Context) {
	for tick := time.Tick(beatInterval); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			s.Beat(ctx)
		}
	}
}

// Beat writes the heartbeat of each run of this process, and reports runs that hang. Work does so
// every few seconds.
func (s *Scheduler) Beat(ctx context.Context) {
	s.mu.Lock()
	runs := make([]*run, 0, len(s.running))
	for _, r := range s.running {
		runs = append(runs, r)
	}
	s.mu.Unlock()
	for _, r := range runs {
		s.keep(ctx, r)
		s.reportHang(ctx, r)
	}
}

// keep writes the heartbeat of a run. Without a lease the context of the run ends.
func (s *Scheduler) keep(ctx context.Context, r *run) {
	ctx, cancel := context.WithTimeout(ctx, beatInterval)
	defer cancel()
	sent := time.Now()
	held, err := beat(ctx, s.store, r.job.Name, r.version, s.clock())
	switch {
	case err == nil && held:
		s.mu.Lock()
		r.beat = sent
		s.mu.Unlock()
	case err == nil:
		r.cancel(errLost) // Or it has ended meanwhile.
	case s.isStale(r):
		r.cancel(errNoBeat)
		fallthrough
	default:
		s.log.WarnContext(ctx, "heartbeat of a job not written", "job", r.job.Name, "error", err)
	}
}

// isStale reports whether another process may soon take the lease of a run.
func (s *Scheduler) isStale(r *run) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Since(r.beat) >= lease*3/4
}

// reportHang tells the log of a run whose timeout is over, now and then.
func (s *Scheduler) reportHang(ctx context.Context, r *run) {
	s.mu.Lock()
	hangs := time.Since(r.begun) > r.job.Timeout+hangMargin && time.Since(r.reported) > hangReporting
	if hangs {
		r.reported = time.Now()
	}
	s.mu.Unlock()
	if hangs {
		s.log.ErrorContext(ctx, "job hangs: it runs on after its timeout", "job", r.job.Name, "timeout", r.job.Timeout,
			"running", time.Since(r.begun).Round(time.Second))
	}
}
