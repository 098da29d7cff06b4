package app_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// held keeps statements that count from ending until they may.
type held struct {
	on  chan struct{} // Closed once statements are held.
	end chan struct{} // Closed once they may end.
}

// note is for store.Options.OnQuery, which is called before a call returns.
func (h *held) note(ctx context.Context, call store.QueryInfo) {
	select {
	case <-h.on:
	default:
		return
	}
	for _, s := range call.Statements {
		if strings.Contains(s.SQL, "count(*)") {
			select {
			case <-h.end:
			case <-ctx.Done():
			}
			return
		}
	}
}

// until waits for a state of a limit.
func (s *site) until(name string, is func(admission.LimitState) bool) {
	s.t.Helper()
	for begin := time.Now(); !is(s.limit(name)); time.Sleep(time.Millisecond) {
		if time.Since(begin) > 20*time.Second {
			s.t.Fatalf("%+v", s.limit(name))
		}
	}
}

func TestExpensiveReadsLeaveRoomForCheapOnes(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		h := held{on: make(chan struct{}), end: make(chan struct{})}
		s := openSite(t, url, within(admission.Admission{Expensive: 2, Queue: 4, Soon: time.Hour}), func(c *service.Config) {
			c.Options.OnQuery, c.Options.MaxConns = h.note, 4
		})
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil)).id()
		s.get("/events") // Its total is known from now on.
		close(h.on)
		var all sync.WaitGroup
		send := func(path string) {
			all.Go(func() {
				if a := s.get(path); a.status != http.StatusOK {
					t.Errorf("%s: %d %s", path, a.status, a.text)
				}
			})
		}
		send("/events?start_date=2001-01-01")
		send("/events?start_date=2002-01-01")
		s.until("expensive", func(l admission.LimitState) bool { return l.InUse == 2 })
		// A search weighs 2 and may fill half of the queue.
		send("/events?search=-ab&orderby=title")
		s.until("expensive", func(l admission.LimitState) bool { return l.Waiting == 2 })
		for _, path := range []string{"/events?search=-ac&orderby=title", "/venues?search=-ab"} {
			refused := s.get(path)
			if refused.status != http.StatusServiceUnavailable || refused.header.Get("Retry-After") == "" || refused.body["code"] != "rest_service_unavailable" {
				t.Errorf("a second search: %d %v %s", refused.status, refused.header, refused.text)
			}
		}
		// Lists that have to be counted may fill the rest.
		send("/events?start_date=2003-01-01")
		send("/events?start_date=2004-01-01&format=csv")
		s.until("expensive", func(l admission.LimitState) bool { return l.Waiting == 4 })
		if refused := s.get("/events?start_date=2005-01-01"); refused.status != http.StatusServiceUnavailable {
			t.Errorf("beyond the queue: %d %s", refused.status, refused.text)
		}
		// Single reads, lists whose total is known and writes go on.
		s.must(http.StatusOK, http.MethodGet, one("events", id), nil)
		s.must(http.StatusOK, http.MethodGet, "/events", nil)
		s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": "Music"})
		close(h.end)
		all.Wait()
		if l := s.limit("expensive"); l.InUse != 0 || l.Waiting != 0 || l.Refused != 3 || l.Capacity != 2 {
			t.Errorf("%+v", l)
		}
	})
}

func TestExpensiveReadsThatWaitTooLongAre503(t *testing.T) {
	h := held{on: make(chan struct{}), end: make(chan struct{})}
	s := openSite(t, prepared.SQLite(t), within(admission.Admission{Expensive: 1, Queue: 4, Soon: time.Millisecond}), func(c *service.Config) { c.Options.OnQuery = h.note })
	close(h.on)
	var all sync.WaitGroup
	all.Go(func() { s.must(http.StatusOK, http.MethodGet, "/events?start_date=2001-01-01", nil) })
	s.until("expensive", func(l admission.LimitState) bool { return l.InUse == 1 })
	if a := s.get("/events?start_date=2002-01-01"); a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.text)
	}
	close(h.end)
	all.Wait()
	if l := s.limit("expensive"); l.Refused != 1 || l.Waiting != 0 {
		t.Errorf("%+v", l)
	}
}

func TestHalfOfTheConnectionsAreForExpensiveReads(t *testing.T) {
	for connections, want := range map[int]int64{1: 1, 4: 2, 9: 4} {
		s := openSite(t, prepared.SQLite(t), within(admission.DefaultAdmission()), func(c *service.Config) { c.Options.MaxConns = connections })
		if got := s.limit("expensive").Capacity; got != want {
			t.Errorf("%d of %d connections, want %d", got, connections, want)
		}
	}
}
