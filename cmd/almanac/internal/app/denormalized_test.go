package app_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// patched changes an event in this process and counts what that asks of the store.
func (s *site) patched(id int64, fields js) (statements, roundTrips int64) {
	s.t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, counter := store.WithQueryStats(s.t.Context())
	r := httptest.NewRequestWithContext(ctx, http.MethodPatch, "http://localhost"+deployments.B().APIPath()+one("events", id), strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		s.t.Fatalf("PATCH %v: status %d: %s", fields, w.Code, w.Body)
	}
	return counter.Statements(), counter.RoundTrips()
}

func TestLinksAreWrittenAgainWhenTheStartMoves(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		event := newEvent("Show", js{"categories": []string{"A"}, "tags": []string{"B"}})
		id := s.must(http.StatusCreated, http.MethodPost, "/events", event).id()
		s.patched(id, js{"featured": true})
		statements, roundTrips := s.patched(id, js{"featured": false})
		tests := []struct {
			name   string
			fields js
			more   int64
		}{
			{"the same start", js{"start_date": event["start_date"], "featured": true}, 0},
			{"another end", js{"end_date": "2097-01-02 10:00:00"}, 0},
			{"another start, which two links carry", js{"start_date": "2097-01-01 10:00:00"}, 2},
			{"the start that it has now", js{"start_date": "2097-01-01 10:00:00", "featured": false}, 0},
		}
		for _, tt := range tests {
			n, trips := s.patched(id, tt.fields)
			if n != statements+tt.more || trips != roundTrips {
				t.Errorf("%s: %d statements in %d round trips, want %d in %d", tt.name, n, trips, statements+tt.more, roundTrips)
			}
		}
	})
}

func TestVerifyTellsOfLinksThatCarryAnotherStart(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"categories": []string{"A"}, "tags": []string{"B"}}))
		if _, err := service.Verify(t.Context(), s.Store, s.Env.Resources); err != nil {
			t.Errorf("as it was written: %v", err)
		}
		s.execute("UPDATE event_tags SET start_date = '2020-01-01 00:00:00'")
		_, err := service.Verify(t.Context(), s.Store, s.Env.Resources)
		if err == nil || !strings.Contains(err.Error(), "denormalized columns do not match the records: tags of event ") {
			t.Errorf("got %v", err)
		}
	})
}
