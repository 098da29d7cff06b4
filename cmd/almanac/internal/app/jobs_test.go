package app_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"almanac/generated"
	"almanac/runtime/jobs"
	"almanac/runtime/outbox"
	"almanac/runtime/param"
	"almanac/runtime/records"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// withJobs gives a service jobs.
func withJobs(list ...service.Job) func(*service.Config) {
	return func(c *service.Config) { c.Jobs = list }
}

// runDue runs the jobs that are due.
func (s *site) runDue() {
	s.t.Helper()
	if err := s.Jobs.RunDue(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// job returns the state of a job.
func (s *site) job(name string) jobs.State {
	s.t.Helper()
	states, err := s.Jobs.States(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return states[slices.IndexFunc(states, func(j jobs.State) bool { return j.Name == name })]
}

func TestServersOfOneDatabaseBeginADueTimeOnce(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Date(2026, 3, 28, 12, 0, 0, 0, time.UTC))
		var often, nightly atomic.Int64
		count := func(n *atomic.Int64) func(context.Context, records.Call) error {
			return func(context.Context, records.Call) error { n.Add(1); return nil }
		}
		list := withJobs(service.Job{Name: "often", Every: "10m", Run: count(&often)}, service.Job{Name: "nightly", Every: "02:30", Run: count(&nightly)})
		servers := []*site{openSite(t, url, withClock(now), list), openSite(t, url, withClock(now), list)}
		advance := func(by time.Duration, wantOften, wantNightly int64) {
			t.Helper()
			now.Advance(by)
			together(8, func(i int) { _ = servers[i%len(servers)].Jobs.RunDue(t.Context()) })
			servers[0].runDue()
			if often.Load() != wantOften || nightly.Load() != wantNightly {
				t.Fatalf("at %s, %d and %d runs, want %d and %d", now.Now(), often.Load(), nightly.Load(), wantOften, wantNightly)
			}
		}
		advance(0, 0, 0)
		advance(9*time.Minute, 0, 0)
		advance(time.Minute, 1, 0)
		advance(35*time.Minute, 2, 0) // Three due times are one.
		servers = append(servers, openSite(t, url, withClock(now), list))
		advance(4*time.Minute, 2, 0) // The steps of ten minutes stay.
		advance(time.Minute, 3, 0)
		advance(24*time.Hour, 4, 1)
		if err := servers[1].Jobs.Ask(t.Context(), "nightly"); err != nil {
			t.Fatal(err)
		}
		advance(0, 4, 2)
		if j := servers[2].job("nightly"); j.Ended.IsZero() || j.Holder != "" || j.Error != "" || j.Lag != 0 || !j.Next.After(now.Now()) {
			t.Errorf("afterwards the job is %+v", j)
		}
	})
}

func TestAJobThatPanicsOrFailsIsRetriedAndStopsNoOther(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(servicetest.Start)
		var runs, others int
		s := openSite(t, url, withClock(now), withJobs(
			service.Job{Name: "fragile", Every: "1h", Run: func(context.Context, records.Call) error {
				switch runs++; runs {
				case 1:
					panic("oh")
				case 2:
					return errors.New("the\x00 receiver\nis away")
				}
				return nil
			}},
			service.Job{Name: "other", Every: "1h", Run: func(context.Context, records.Call) error { others++; return nil }}))
		s.runDue()
		for _, step := range []struct {
			after           time.Duration
			runs            int
			failures        int64
			failure, reason string
		}{
			{time.Hour, 1, 1, "panic: oh", "at its time"},
			{9 * time.Second, 1, 1, "panic: oh", "before the pause is over"},
			{time.Second, 2, 2, "the receiver is away", "after the first pause"},
			{20 * time.Second, 3, 0, "", "after the second pause"},
			{59 * time.Minute, 3, 0, "", "when the run has succeeded"},
			{30 * time.Second, 4, 0, "", "at the next due time"},
		} {
			now.Advance(step.after)
			s.runDue()
			if j := s.job("fragile"); runs != step.runs || j.Failures != step.failures || j.Error != step.failure {
				t.Fatalf("%s there are %d runs, and it is %+v", step.reason, runs, j)
			}
		}
		if others != 2 {
			t.Errorf("the other job ran %d times", others)
		}
	})
}

