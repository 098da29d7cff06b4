package faulttest

import (
	"testing"
	"time"
)

func TestPostgreSQLFailsAndComesBack(t *testing.T) {
	c := newCluster(t)
	away := lasting(4 * time.Second)
	trials := []trial{
		{fault: "stopped and started", down: true, inject: func(s *stage) { c.restart(s.t, c.Stop, away) }},
		{fault: "crashed and started", down: true, inject: func(s *stage) { c.restart(s.t, c.Crash, away) }},
		{fault: "all sessions terminated, again and again", inject: func(s *stage) {
			for begin := time.Now(); time.Since(begin) < away; time.Sleep(100 * time.Millisecond) {
				c.terminate(s.t, s.trial.direct)
			}
		}},
		{fault: "no connection allowed", down: true, inject: func(s *stage) {
			name := nameOf(s.trial.direct)
			c.exec(s.t, "ALTER ROLE "+name+" CONNECTION LIMIT 0")
			c.terminate(s.t, s.trial.direct)
			time.Sleep(away)
			c.exec(s.t, "ALTER ROLE "+name+" CONNECTION LIMIT -1")
		}},
		{fault: "one connection allowed", inject: func(s *stage) {
			name := nameOf(s.trial.direct)
			c.exec(s.t, "ALTER ROLE "+name+" CONNECTION LIMIT 1")
			c.terminate(s.t, s.trial.direct)
			time.Sleep(away)
			c.exec(s.t, "ALTER ROLE "+name+" CONNECTION LIMIT -1")
		}},
		{fault: "read-only", reads: true, full: true, inject: func(s *stage) {
			set := "ALTER DATABASE " + nameOf(s.trial.direct) + " SET default_transaction_read_only = "
			s.readOnly(c, set+"on")
			s.storm.mark()
			time.Sleep(away)
			got := s.storm.mark()
			s.seen = &got
			s.readOnly(c, set+"off")
		}},
	}
	for _, tr := range trials {
		t.Run(tr.fault, func(t *testing.T) {
			tr.store, tr.url = "PostgreSQL", c.database(t, "")
			tr.run(t)
		})
	}
}

// restart stops the server, waits and starts it again.
func (c cluster) restart(t *testing.T, stop func() error, away time.Duration) {
	t.Helper()
	if err := stop(); err != nil {
		t.Error(err)
	}
	time.Sleep(away)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
}

// readOnly changes a setting that sessions take when they begin, and ends those
// that are there.  What breaks off meanwhile is excused.
func (s *stage) readOnly(c cluster, set string) {
	s.t.Helper()
	c.exec(s.t, set)
	c.terminate(s.t, s.trial.direct)
	time.Sleep(300 * time.Millisecond)
}

func TestTheWayToPostgreSQLIsBad(t *testing.T) {
	c := newCluster(t)
	lasts := lasting(4 * time.Second)
	trials := []struct {
		trial
		begin, end func(p *proxy)
	}{
		{
			trial{fault: "slow, 50 ms each way"},
			func(p *proxy) { p.delay.Store(int64(50 * time.Millisecond)) },
			func(p *proxy) { p.delay.Store(0) },
		},
		{
			trial{fault: "cut in the middle of answers"},
			func(p *proxy) { p.cutAfter.Store(20 << 10) },
			func(p *proxy) {
				p.cutAfter.Store(0)
				if p.cuts.Load() == 0 {
					t.Error("nothing was cut")
				}
			},
		},
	}
	for _, tr := range trials {
		t.Run(tr.fault, func(t *testing.T) {
			p := newProxy(t, c.socket(t))
			direct := c.database(t, "")
			tr.store, tr.direct, tr.url = "PostgreSQL", direct, through(t, direct, p)
			tr.inject = func(*stage) {
				tr.begin(p)
				time.Sleep(lasts)
				tr.end(p)
			}
			tr.run(t)
		})
	}
}
