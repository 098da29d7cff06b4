package faulttest

import (
	"strings"
	"testing"
	"time"

	"almanac/runtime/store/storetest"
)

// storeOf returns the name of the store of a URL.
func storeOf(url string) string {
	if strings.HasPrefix(url, "sqlite:") {
		return "SQLite"
	}
	return "PostgreSQL"
}

func TestAKilledProgramLosesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		p := newProgram(t, url, servesUsers...)
		p.serve()
		s := newStorm(t, 0, p.root())
		c := keepCopies(t, s, url)
		s.begin(writers, readers)
		var slowest time.Duration
		begin := time.Now()
		rounds := times(12)
		for range rounds {
			time.Sleep(lasting(1200 * time.Millisecond))
			p.kill()
			again := time.Now()
			p.start()
			recovery, err := s.recovered(again, 30*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			slowest = max(slowest, recovery)
		}
		lasted := time.Since(begin)
		s.stop()
		copies := c.check()
		p.kill()
		acknowledged := int(s.acknowledged.Load())
		table.add(row{
			fault: "kill -9, " + plural(rounds, "time"), store: storeOf(url), load: rate(acknowledged, lasted),
			acknowledged: acknowledged, lost: s.check(url), recovery: slowest.Round(time.Millisecond).String() + " (start included)", copies: copies,
		})
		s.faultless()
	})
}
