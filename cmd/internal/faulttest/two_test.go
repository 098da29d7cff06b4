package faulttest

import (
	"testing"
	"time"

	"almanac/runtime/store/storetest"
)

// together returns how long two servers write.
func together(store string) time.Duration {
	switch {
	case store != "PostgreSQL":
		return 0
	case *copiesTime > 0:
		return *copiesTime
	case *long:
		return 2 * time.Minute
	}
	return 0
}

func TestTwoServersShareADatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		servers := []*program{newProgram(t, url, servesUsers...), newProgram(t, url, servesUsers...)}
		servers[0].serve()
		servers[1].serve()
		s := newStorm(t, lasting(8*time.Millisecond), servers[0].root(), servers[1].root())
		c := keepCopies(t, s, url)
		s.begin(writers, readers)
		begin, kills, slowest := time.Now(), 0, time.Duration(0)
		for kills == 0 || time.Since(begin) < together(storeOf(url)) {
			time.Sleep(lasting(3 * time.Second))
			// One of them is killed, and the other one goes on.
			p := servers[kills%2]
			p.kill()
			kills++
			recovery, err := s.recovered(time.Now(), recoveryLimit)
			if err != nil {
				t.Error(err)
			}
			slowest = max(slowest, recovery)
			time.Sleep(lasting(2 * time.Second))
			p.serve()
			if kills%4 == 0 {
				c.analyze()
			}
		}
		lasted := time.Since(begin)
		s.stop()
		copies := c.check()
		for _, p := range servers {
			if err := p.end(terminate); err != nil {
				t.Errorf("a server ended with %v", err)
			}
		}
		acknowledged := int(s.acknowledged.Load())
		table.add(row{
			fault: "two servers, one killed " + plural(kills, "time"), store: storeOf(url), load: rate(acknowledged, lasted),
			acknowledged: acknowledged, lost: s.check(url), recovery: ms(slowest), copies: copies,
		})
		s.faultless()
	})
}