func TestARunHasItsLeaseAsLongAsItsProcessSendsHeartbeats(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(servicetest.Start)
		begun, ended, release := make(chan string, 3), make(chan error, 3), make(chan bool)
		list := func(server string) func(*service.Config) {
			return withJobs(service.Job{Name: "slow", Every: "10m", Timeout: time.Hour, Run: func(ctx context.Context, _ records.Call) error {
				begun <- server
				select {
				case <-release:
				case <-ctx.Done():
				}
				ended <- context.Cause(ctx)
				return ctx.Err()
			}})
		}
		first := openSite(t, url, withClock(now), list("first"))
		second := openSite(t, url, withClock(now), list("second"))
		begin := func(s *site) {
			if _, err := s.Jobs.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		begin(first)
		now.Advance(10 * time.Minute)
		begin(first)
		if got := <-begun; got != "first" {
			t.Fatalf("%s began the job", got)
		}
		for range 20 { // Longer than the lease, and past the next due time.
			now.Advance(50 * time.Second)
			first.Jobs.Beat(t.Context())
			begin(second)
		}
		if j := second.job("slow"); j.Holder == "" || j.Hangs || len(begun) > 0 {
			t.Fatalf("%d more runs, and the job is %+v", len(begun), j)
		}
		now.Advance(61 * time.Second)
		begin(second)
		if got := <-begun; got != "second" {
			t.Fatalf("%s began the job", got)
		}
		first.Jobs.Beat(t.Context()) // It was away only.
		if err := <-ended; err == nil || !strings.Contains(err.Error(), "another process") {
			t.Errorf("the run that lost its lease ended with %v", err)
		}
		close(release)
		<-ended
		second.runDue() // It waits for the end of the run.
		if j := second.job("slow"); j.Holder != "" || j.Failures != 0 || j.Error != "" {
			t.Errorf("at the end the job is %+v", j)
		}
	})
}

func TestAJobThatHangsIsReportedAndStopsNoOther(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(servicetest.Start)
		release, others := make(chan bool), make(chan bool, 2)
		s := openSite(t, url, withClock(now), withJobs(
			service.Job{Name: "hanging", Every: "10m", Timeout: time.Millisecond, Run: func(ctx context.Context, _ records.Call) error {
				<-ctx.Done()
				<-release
				return ctx.Err()
			}},
			service.Job{Name: "other", Every: "10m", Run: func(context.Context, records.Call) error { others <- true; return nil }}))
		for range 3 {
			if _, err := s.Jobs.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			now.Advance(10 * time.Minute)
			s.Jobs.Beat(t.Context())
			if s.job("hanging").Holder == "" {
				continue
			}
			for <-others; s.job("other").Holder != ""; { // Its end is stored a little later.
				time.Sleep(time.Millisecond)
			}
		}
		if j := s.job("hanging"); !j.Hangs || j.Lag != 1200 {
			t.Errorf("while it hangs it is %+v", j)
		}
		for close(release); s.job("hanging").Holder != ""; {
			time.Sleep(time.Millisecond)
		}
		if j := s.job("hanging"); j.Hangs || j.Holder != "" || !strings.Contains(j.Error, "timeout of 1ms passed") {
			t.Errorf("when it has ended it is %+v", j)
		}
	})
}

func TestAJobWritesUnderItsNameAndSendsLater(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(servicetest.Start)
		in := inbox{refuse: func(e outbox.Entry) error {
			if string(e.Payload) == `"refused"` {
				return errors.New("no")
			}
			return nil
		}}
		s := openSite(t, url, withClock(now), withTopic(in.handle), withJobs(service.Job{Name: "remind", Every: "10m", Run: func(_ context.Context, call records.Call) error {
			_, err := generated.Venues(call).Create(generated.VenueBody{Venue: param.Of("Hall")})
			for text, after := range map[string]time.Duration{"refused": 0, "soon": 10*time.Minute + time.Millisecond, "late": time.Hour, "past": -time.Hour} {
				err = errors.Join(err, call.Later(now.Now().Add(after), "venues", text))
			}
			return errors.Join(err, call.Transaction(func(call records.Call) error {
				return errors.Join(call.Later(now.Now(), "venues", "undone"), errors.New("undo"))
			}))
		}}))
		s.runDue()
		now.Advance(10 * time.Minute)
		s.runDue()
		if j := s.job("remind"); j.Error != "undo" {
			t.Errorf("the job is %+v", j)
		}
		if by := s.texts("SELECT user_name FROM audit_entries WHERE resource = 'venue'"); !slices.Equal(by, []string{"remind"}) {
			t.Errorf("the venue was made by %q", by)
		}
		for _, step := range []struct {
			after time.Duration
			want  string
		}{{0, `"Hall " "past"`}, {10 * time.Minute, ""}, {time.Second, `"soon"`}, {time.Hour, `"late"`}} {
			now.Advance(step.after)
			s.deliver()
			if got := strings.Join(in.take(), " "); got != step.want {
				t.Errorf("after %s, %s is delivered, want %s", step.after, got, step.want)
			}
		}
	})
}
