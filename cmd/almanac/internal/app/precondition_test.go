package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// with makes a header of one line.
func with(name, value string) map[string]string { return map[string]string{name: value} }

func TestReadsOfWhatTheClientHasAre304(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).id()
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"venue": venue, "tags": []string{"jazz"}}))
		tag := event.body["tags"].([]any)[0].(js)["id"]
		for _, path := range []string{one("events", event.id()), "/events/by-slug/fair", one("venues", venue), fmt.Sprint("/tags/", tag), "/events", "/tags", "/events?per_page=1"} {
			first := s.get(path)
			etag := first.header.Get("ETag")
			if etag == "" || strings.HasPrefix(etag, "W/") != strings.Contains(first.text, "total_pages") {
				t.Errorf("GET %s has the ETag %q", path, etag)
			}
			for _, had := range []string{etag, `"other", ` + etag, "W/" + strings.TrimPrefix(etag, "W/"), "*"} {
				again := s.sendWith(with("If-None-Match", had), "", http.MethodGet, path, nil)
				if again.status != http.StatusNotModified || again.text != "" || again.header.Get("ETag") != etag || again.header.Get("Content-Type") != "" {
					t.Errorf("GET %s, If-None-Match: %s = %d, ETag %q: %s", path, had, again.status, again.header.Get("ETag"), again.text)
				}
			}
			if other := s.sendWith(with("If-None-Match", `"1-0000000000000000"`), "", http.MethodGet, path, nil); other.status != http.StatusOK || other.text != first.text {
				t.Errorf("GET %s with another tag = %d", path, other.status)
			}
		}
	})
}

func TestTheTagOfAnEventChangesWithWhatItShows(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).id()
	path := one("events", s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"venue": venue, "tags": []string{"jazz"}})).id())
	seen := map[string]string{}
	fresh := func(why, path string) {
		t.Helper()
		tag := s.get(path).header.Get("ETag")
		if before, known := seen[tag]; known {
			t.Errorf("%s: the tag %s is that of %s", why, tag, before)
		}
		seen[tag] = why
	}
	fresh("a new event", path)
	fresh("fewer fields", path+"?_fields=id,title")
	s.must(http.StatusOK, http.MethodPatch, one("venues", venue), js{"address": "Main Street"})
	fresh("a venue with an address", path)
	s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Other", js{"tags": []string{"jazz"}}))
	fresh("a tag that counts two events", path)
	s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Market"})
	fresh("another title", path)
}

func TestWritesOfAnotherVersionAre412AndChangeNothing(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for _, c := range []struct{ plural, field string }{{"events", "title"}, {"venues", "venue"}, {"organizers", "organizer"}, {"categories", "name"}, {"tags", "name"}} {
			fields := js{c.field: "First"}
			if c.plural == "events" {
				fields = newEvent("First", nil)
			}
			path := one(c.plural, s.must(http.StatusCreated, http.MethodPost, "/"+c.plural, fields).id())
			stale := s.get(path).header.Get("ETag")
			s.must(http.StatusOK, http.MethodPatch, path, js{"description": "Changed"})
			current := s.get(path).header.Get("ETag")
			before := s.rows()
			for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
				for _, header := range []map[string]string{with("If-Match", stale), with("If-Match", `"none"`), with("If-None-Match", "*"), with("If-None-Match", current)} {
					a := s.sendWith(header, "", method, path, js{c.field: "Second"})
					if a.status != http.StatusPreconditionFailed || a.body["code"] != "rest_precondition_failed" || a.header.Get("ETag") != current {
						t.Errorf("%s %s with %v = %d, ETag %q, want %q: %s", method, path, header, a.status, a.header.Get("ETag"), current, a.text)
					}
				}
			}
			s.unchanged(before)
			a := s.sendWith(with("If-Match", current), "", http.MethodPatch, path, js{c.field: "Second"})
			if a.status != http.StatusOK || a.body[c.field] != "Second" || a.header.Get("ETag") == current {
				t.Errorf("PATCH %s with the current tag = %d, ETag %q: %s", path, a.status, a.header.Get("ETag"), a.text)
			}
			if a := s.sendWith(with("If-Match", a.header.Get("ETag")), "", http.MethodDelete, path+"?force=true", nil); a.status != http.StatusOK {
				t.Errorf("DELETE %s with the tag of the last write = %d: %s", path, a.status, a.text)
			}
		}
	})
}

