package jobs

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// When a run that failed is begun again.
const (
	minDelay = 10 * time.Second
	maxDelay = time.Hour
)

// When a run hangs, and how often that is reported.
const (
	hangMargin    = 10 * time.Second // After its timeout.
	hangReporting = 10 * time.Minute
)

// What ends a run.
var (
	errLost     = errors.New("another process runs the job")
	errNoBeat   = errors.New("no heartbeat could be written")
	errStopped  = errors.New("the process stopped")
	errNoReturn = errors.New("the function ended its goroutine")
)

// run is a run in this process. The machine's clock measures it.
type run struct {
	job      Job
	version  int64           // Of the row while it runs.
	failures int64           // Before it.
	process  context.Context // Its end is no failure of the job.
	begun    time.Time
	cancel   context.CancelCauseFunc

	// Guarded by Scheduler.mu.
	beat     time.Time // When the last heartbeat that was written was sent.
	reported time.Time // When it was last reported to hang.
}

// perform runs the job and stores what came of it.
func (s *Scheduler) perform(ctx context.Context, r *run) {
	err := errNoReturn
	timed, cancel := context.WithTimeoutCause(ctx, r.job.Timeout, fmt.Errorf("timeout of %s passed", r.job.Timeout))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			s.log.ErrorContext(ctx, "job panicked", "job", r.job.Name, "panic", p, "stack", string(debug.Stack()))
		}
		cause := context.Cause(timed)
		if r.process.Err() != nil {
			cause = errStopped
		}
		if err != nil && cause != nil {
			err = fmt.Errorf("%w: %w", cause, err)
		}
		cancel()
		r.cancel(nil)
		s.finish(ctx, r, err)
	}()
	err = r.job.Run(timed)
}

// finish stores what came of a run. A database that is away gets it later: until then the
// heartbeats keep others from beginning the run again.
func (s *Scheduler) finish(ctx context.Context, r *run, failure error) {
	to := row{ended: s.clock(), duration: time.Since(r.begun)}
	if failure != nil {
		to.failure, to.failures = brief(failure), r.failures+1
		to.retry = to.ended.Add(delay(to.failures))
		if errors.Is(failure, errStopped) {
			to.retry, to.failures = to.ended, r.failures
		}
		s.log.WarnContext(ctx, "job failed", "job", r.job.Name, "failures", to.failures, "next", to.retry, "error", failure)
	} else {
		s.log.DebugContext(ctx, "job ended", "job", r.job.Name, "duration", to.duration)
	}
	for {
		storing, cancel := context.WithTimeout(context.WithoutCancel(ctx), beatInterval)
		err := end(storing, s.store, r.job.Name, r.version, to)
		cancel()
		if err == nil {
			break
		}
		s.log.WarnContext(ctx, "end of a job not stored", "job", r.job.Name, "error", err)
		if r.process.Err() != nil || s.isStale(r) { // It is begun again.
			break
		}
		time.Sleep(time.Second)
	}
	s.mu.Lock()
	delete(s.running, r.job.Name)
	s.mu.Unlock()
	select {
	case s.ended <- struct{}{}:
	default:
	}
}

// delay returns the pause after a number of failures in a row: it doubles.
func delay(failures int64) time.Duration {
	pauses := backoff.ExponentialBackOff{InitialInterval: minDelay, Multiplier: 2, MaxInterval: maxDelay}
	for range min(failures, 20) - 1 {
		pauses.NextBackOff()
	}
	return pauses.NextBackOff()
}
