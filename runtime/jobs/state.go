package jobs

import (
	"context"
	"time"
)

// State is how far a job is. Times are in UTC, to the second, and zero for none.
type State struct {
	Name     string    `json:"name"`
	Every    string    `json:"every"`
	Begun    time.Time `json:"begun,omitzero"` // Of the last run, or of the one that runs now.
	Ended    time.Time `json:"ended,omitzero"` // Of the last run that ended, as are the three below.
	Seconds  float64   `json:"duration_seconds"`
	Error    string    `json:"error"`       // "" for none.
	Failures int64     `json:"failures"`    // In a row.
	Next     time.Time `json:"next"`        // When it is due or begun again; in the past while it runs or waits.
	Holder   string    `json:"holder"`      // Process that runs it; "" for none.
	Hangs    bool      `json:"hangs"`       // It runs on after its timeout.
	Lag      float64   `json:"lag_seconds"` // Since the due time or the begin of a run that has not succeeded.
}

// States returns how far the jobs are, in their order.
func (s *Scheduler) States(ctx context.Context) ([]State, error) {
	rows, err := read(ctx, s.store.Primary())
	if err != nil {
		return nil, err
	}
	now := s.clock()
	states := make([]State, len(s.jobs))
	for i, job := range s.jobs {
		r, known := rows[job.Name]
		if !known {
			r.due = now.Truncate(time.Second)
		}
		states[i] = job.state(r, now)
	}
	return states, nil
}

func (j Job) state(r row, now time.Time) State {
	next := j.schedule.next(r.due).UTC()
	state := State{
		Name: j.Name, Every: j.Every, Begun: r.begun, Ended: r.ended, Seconds: r.duration.Seconds(), Error: r.failure,
		Failures: r.failures, Next: next, Holder: r.holder,
		Hangs: r.holder != "" && now.Sub(r.begun) > j.Timeout+hangMargin,
	}
	since := next
	switch {
	case !r.retry.IsZero(), r.holder != "" && r.failures > 0:
		since = r.due
	case r.holder != "":
		since = r.begun
	}
	state.Lag = max(0, now.Sub(since)).Seconds()
	if !r.retry.IsZero() && r.retry.Before(next) {
		state.Next = r.retry
	}
	return state
}
