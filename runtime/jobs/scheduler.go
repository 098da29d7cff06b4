package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/store"
)

// How processes share jobs.
const (
	lease        = time.Minute      // After a lost heartbeat, the job is begun by another process.
	beatInterval = 10 * time.Second // Between heartbeats.
	pollInterval = 10 * time.Second // Between looks at the table, at most.
	minPoll      = 100 * time.Millisecond
	stopLimit    = 5 * time.Second // For runs whose context ended to return, before the process goes on without them.
)

// Scheduler runs jobs. Several processes may work on one database: a due time of a job is
// begun by one of them, once unless its run failed or its process died.
type Scheduler struct {
	store  *store.Store
	jobs   []Job
	clock  func() time.Time
	log    *slog.Logger
	holder string // This process.

	runs  sync.WaitGroup
	ended chan struct{} // A run has ended.

	mu      sync.Mutex
	running map[string]*run
	seen    map[string]sighting // Of the heartbeats of other processes.
}

// sighting is a heartbeat, and when it was seen first.
type sighting struct {
	version   int64
	heartbeat time.Time
	at        time.Time
}

// New returns a scheduler of jobs, whose times of day are those of a zone. The error names
// all jobs that are described wrongly.
func New(s *store.Store, list []Job, zone dates.Zone, clock func() time.Time, log *slog.Logger) (*Scheduler, error) {
	checked, err := check(list, zone)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return &Scheduler{
		store: s, jobs: checked, clock: clock, log: log, holder: fmt.Sprintf("%s:%d", host, os.Getpid()),
		ended: make(chan struct{}, 1), running: map[string]*run{}, seen: map[string]sighting{},
	}, nil
}

// Work runs jobs until stopping ends, and waits for those that run then; their context is working.
func (s *Scheduler) Work(stopping, working context.Context) {
	if len(s.jobs) == 0 {
		return
	}
	beating, stop := context.WithCancel(context.WithoutCancel(working))
	defer stop()
	go s.beats(beating)
	isAsked := false // Of those that run at the start.
	for stopping.Err() == nil {
		if !isAsked {
			isAsked = s.askAtStart(working)
		}
		wait, err := s.Begin(working)
		if err != nil && stopping.Err() == nil {
			s.log.WarnContext(working, "jobs not read", "error", err)
		}
		select {
		case <-stopping.Done():
		case <-s.ended:
		case <-time.After(wait):
		}
	}
	s.waitOrLeave(working)
}

// waitOrLeave waits for the runs, but not for long for those that do not heed their context.
func (s *Scheduler) waitOrLeave(working context.Context) {
	done := make(chan struct{})
	go func() { s.runs.Wait(); close(done) }()
	select {
	case <-done:
		return
	case <-working.Done():
	}
	select {
	case <-done:
	case <-time.After(stopLimit):
		s.mu.Lock()
		defer s.mu.Unlock()
		for name := range s.running {
			s.log.WarnContext(working, "job left behind: it runs on after its context ended", "job", name)
		}
	}
}

// askAtStart has the jobs run that do so when a process starts.
func (s *Scheduler) askAtStart(ctx context.Context) (done bool) {
	for _, job := range s.jobs {
		if !job.AtStart {
			continue
		}
		if err := s.Ask(ctx, job.Name); err != nil {
			s.log.WarnContext(ctx, "job not begun", "job", job.Name, "error", err)
			return false
		}
	}
	return true
}

// Ask has a job run within seconds, or after its current run; the due times stay.
func (s *Scheduler) Ask(ctx context.Context, name string) error {
	if err := insert(ctx, s.store, name, s.clock()); err != nil {
		return err
	}
	return ask(ctx, s.store, name)
}

// RunDue runs the jobs that are due, and returns when they have ended.
func (s *Scheduler) RunDue(ctx context.Context) error {
	_, err := s.Begin(ctx)
	s.runs.Wait()
	return err
}

// Begin begins the jobs that are due, and returns after which time to call it again.
func (s *Scheduler) Begin(ctx context.Context) (wait time.Duration, err error) {
	rows, err := read(ctx, s.store.Primary())
	if err != nil {
		return pollInterval, err
	}
	wait = pollInterval
	for _, job := range s.jobs {
		known, ok := rows[job.Name]
		now := s.clock()
		if !ok {
			if err := insert(ctx, s.store, job.Name, now); err != nil {
				return pollInterval, err
			}
			known = row{due: now.Truncate(time.Second)}
		}
		at := s.dueAt(job, known, now)
		if at.After(now) {
			wait = min(wait, at.Sub(now))
			continue
		}
		if err := s.begin(ctx, job, known, now); err != nil {
			return pollInterval, err
		}
	}
	return max(wait, minPoll), nil
}

// never is after every time of a job.
var never = time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC)

// dueAt returns when a run of the job begins, as far as the row tells.
func (s *Scheduler) dueAt(job Job, r row, now time.Time) time.Time {
	if r.holder != "" && !s.isLost(job.Name, r, now) {
		return never
	}
	if r.asked || r.holder != "" {
		return now
	}
	next := job.schedule.next(r.due)
	if !r.retry.IsZero() && r.retry.Before(next) {
		return r.retry
	}
	return next
}

// isLost reports whether the process that runs a job is gone. The clocks of two servers may
// differ: the heartbeat is old, and no other came while this process looked.
func (s *Scheduler) isLost(name string, r row, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, own := s.running[name]; own {
		return false
	}
	first := s.seen[name]
	if first.version != r.version || !first.heartbeat.Equal(r.heartbeat) {
		first = sighting{r.version, r.heartbeat, now}
		s.seen[name] = first
	}
	return now.Sub(r.heartbeat) >= lease && now.Sub(first.at) >= lease/2
}

// begin begins a run of a job unless another process has done so.
func (s *Scheduler) begin(ctx context.Context, job Job, r row, now time.Time) error {
	due := r.due
	if !job.schedule.next(due).After(now) {
		due = job.schedule.latest(due, now)
	}
	sent := time.Now()
	mine, err := claim(ctx, s.store, job.Name, r, s.holder, due, now)
	if err != nil || !mine {
		return err
	}
	if r.holder != "" {
		s.log.WarnContext(ctx, "job begun again: its process sent no heartbeat", "job", job.Name, "holder", r.holder,
			"heartbeat", r.heartbeat)
	}
	running, cancel := context.WithCancelCause(ctx)
	this := &run{
		job: job, version: r.version + 1, failures: r.failures, process: ctx, begun: sent, beat: sent, cancel: cancel,
	}
	s.mu.Lock()
	s.running[job.Name] = this
	s.mu.Unlock()
	s.runs.Go(func() { s.perform(running, this) })
	return nil
}
