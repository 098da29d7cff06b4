package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// undo takes back the change that a response names.
func (s *site) undo(user string, of response, more js) response {
	body := js{"change": of.header.Get("Change-Id")}
	for name, value := range more {
		body[name] = value
	}
	return s.send(user, http.MethodPost, "/undo", body)
}

func TestADeletedVenueComesBackWithTheEventsThatHadIt(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		fair := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"venue": hall.id()}))
		gone := s.must(http.StatusOK, http.MethodDelete, one("venues", hall.id())+"?force=true", nil)
		a := s.undo("", gone, nil)
		if a.status != http.StatusOK || len(a.body["records"].([]any)) != 2 {
			t.Fatalf("undo = %d: %s", a.status, a.text)
		}
		if a.header.Get("Change-Id") == "" || a.header.Get("Change-Id") != a.body["change"] {
			t.Errorf("the undo is no change of its own: %s", a.text)
		}
		if got := s.get(one("events", fair.id())).body["venue"].(js); fmt.Sprint(got["id"]) != fmt.Sprint(hall.id()) {
			t.Errorf("venue = %v", got)
		}
	})
}

func TestWhatHasChangedSinceIsNotTakenBack(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		first := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("One", nil))
		second := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Two", nil))
		both := s.batch(nil, "", write("PATCH", one("events", first.id()), js{"title": "One!"}), write("PATCH", one("events", second.id()), js{"title": "Two!"}))
		later := s.must(http.StatusOK, http.MethodPatch, one("events", second.id()), js{"title": "Two!!"})
		before := s.rows()
		dry := s.send("", http.MethodPost, "/undo?dry_run=true", js{"change": both.header.Get("Change-Id")})
		conflicts, _ := dry.body["conflicts"].([]any)
		if dry.status != http.StatusOK || len(dry.body["records"].([]any)) != 1 || len(conflicts) != 1 {
			t.Fatalf("dry run = %d: %s", dry.status, dry.text)
		}
		if since := conflicts[0].(js)["since"].([]any)[0].(js); since["change"] != later.header.Get("Change-Id") || fmt.Sprint(since["fields"]) != "[title]" {
			t.Errorf("what changed since = %v", since)
		}
		if a := s.undo("", both, nil); a.status != http.StatusConflict || !strings.Contains(a.text, "rest_changed_since") {
			t.Errorf("undo = %d: %s", a.status, a.text)
		}
		s.unchanged(before)
		if a := s.undo("", both, js{"partial": true}); a.status != http.StatusOK || len(a.body["conflicts"].([]any)) != 1 {
			t.Errorf("partial = %d: %s", a.status, a.text)
		}
		for id, want := range map[int64]string{first.id(): "One", second.id(): "Two!!"} {
			if got := s.get(one("events", id)).body["title"]; got != want {
				t.Errorf("title = %v, want %s", got, want)
			}
		}
	})
}

func TestWhatCannotComeBackIsNamed(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		fair := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"venue": hall.id()}))
		moved := s.must(http.StatusOK, http.MethodPatch, one("events", fair.id()), js{"venue": nil})
		s.must(http.StatusOK, http.MethodDelete, one("venues", hall.id())+"?force=true", nil)
		if a := s.undo("", moved, nil); a.status != http.StatusConflict || !strings.Contains(a.text, "there is no venue") {
			t.Errorf("a venue that is gone = %d: %s", a.status, a.text)
		}
		trashed := s.must(http.StatusOK, http.MethodDelete, one("events", fair.id()), nil)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
		if a := s.undo("", trashed, nil); a.status != http.StatusConflict || !strings.Contains(a.text, "slug") {
			t.Errorf("a slug that another event has = %d: %s", a.status, a.text)
		}
	})
}

func TestPeopleUndoTheirOwnChangesAndEditorsAll(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		own := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("canary", nil))
		path := one("events", own.id())
		edited := s.mustBy("editor", http.StatusOK, http.MethodPatch, path, js{"title": "canary 2"})
		for user, want := range map[string]int{"": 401, "subscriber": 403, "contributor": 403, "author": 403} {
			if a := s.undo(user, edited, nil); a.status != want || strings.Contains(a.text, "canary") {
				t.Errorf("%q undoes what an editor did = %d: %s", user, a.status, a.text)
			}
		}
		if a := s.undo("administrator", edited, nil); a.status != http.StatusOK {
			t.Errorf("administrator = %d: %s", a.status, a.text)
		}
		mine := s.mustBy("author", http.StatusOK, http.MethodPatch, path, js{"title": "mine"})
		if a := s.undo("author", mine, nil); a.status != http.StatusOK {
			t.Errorf("one's own = %d: %s", a.status, a.text)
		}
		deleted := s.mustBy("author", http.StatusOK, http.MethodDelete, path, nil)
		s.mustBy("editor", http.StatusOK, http.MethodPatch, path, js{"author": 1, "status": "private", "title": "hidden canary"})
		if a := s.undo("author", deleted, js{"partial": true}); a.status != http.StatusOK || strings.Contains(a.text, "canary") || fmt.Sprint(a.body["hidden"]) != "1" {
			t.Errorf("a record that became another's = %d: %s", a.status, a.text)
		}
		if a := s.send("editor", http.MethodPost, "/undo", js{"change": "0190a1b2-0000-7000-8000-000000000000"}); a.status != http.StatusNotFound {
			t.Errorf("an unknown change = %d: %s", a.status, a.text)
		}
	})
}

func TestAnEditOfASeriesIsTakenBackAlthoughAServerHasExtendedIt(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		clock := servicetest.NewClock(time.Now())
		s := openSite(t, url, withClock(clock), func(c *service.Config) { c.Deployment.SeriesMonths = 3 })
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Yoga", js{"recurrence": "FREQ=MONTHLY"}))
		edited := s.must(http.StatusOK, http.MethodPatch, one("events", made.id())+"?apply_to=all", js{"title": "Pilates"})
		clock.Advance(70 * 24 * time.Hour)
		if err := s.API.Writes.ExtendSeries(t.Context()); err != nil {
			t.Fatal(err)
		}
		count := func(title string) int { return len(s.texts("SELECT slug FROM events WHERE title = $1", title)) }
		all := count("Pilates")
		if a := s.undo("", edited, nil); a.status != http.StatusOK {
			t.Fatalf("undo = %d: %s", a.status, a.text)
		}
		if count("Pilates") != 0 || count("Yoga") < all {
			t.Errorf("%d dates are Pilates, %d of %d Yoga", count("Pilates"), count("Yoga"), all)
		}
	})
}
