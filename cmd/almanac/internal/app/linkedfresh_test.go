package app_test

import (
	"fmt"
	"net/http"
	"testing"
)

func TestWhatAnEventLinksToIsReadAsTheLastWriteLeftIt(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"categories": []string{"A"}, "venue": js{"venue": "Hall"}}))
		path := one("events", event.id())
		venue, category := response{body: event.body["venue"].(js)}.id(), response{body: event.body["categories"].([]any)[0].(js)}.id()
		other := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Barn"}).id()
		read := func() string {
			a := s.must(http.StatusOK, http.MethodGet, path, nil)
			return fmt.Sprintf("%v %v", a.body["venue"].(js)["venue"], a.body["categories"].([]any)[0].(js)["count"])
		}
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Others", js{"categories": []string{"B"}}))
		for range 2 {
			read()
		}
		for _, tt := range []struct {
			name, method, path string
			body               any
			seen               string
		}{
			{"an event of another category", http.MethodPost, "/events", newEvent("Play", js{"categories": []string{"B"}}), "Hall 1"},
			{"an event of the category", http.MethodPost, "/events", newEvent("Film", js{"categories": []int64{category}}), "Hall 2"},
			{"an event at the venue", http.MethodPost, "/events", newEvent("Talk", js{"venue": venue}), "Hall 2"},
			{"another name of another venue", http.MethodPatch, one("venues", other), js{"venue": "Shed"}, "Hall 2"},
			{"another name of the venue", http.MethodPatch, one("venues", venue), js{"venue": "Room"}, "Room 2"},
			{"the end of another venue", http.MethodDelete, one("venues", other) + "?force=true", nil, "Room 2"},
		} {
			status := http.StatusOK
			if tt.method == http.MethodPost {
				status = http.StatusCreated
			}
			s.must(status, tt.method, tt.path, tt.body)
			if seen := read(); seen != tt.seen {
				t.Errorf("after %s: %s, want %s", tt.name, seen, tt.seen)
			}
		}
	})
}
