package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
)

// asked answers a request in this process and counts what it asks of the store.
func (s *site) asked(path string) (statements, roundTrips int64) {
	s.t.Helper()
	ctx, counter := store.WithQueryStats(s.t.Context())
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+deployments.B().APIPath()+path, nil)
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		s.t.Fatalf("GET %s: status %d: %s", path, w.Code, w.Body)
	}
	return counter.Statements(), counter.RoundTrips()
}

// withoutCache keeps no responses.
func withoutCache(c *service.Config) { c.CacheBytes = -1 }

func TestReadsAskTheStoreAFixedNumberOfTimes(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now), withUsers, withoutCache)
		write := func(i int) int64 {
			return s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", newEvent(fmt.Sprint("Event ", i), js{
				"categories": []string{fmt.Sprint("C", i%5), "All"}, "tags": []string{fmt.Sprint("T", i%7)},
				"venue": js{"venue": fmt.Sprint("V", i)}, "organizer": []any{js{"organizer": fmt.Sprint("O", i)}, js{"organizer": "Everybody"}},
			})).id()
		}
		id := write(0)
		links := int64(len(s.Env.Resource("event").Links)) // A statement each, for all records together.
		tests := []struct {
			name, path             string
			statements, roundTrips int64
		}{
			{"the default list of events", "/events", 2 + links, 2},
			{"a full page of events", "/events?per_page=50", 2 + links, 2},
			{"an event", one("events", id), 1 + links, 1},
			{"venues", "/venues?per_page=50", 2, 1},
			{"organizers", "/organizers?per_page=50", 2, 1},
			{"categories", "/categories?per_page=50", 3, 2},
			{"tags", "/tags?per_page=50", 2, 1},
		}
		check := func(when string) {
			for _, tt := range tests {
				statements, roundTrips := s.asked(tt.path)
				if statements > tt.statements || roundTrips > tt.roundTrips {
					t.Errorf("%s, %s: %d statements in %d round trips, want %d in %d", tt.name, when, statements, roundTrips, tt.statements, tt.roundTrips)
				}
			}
		}
		check("with one record")
		for i := range 40 {
			write(i + 1)
		}
		check("with many records")
	})
}

func TestWhatIsKeptIsNotAskedForAgain(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now), withUsers)
		write := func(i int) int64 {
			return s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", newEvent(fmt.Sprint("Event ", i), js{
				"categories": []string{"All"}, "tags": []string{"T"}, "venue": js{"venue": "V"}, "organizer": js{"organizer": "O"},
			})).id()
		}
		id := write(0)
		links := int64(len(s.Env.Resource("event").Links))
		for _, tt := range []struct {
			name, path             string
			statements, roundTrips int64
		}{
			{"first, with what is linked", "/events", 2 + links, 2},
			{"again, with a known total", "/events", 1, 1},
			{"and again, kept because it was asked for twice", "/events", 0, 0},
			{"another page of the same list", "/events?per_page=5", 1, 1},
			{"another total", "/events?start_date=2020-01-01", 2, 1},
			{"an event", one("events", id), 1, 1},
		} {
			statements, roundTrips := s.asked(tt.path)
			if statements != tt.statements || roundTrips != tt.roundTrips {
				t.Errorf("%s: %d statements in %d round trips, want %d in %d", tt.name, statements, roundTrips, tt.statements, tt.roundTrips)
			}
		}
		write(1)
		if statements, _ := s.asked("/events"); statements < 2 {
			t.Errorf("after a write the list takes %d statements", statements)
		}
	})
}
