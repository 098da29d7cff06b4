package app_test

import (
	"strings"
	"testing"
)

// TestOneList makes what .ci/list-files compares: the same service once without
// and once with one filtered list, which nobody has read before.
func TestOneList(t *testing.T) {
	for name, read := range map[string]bool{"before": false, "after": true} {
		t.Run(name, func(t *testing.T) {
			s := openSite(t, prepared.SQLite(t))
			for _, made := range []struct {
				path string
				body js
			}{
				{"/categories", js{"name": "Music"}},
				{"/venues", js{"venue": "Hall"}},
				{"/events", js{"title": "Concert", "start_date": "2099-01-01 20:00:00", "end_date": "2099-01-01 22:00:00", "categories": "music", "venue": 1}},
			} {
				if got := s.send("", "POST", made.path, made.body); got.status != 201 {
					t.Fatalf("POST %s: %d %s", made.path, got.status, got.text)
				}
			}
			if !read {
				return
			}
			if got := s.get("/events?categories=music&start_date=2098-01-01&end_date=2100-01-01"); got.status != 200 || !strings.Contains(got.text, `"total":1,`) {
				t.Errorf("%d %s", got.status, got.text)
			}
		})
	}
}
