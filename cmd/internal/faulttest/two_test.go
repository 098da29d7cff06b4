package faulttest

import (
	"testing"
	"time"

	"almanac/runtime/store/storetest"
)

func TestTwoServersShareADatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		first, second := newProgram(t, url), newProgram(t, url)
		first.serve()
		second.serve()
		s := newStorm(t, time.Millisecond, first.root(), second.root())
		s.begin(writers, readers)
		begin := time.Now()
		time.Sleep(lasting(3 * time.Second))
		// One of them is killed, and the other one goes on.
		first.kill()
		alone := time.Now()
		recovery, err := s.recovered(alone, recoveryLimit)
		if err != nil {
			t.Error(err)
		}
		time.Sleep(lasting(2 * time.Second))
		s.stop()
		if err := second.end(terminate); err != nil {
			t.Errorf("the second server ended with %v", err)
		}
		acknowledged := int(s.acknowledged.Load())
		table.add(row{
			fault: "two servers, one killed", store: storeOf(url), load: rate(acknowledged, time.Since(begin)),
			acknowledged: acknowledged, lost: s.check(url), recovery: recovery.Round(time.Millisecond).String(),
		})
		s.faultless()
	})
}
