package faulttest

import (
	"net/http"
	"testing"
	"time"
)

// TestAReplicaStandsStillWithoutAWord stops a replica in the middle of what it
// does: its connections stay, and nothing comes back.
func TestAReplicaStandsStillWithoutAWord(t *testing.T) {
	r := newReplication(t)
	// Reads that wait for the replica keep others from starting; those would be
	// answered 503 after two seconds, which is the limit's rule and not the replica's.
	p := r.servers(t, 1, "--expensive-timeout", "30s")[0]
	s := newStorm(t, time.Millisecond, p.root())
	s.begin(writers, readers)
	time.Sleep(lasting(4 * time.Second))
	s.onlySuccess(s.mark())
	resume := pauseAll(t, family(t, r.reader.PID()))
	time.Sleep(8 * time.Second) // Until requests to it have timed out and others continue.
	got := s.mark()
	resume()
	s.stop()
	s.onlySuccess(got)
	t.Logf("reads by status %v, answers take %s at the median, %s at most", got.reads, got.percentile(50), got.percentile(100))
	if got.reads[http.StatusOK] < 50 {
		t.Errorf("reads do not go on: %v", got.reads)
	}
	table.add(row{
		fault: "a replica paused (SIGSTOP)", store: "PostgreSQL", load: throughput(got, 8*time.Second),
		acknowledged: int(s.acknowledged.Load()), lost: s.check(at(r.primary)), recovery: "slowest answer " + got.percentile(100).String(),
	})
	s.faultless()
}
