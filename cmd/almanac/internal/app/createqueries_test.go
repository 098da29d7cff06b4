package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/store"
)

func TestACreateTakesTwoRoundTrips(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, stopped) // Each second a request asks what is due.
		create := func(event js) int64 {
			t.Helper()
			body, err := json.Marshal(event)
			if err != nil {
				t.Fatal(err)
			}
			ctx, counter := store.WithQueryStats(t.Context())
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+deployments.B().APIPath()+"/events", strings.NewReader(string(body)))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code != http.StatusCreated {
				t.Fatalf("status %d: %s", w.Code, w.Body)
			}
			return counter.RoundTrips()
		}
		venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).id()
		organizer := s.must(http.StatusCreated, http.MethodPost, "/organizers", js{"organizer": "Club"}).id()
		terms := []string{"Old", "New"}
		event := newEvent("Show", js{"venue": venue, "organizer": organizer, "categories": terms, "tags": terms, "image": "https://example.org/a.png"})
		create(event)
		for i := range 3 {
			event["title"] = fmt.Sprint("Show ", i%2)
			if n := create(event); n != 2 {
				t.Errorf("%d round trips, want 2", n)
			}
		}
	})
}
