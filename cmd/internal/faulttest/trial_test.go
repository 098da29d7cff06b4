package faulttest

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// The clients of a storm, few enough for a small machine.
const (
	writers = 6
	readers = 2
)

// recoveryLimit is how long after a fault the service has to be ready again.
const recoveryLimit = 5 * time.Second

// trial is one fault under load.
type trial struct {
	fault, store string
	url          string // Of the database, as the program reaches it.
	direct       string // As the test does; "" when they are the same.
	args         []string

	// inject makes the fault, lets it last, and returns when it is over.
	inject func(s *stage)

	down  bool // Readiness has to go down.
	reads bool // Reads have to go on.
	full  bool // Writes have to be answered with 507 or 503.
	cut   bool // Requests may stay without a response.
}

// stage is what a trial takes place on.
type stage struct {
	t       *testing.T
	trial   *trial
	program *program
	storm   *storm
	watch   *watch
	seen    *seen // What inject looked at; nil for all from its begin to its end.
}

// run performs the trial and adds its row to the table.
func (tr trial) run(t *testing.T) {
	t.Helper()
	if tr.direct == "" {
		tr.direct = tr.url
	}
	s := &stage{t: t, trial: &tr, program: newProgram(t, tr.url, tr.args...)}
	s.program.serve()
	s.storm = newStorm(t, 2*time.Millisecond, s.program.root())
	s.storm.begin(writers, readers)
	s.watch = watchReadiness(s.program)
	held := s.calm(lasting(3 * time.Second))
	tr.inject(s)
	ended := time.Now()
	if recovery, err := s.recover(ended); err != nil {
		t.Errorf("%v within %s of the fault's end", err, recoveryLimit)
	} else {
		if s.seen == nil {
			all := s.storm.mark()
			s.seen = &all
		}
		s.during(*s.seen)
		_ = s.calm(lasting(1500 * time.Millisecond))
		held.recovery = recovery.Round(time.Millisecond).String()
	}
	s.storm.stop()
	down := s.watch.stop()
	if tr.down && !down {
		t.Error("readiness did not go down")
	}
	s.leave()
	held.fault, held.store = tr.fault, tr.store
	held.lost = s.storm.check(tr.direct)
	held.acknowledged = int(s.storm.acknowledged.Load())
	s.storm.faultless()
	table.add(held)
}

// calm lets the storm go on without a fault, and returns what it held.  Nothing
// but success is right then.
func (s *stage) calm(d time.Duration) row {
	s.t.Helper()
	s.storm.calmed()
	time.Sleep(d)
	got := s.storm.mark()
	writes := got.writes[http.StatusCreated] + got.writes[http.StatusOK]
	for _, counts := range []map[int]int{got.writes, got.reads} {
		for status, n := range counts {
			if status != http.StatusOK && status != http.StatusCreated {
				s.t.Errorf("without a fault %d requests are answered with %d (%v)", n, status, s.storm.cut)
			}
		}
	}
	return row{load: fmt.Sprintf("%.0f writes/s, %.0f reads/s", float64(writes)/d.Seconds(), float64(got.reads[http.StatusOK])/d.Seconds())}
}

// recover waits until the service is ready and writes succeed.
func (s *stage) recover(from time.Time) (time.Duration, error) {
	for !s.program.ready() {
		if time.Since(from) > recoveryLimit {
			return 0, fmt.Errorf("the service is not ready")
		}
		time.Sleep(5 * time.Millisecond)
	}
	return s.storm.recovered(from, recoveryLimit)
}

// during looks at what was answered while the fault lasted.
func (s *stage) during(got seen) {
	s.t.Helper()
	s.t.Logf("%s on %s: writes %v, reads %v, slowest %s", s.trial.fault, s.trial.store, got.writes, got.reads, got.percentile(100))
	if !s.trial.cut && got.writes[0]+got.reads[0] > 0 {
		s.t.Errorf("%d writes and %d reads stayed without an answer: %v", got.writes[0], got.reads[0], s.storm.cut)
	}
	if s.trial.reads {
		if bad := got.reads[http.StatusServiceUnavailable] + got.reads[http.StatusInsufficientStorage]; bad > 0 || got.reads[http.StatusOK] == 0 {
			s.t.Errorf("reads do not go on: %v", got.reads)
		}
	}
	if s.trial.full && got.writes[http.StatusServiceUnavailable]+got.writes[http.StatusInsufficientStorage] == 0 {
		s.t.Errorf("no write was refused: %v", got.writes)
	}
}

// goroutinesLeft is how many goroutines an idle server may have: those of the
// runtime, the listener, the signal, the pool, and a few to spare.
const goroutinesLeft = 30

// leave ends the program: in good order where it was not killed meanwhile, and
// after a look at what it holds on to where connections were lost.
func (s *stage) leave() {
	s.t.Helper()
	if !s.trial.down {
		if err := s.program.end(syscall.SIGTERM); err != nil {
			s.t.Errorf("the program ended with %v", err)
		}
		return
	}
	time.Sleep(200 * time.Millisecond)
	files, n := s.program.files(), s.program.goroutines()
	s.t.Logf("afterwards: %d files and connections, %d goroutines", files, n)
	if n > goroutinesLeft || files > goroutinesLeft {
		s.t.Errorf("something is left over: %d files and connections, %d goroutines", files, n)
	}
}

// watch looks all the time whether a service is ready.
type watch struct {
	down    atomic.Bool
	stopped chan struct{}
	done    sync.WaitGroup
}

// watchReadiness begins to look.
func watchReadiness(p *program) *watch {
	w := &watch{stopped: make(chan struct{})}
	w.done.Go(func() {
		for {
			select {
			case <-w.stopped:
				return
			case <-time.After(20 * time.Millisecond):
				if !p.ready() {
					w.down.Store(true)
				}
			}
		}
	})
	return w
}

// stop ends the looking and reports whether the service was not ready at times.
func (w *watch) stop() bool {
	close(w.stopped)
	w.done.Wait()
	return w.down.Load()
}
