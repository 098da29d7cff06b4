package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/runtime/maintain"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// readInOne checks that a list of events is read with one statement, as it is
// when every links cache is valid, or with another one that looks links
// up.
func (s *site) readInOne(after string, want int64) {
	s.t.Helper()
	// The first list compares what is linked with the store.  Responses are kept for
	// those who ask twice, so each list is another one.
	for range 2 {
		s.lists++
		s.asked(fmt.Sprint("/events?status=any&per_page=", 10+s.lists%40))
	}
	s.lists++
	if got, _ := s.asked(fmt.Sprint("/events?status=any&per_page=", 10+s.lists%40)); got != want {
		s.t.Errorf("after %s a list takes %d statements, want %d", after, got, want)
	}
	if _, err := service.Verify(s.t.Context(), s.Store, s.Env.Resources); err != nil {
		s.t.Errorf("after %s: %v", after, err)
	}
}

func TestLinksCachesAreValidAfterEveryWrite(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withClock(now))
		s.writtenBeside = true
		event := newEvent("Show", js{
			"categories": []string{"A", "B"}, "tags": []string{"C"}, "venue": js{"venue": "Hall"}, "organizer": []any{js{"organizer": "Club"}, js{"organizer": "Band"}},
		})
		a := s.must(http.StatusCreated, http.MethodPost, "/events", event)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Alone", nil))
		s.readInOne("creates", 1)
		id, path := a.id(), one("events", a.id())
		linked := func(name string) int64 {
			if list, ok := a.body[name].([]any); ok {
				return response{body: list[0].(js)}.id()
			}
			return response{body: a.body[name].(js)}.id()
		}
		for _, write := range []struct {
			name, method, path string
			body               any
		}{
			{"a change of a title", http.MethodPatch, path, js{"title": "Another"}},
			{"a change of links", http.MethodPatch, path, js{"tags": []string{"D", "C"}}},
			{"a change of all links", http.MethodPatch, path, js{"tags": []string{"D"}, "categories": []string{"B"}, "venue": []any{}, "organizer": js{"organizer": "Trio"}}},
			{"links that are as before", http.MethodPatch, path, event},
			{"a move to the trash", http.MethodDelete, path, nil},
			{"a move out of the trash", http.MethodPatch, path, js{"status": "publish"}},
			{"the end of a category", http.MethodDelete, one("categories", linked("categories")) + "?force=true", nil},
			{"the end of a tag", http.MethodDelete, one("tags", linked("tags")) + "?force=true", nil},
			{"a venue in the trash", http.MethodDelete, one("venues", linked("venue")), nil},
			{"the end of a venue", http.MethodDelete, one("venues", linked("venue")) + "?force=true", nil},
			{"the end of an organizer", http.MethodDelete, one("organizers", linked("organizer")) + "?force=true", nil},
		} {
			s.must(http.StatusOK, write.method, write.path, write.body)
			s.readInOne(write.name, 1)
		}
		due := now.Now().Add(time.Hour).Format(time.DateTime)
		s.must(http.StatusOK, http.MethodPatch, path, js{"status": "future", "date_utc": due})
		now.Advance(2 * time.Hour)
		if a := s.must(http.StatusOK, http.MethodGet, path, nil); a.body["status"] != "publish" {
			t.Errorf("it is not published: %v", a.body["status"])
		}
		s.readInOne("its time has come", 1)

		s.execute("UPDATE events SET version = version + 1") // As a program does that does not know of the column.
		s.readInOne("somebody else's write", 2)
		asking, trips := s.patched(id, js{"excerpt": "a"})
		statements, roundTrips := s.patched(id, js{"excerpt": "b"})
		if asking != statements+1 || trips != roundTrips {
			t.Errorf("a row that tells nothing takes %d statements in %d round trips, one that does %d in %d", asking, trips, statements, roundTrips)
		}
		s.readInOne("one of two records was written since", 2)
		s.execute("DELETE FROM schema_metadata WHERE name = 'links/events'")
		s.recompute()
		s.readInOne("a migration", 1)
	})
}

// recompute does what a start does after the migrations.
func (s *site) recompute() {
	s.t.Helper()
	if err := maintain.Recompute(s.t.Context(), s.Store, s.Env.Resources, quiet()); err != nil {
		s.t.Fatal(err)
	}
}

func TestAStartFillsTheLinksCachesOfNewRows(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"tags": []string{"A"}})).id()
		s.recompute()
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Other", js{"tags": []string{"A"}}))
		s.execute(fmt.Sprintf("UPDATE events SET links_cache = '' WHERE id > %d", id)) // As somebody else inserts rows.
		s.readInOne("somebody else's create", 2)
		s.recompute()
		s.readInOne("a start", 1)
	})
}

func TestVerifyTellsOfRowsThatTellOfOtherLinks(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.writtenBeside = true
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Show", js{"venue": js{"venue": "Hall"}})).id()
		s.execute("DELETE FROM event_venues") // Without a new version, which no program does.
		_, err := service.Verify(t.Context(), s.Store, s.Env.Resources)
		if want := fmt.Sprintf("links cache of event %d does not match the link tables", id); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		s.execute("UPDATE events SET version = version + 1")
		if _, err := service.Verify(t.Context(), s.Store, s.Env.Resources); err != nil {
			t.Errorf("of another version: %v", err)
		}
	})
}
