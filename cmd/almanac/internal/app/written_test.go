package app_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/store"
)

// TestAWriteAnswersWhatAReadShows compares the responses of creates and updates,
// parts of which are put together from what the write has read before, with
// what a read of the record gives afterwards.
func TestAWriteAnswersWhatAReadShows(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		made := func(path string, fields js) int64 {
			return s.mustBy("administrator", http.StatusCreated, http.MethodPost, path, fields).id()
		}
		hall, barn := made("/venues", js{"venue": "Hall", "image": "https://example.org/hall.png"}), made("/venues", js{"venue": "Barn", "description": "<p>Old &amp; big</p>"})
		hidden := made("/venues", js{"venue": "Hidden", "status": "private"})
		club := made("/organizers", js{"organizer": "Club", "email": "club@example.org"})
		music := made("/categories", js{"name": "Music", "description": "Loud"})
		jazz := made("/categories", js{"name": "jazz", "parent": music})
		made("/categories", js{"name": "Árias"})
		made("/tags", js{"name": "Free"})
		tests := []struct {
			name, user string
			fields     js
		}{
			{"nothing is linked", "author", nil},
			{"links by id, in another order", "author", js{"venue": []int64{barn, hall}, "organizer": club, "categories": []int64{jazz, music}}},
			{"a link that is named twice", "author", js{"venue": []any{barn, barn, js{"id": hall}}, "categories": []any{"Music", "music", music}}},
			{"terms by slug and by name", "editor", js{"categories": []string{"arias", "JAZZ"}, "tags": "free"}},
			{"a new term beside one that is known", "editor", js{"categories": []string{"New", "Music"}, "tags": []string{"Fresh", "Free"}}},
			{"new places", "editor", js{"venue": js{"venue": "Tent"}, "organizer": []any{club, js{"organizer": "Crew"}}}},
			{"a draft does not count", "contributor", js{"categories": []int64{music}, "tags": "free"}},
			{"a private event at a private venue", "editor", js{"status": "private", "venue": hidden}},
			{"a scheduled event", "editor", js{"date": "2099-01-01 10:00:00", "categories": []int64{jazz}}},
			{"an image that is new, and the same one once more", "editor", js{"image": "https://example.org/hall.png", "venue": hall}},
			{"a new image", "editor", js{"image": "https://example.org/new.png"}},
			{"a password", "editor", js{"post_password": "secret", "description": "<p>a</p><script>b</script>"}},
			{"a cost and an own address", "editor", js{"cost": []string{"$5", "12.50"}, "website": "https://example.org/", "all_day": true, "timezone": "Asia/Tokyo"}},
		}
		same := func(name, user string, written response) {
			t.Helper()
			read := s.mustBy(user, http.StatusOK, http.MethodGet, one("events", written.id())+"?context=edit", nil)
			withoutLinkedData(read.body)
			if diff := cmp.Diff(read.body, written.body); diff != "" {
				t.Errorf("%s (-read +written):\n%s", name, diff)
			}
			if read.header.Get("ETag") == "" || written.header.Get("ETag") == "" {
				t.Errorf("%s: no ETag", name)
			}
		}
		for i, tt := range tests {
			written := s.mustBy(tt.user, http.StatusCreated, http.MethodPost, "/events", newEvent(fmt.Sprint("Event ", i), tt.fields))
			same(tt.name, tt.user, written)
			fields := js{"excerpt": "Changed"}
			for name, value := range tt.fields {
				fields[name] = value
			}
			same(tt.name+", changed", tt.user, s.mustBy(tt.user, http.StatusOK, http.MethodPatch, one("events", written.id()), fields))
			same(tt.name+", with another title", tt.user, s.mustBy(tt.user, http.StatusOK, http.MethodPatch, one("events", written.id()), js{"title": "Other"}))
		}
		s.checkCounts()
	})
}

// withoutLinkedData drops what single reads alone have, at any depth.
func withoutLinkedData(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			withoutLinkedData(item)
		}
	case js:
		delete(v, "json_ld")
		for _, member := range v {
			withoutLinkedData(member)
		}
	}
}

// write makes a request that writes in this process and returns what it asks of
// the store.
func (s *site) write(method, path, body string, status int) (statements, roundTrips int64) {
	s.t.Helper()
	ctx, counter := store.WithQueryStats(s.t.Context())
	r := httptest.NewRequestWithContext(ctx, method, "http://localhost"+deployments.B().APIPath()+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	if w.Code != status {
		s.t.Fatalf("%s %s: status %d, want %d: %s", method, path, w.Code, status, w.Body)
	}
	return counter.Statements(), counter.RoundTrips()
}

func TestWritesAskTheStoreAFewTimes(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).id()
		organizer := s.must(http.StatusCreated, http.MethodPost, "/organizers", js{"organizer": "Club"}).id()
		for _, name := range []string{"A", "B"} {
			s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": name})
			s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": name})
		}
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("First", nil)).id()
		links := fmt.Sprintf(`"venue":%d,"organizer":%d,"categories":["a","b"],"tags":["a","b"]`, venue, organizer)
		full := `{"title":"%s","start_date":"2030-01-01 10:00:00","end_date":"2030-01-01 12:00:00",` + links + `}`
		tests := []struct {
			name, method, path, body string
			status                   int
			roundTrips               int64
		}{
			{"a create with all links", http.MethodPost, "/events", fmt.Sprintf(full, "Second"), 201, 2},
			{"a create without links", http.MethodPost, "/events", `{"title":"Third","start_date":"2030-01-01","end_date":"2030-01-01"}`, 201, 2},
			{"a create that is refused", http.MethodPost, "/events", `{"title":"Third","start_date":"2030-01-01","end_date":"2030-01-01","venue":999}`, 400, 1},
			{"a new venue", http.MethodPost, "/venues", `{"venue":"Barn"}`, 201, 3},
			{"an update of a title", http.MethodPatch, one("events", event), `{"title":"Other"}`, 200, 3},
			{"an update of all links", http.MethodPatch, one("events", event), "{" + links + "}", 200, 4},
			{"a move to the trash", http.MethodDelete, one("events", event), "", 200, 5},
		}
		for _, tt := range tests {
			statements, roundTrips := s.write(tt.method, tt.path, tt.body, tt.status)
			t.Logf("%s: %d statements in %d round trips", tt.name, statements, roundTrips)
			if roundTrips > tt.roundTrips {
				t.Errorf("%s: %d statements in %d round trips, want %d at most", tt.name, statements, roundTrips, tt.roundTrips)
			}
		}
	})
}
