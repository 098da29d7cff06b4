package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// stub answers every request, and notes who sent which.
type stub struct {
	mu       sync.Mutex
	requests map[string]int // By query, or path.
	senders  map[string]bool
}

func (s *stub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[r.URL.RequestURI()]++
	sender, _, _ := strings.Cut(r.RemoteAddr, ":")
	s.senders[sender] = true
	fmt.Fprintln(w, "{}")
}

func TestEveryAttackEndsAndIsReported(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have no 127.0.0.2 without being told")
	}
	for _, a := range attacks() {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			s := &stub{requests: map[string]int{}, senders: map[string]bool{}}
			server := httptest.NewServer(s)
			defer server.Close()
			aim := &target{address: server.Listener.Addr().String(), ids: []int64{7, 8}, lasts: 200 * time.Millisecond, divide: 100}
			var out bytes.Buffer
			watch(t.Context(), a, aim, 10*time.Millisecond, func() int64 { return 5e6 }, &table{&out})
			for _, want := range []string{"\nbefore", "\nduring", "\nafter", "5 MB", "attackers", "200 x"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("the table lacks %q:\n%s", want, &out)
				}
			}
			if !slices.ContainsFunc([]string{"127.0.0.2", "127.0.0.3"}, func(from string) bool { return s.senders[from] }) && a.name != "bodies" {
				t.Errorf("no attacker sent anything, only %v", s.senders)
			}
			if !s.senders["127.0.1.1"] {
				t.Errorf("nobody else sent anything, only %v", s.senders)
			}
		})
	}
}

func TestNoQuestionIsAskedTwice(t *testing.T) {
	for name, question := range map[string]func(int) string{"feeds": feed, "words": word} {
		seen := map[string]int{}
		for n := range 20 * mostRequests {
			if before, twice := seen[question(n)]; twice {
				t.Fatalf("%s: %d and %d are both %s", name, before, n, question(n))
			}
			seen[question(n)] = n
		}
	}
}

func TestPercentiles(t *testing.T) {
	var f figures
	if got := f.percentile(50); got != 0 {
		t.Errorf("the median of nothing is %s", got)
	}
	for n := range 100 {
		f.add([]string{"200", "503"}[n%2], time.Duration(100-n))
	}
	for p, want := range map[int]time.Duration{50: 50, 99: 99, 100: 100} {
		if got := f.percentile(p); got != want {
			t.Errorf("%d of a hundred within %d, want %d", p, got, want)
		}
	}
	if got, want := f.String(), "200 x50, 503 x50"; got != want {
		t.Errorf("outcomes %q, want %q", got, want)
	}
}

func TestFlagsThatMeanNothingAreRefused(t *testing.T) {
	for _, args := range [][]string{{"--store", "oracle"}, {"--attack", "feeds,flood"}, {"--events", "0"}} {
		c := command()
		c.Writer, c.ErrWriter = io.Discard, io.Discard
		if err := c.Run(t.Context(), append([]string{"abuse"}, args...)); err == nil || !strings.Contains(err.Error(), args[0]) {
			t.Errorf("%v: %v, want an error that names the flag", args, err)
		}
	}
}