// unchanged compares the database with what it held before.
func (s *site) unchanged(before []string) {
	s.t.Helper()
	after := s.rows()
	if strings.Join(before, "\n") != strings.Join(after, "\n") {
		s.t.Errorf("the database has changed: %d rows before, %d after", len(before), len(after))
	}
}

func TestOfManyWritersWithOneTagOneWins(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		path := one("events", s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil)).id())
		for round := range fewer(10) {
			tag := s.get(path).header.Get("ETag")
			var won atomic.Int64
			together(8, func(i int) {
				a := s.sendWith(with("If-Match", tag), "", http.MethodPatch, path, js{"title": fmt.Sprint("Round ", round, " by ", i)})
				switch a.status {
				case http.StatusOK:
					won.Add(1)
				case http.StatusPreconditionFailed:
				default:
					t.Errorf("status %d: %s", a.status, a.text)
				}
			})
			if won.Load() != 1 {
				t.Errorf("round %d: %d writers won", round, won.Load())
			}
		}
	})
}

func TestAReadOfAnotherVersionIs412(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	path := one("events", s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil)).id())
	tag := s.get(path).header.Get("ETag")
	if a := s.sendWith(with("If-Match", tag), "", http.MethodGet, path, nil); a.status != http.StatusOK {
		t.Errorf("with its own tag: %d", a.status)
	}
	if a := s.sendWith(with("If-Match", `"9-0"`), "", http.MethodGet, path, nil); a.status != http.StatusPreconditionFailed || a.header.Get("ETag") != tag {
		t.Errorf("with another tag: %d %s", a.status, a.text)
	}
}

func TestWritesCanBeAnsweredWithoutTheRecord(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	minimal := with("Prefer", "respond-async, return=minimal; foo")
	created := s.sendWith(minimal, "", http.MethodPost, "/events", newEvent("Fair", nil))
	if created.status != http.StatusCreated || created.text != "" || created.header.Get("Location") == "" || created.header.Get("ETag") == "" {
		t.Errorf("create = %d %v: %s", created.status, created.header, created.text)
	}
	path := strings.TrimPrefix(created.header.Get("Location"), s.Env.Deployment.APIURL())
	for _, method := range []string{http.MethodPatch, http.MethodDelete} {
		a := s.sendWith(minimal, "", method, path, js{"title": "Market"})
		if a.status != http.StatusNoContent || a.text != "" || a.header.Get("Preference-Applied") != "return=minimal" {
			t.Errorf("%s = %d %v: %s", method, a.status, a.header, a.text)
		}
	}
	if a := s.sendWith(minimal, "", http.MethodPost, "/events", js{"title": ""}); a.status != http.StatusBadRequest || a.body["code"] == nil {
		t.Errorf("a write that fails = %d: %s", a.status, a.text)
	}
	if a := s.sendWith(with("Prefer", "return=representation, return=minimal"), "", http.MethodPost, "/events", newEvent("Fair", nil)); a.body["title"] != "Fair" {
		t.Errorf("the first preference does not count: %s", a.text)
	}
}

func TestADryRunAnswersAsTheWriteWouldAndChangesNothing(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil)).id()
		path := one("events", id)
		category := one("categories", s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Music"}).id())
		before := s.rows()
		rich := newEvent("Concert", js{"venue": js{"venue": "New Hall"}, "organizer": js{"organizer": "New Ones"}, "tags": []string{"new"}, "image": "https://example.org/a.png"})
		dry := s.must(http.StatusCreated, http.MethodPost, "/events?dry_run=true", rich)
		if dry.body["title"] != "Concert" || dry.body["venue"].(js)["venue"] != "New Hall" || dry.header.Get("Location") != "" || dry.header.Get("ETag") != "" {
			t.Errorf("create: %v %s", dry.header, dry.text)
		}
		if a := s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Market", "dry_run": true}); a.body["title"] != "Market" {
			t.Errorf("update: %s", a.text)
		}
		for _, target := range []string{path + "?dry_run=1", path + "?dry_run=1&force=true", category + "?dry_run=1"} {
			s.must(http.StatusOK, http.MethodDelete, target, nil)
		}
		s.must(http.StatusBadRequest, http.MethodPost, "/events?dry_run=true", js{"title": "No dates"})
		s.must(http.StatusBadRequest, http.MethodPatch, path+"?dry_run=perhaps", js{"title": "Market"})
		s.must(http.StatusNotFound, http.MethodPatch, "/events/999?dry_run=true", js{"title": "Market"})
		s.unchanged(before)
	})
}
