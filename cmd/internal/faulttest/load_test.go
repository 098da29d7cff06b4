package faulttest

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"almanac/runtime/store/storetest"
)

// memoryLimit is how much memory the program may have in use, in MiB.
const memoryLimit = 256

// memory returns the resident memory of the program in MiB: now and at most so
// far.  Both are 0 where that cannot be seen.
func (p *program) memory() (now, most int) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", p.process.Process.Pid))
	if err != nil {
		return 0, 0
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), ":")
		kib, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB")) // Other lines hold other things.
		switch name {
		case "VmRSS":
			now = kib >> 10
		case "VmHWM":
			most = kib >> 10
		}
	}
	return now, most
}

// loaded leaves a test out unless the load is asked for.
func loaded(t *testing.T) time.Duration {
	t.Helper()
	if *loadTime <= 0 {
		t.Skip("make load runs it")
	}
	return *loadTime
}

func TestFiftyClientsLoseNothing(t *testing.T) {
	d := loaded(t)
	storetest.Each(t, func(t *testing.T, url string) {
		p := newProgram(t, url)
		p.serve()
		s := newStorm(t, 0, p.root())
		s.begin(20, 30)
		time.Sleep(d)
		got := s.mark()
		s.stop()
		describe(t, p, got, d)
		for _, counts := range []map[int]int{got.writes, got.reads} {
			for status, n := range counts {
				if status == 0 || status >= http.StatusInternalServerError {
					t.Errorf("%d answers with the status %d (%v)", n, status, s.cut)
				}
			}
		}
		if err := p.end(terminate); err != nil {
			t.Error(err)
		}
		table.add(row{fault: fmt.Sprintf("50 clients for %s", d), store: storeOf(url), load: throughput(got, d), acknowledged: int(s.acknowledged.Load()), lost: s.check(url)})
		s.faultless()
	})
}

func TestFiveHundredClientsAreTooManyAndNotTheEnd(t *testing.T) {
	d := loaded(t)
	storetest.Each(t, func(t *testing.T, url string) {
		p := newProgram(t, url, "--max-clients-per-address", "0")
		p.serve()
		few := newStorm(t, 20*time.Millisecond, p.root())
		few.begin(2, 2)
		time.Sleep(2 * time.Second)
		normal := few.mark().percentile(95)
		s := newStorm(t, 0, p.root())
		s.begin(200, 300)
		time.Sleep(d)
		got := s.mark()
		s.stop()
		describe(t, p, got, d)
		recovered := few.awaitSpeed(max(2*normal, 100*time.Millisecond), 10*time.Second)
		few.stop()
		if recovered == 0 {
			t.Errorf("ten seconds later answers still take more than %s, which they took before", normal)
		}
		for _, counts := range []map[int]int{got.writes, got.reads} {
			for status, n := range counts {
				if status == 0 || status >= http.StatusInternalServerError && status != http.StatusServiceUnavailable {
					t.Errorf("%d answers with the status %d (%v)", n, status, s.cut)
				}
			}
		}
		if _, most := p.memory(); most > memoryLimit {
			t.Errorf("the program used %d MiB, more than %d", most, memoryLimit)
		}
		if err := p.end(terminate); err != nil {
			t.Error(err)
		}
		lost := s.check(url) + few.check(url)
		table.add(row{
			fault: fmt.Sprintf("500 clients for %s", d), store: storeOf(url), load: throughput(got, d),
			acknowledged: int(s.acknowledged.Load() + few.acknowledged.Load()), lost: lost, recovery: recovered.Round(time.Millisecond).String(),
		})
		s.faultless()
		few.faultless()
	})
}

// awaitSpeed waits until nineteen in twenty answers of a second come within a time,
// and returns how long that took; 0 when it never came to that.
func (s *storm) awaitSpeed(within, limit time.Duration) time.Duration {
	s.mark()
	for begin := time.Now(); time.Since(begin) < limit; {
		time.Sleep(500 * time.Millisecond)
		if got := s.mark(); len(got.took) > 10 && got.percentile(95) <= within {
			return time.Since(begin)
		}
	}
	return 0
}

// throughput writes how many responses a second there were.
func throughput(got seen, d time.Duration) string {
	count := func(answers map[int]int) (n int) {
		for status, times := range answers {
			if status >= 200 && status < 300 {
				n += times
			}
		}
		return n
	}
	return fmt.Sprintf("%.0f writes/s, %.0f reads/s", float64(count(got.writes))/d.Seconds(), float64(count(got.reads))/d.Seconds())
}

// describe logs the figures of a load.
func describe(t *testing.T, p *program, got seen, d time.Duration) {
	t.Helper()
	now, most := p.memory()
	t.Logf("%s; writes by status %v, reads by status %v", throughput(got, d), got.writes, got.reads)
	t.Logf("answers take %s at the median, %s at p95, %s at p99, %s at most", got.percentile(50), got.percentile(95), got.percentile(99), got.percentile(100))
	t.Logf("memory %d MiB, at most %d MiB", now, most)
}
