package app_test

import (
	"fmt"
	"net/http"
	"testing"
)

func TestAWriteHasReadersCompareOnlyWhatItChanged(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"categories": []string{"A"}, "venue": js{"venue": "Hall"}}))
		path := one("events", event.id())
		venue, category := answer{body: event.body["venue"].(js)}.id(), answer{body: event.body["categories"].([]any)[0].(js)}.id()
		other := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Barn"}).id()
		// What the reader sees of the two, and in how many statements.
		read := func() (seen string, alone bool) {
			statements, _ := s.asked(path)
			a := s.must(http.StatusOK, http.MethodGet, path, nil)
			return fmt.Sprintf("%v %v", a.body["venue"].(js)["venue"], a.body["categories"].([]any)[0].(js)["count"]), statements == 1
		}
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Others", js{"categories": []string{"B"}}))
		for range 2 {
			read()
		}
		for _, tt := range []struct {
			name, method, path string
			body               any
			seen               string
			alone              bool // The event is read by one statement.
		}{
			{"an event of another category", http.MethodPost, "/events", newEvent("Play", js{"categories": []string{"B"}}), "Hall 1", true},
			{"an event of the category", http.MethodPost, "/events", newEvent("Film", js{"categories": []int64{category}}), "Hall 2", false},
			{"an event at the venue", http.MethodPost, "/events", newEvent("Talk", js{"venue": venue}), "Hall 2", true},
			{"another name of another venue", http.MethodPatch, one("venues", other), js{"venue": "Shed"}, "Hall 2", true},
			{"another name of the venue", http.MethodPatch, one("venues", venue), js{"venue": "Room"}, "Room 2", false},
			{"the end of another venue", http.MethodDelete, one("venues", other) + "?force=true", nil, "Room 2", true},
		} {
			status := http.StatusOK
			if tt.method == http.MethodPost {
				status = http.StatusCreated
			}
			s.must(status, tt.method, tt.path, tt.body)
			if seen, alone := read(); seen != tt.seen || alone != tt.alone {
				t.Errorf("after %s: %s, with one statement %t, want %s, %t", tt.name, seen, alone, tt.seen, tt.alone)
			}
		}
	})
}
