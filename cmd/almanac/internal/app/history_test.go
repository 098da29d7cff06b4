package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service/servicetest"
)

// revisions returns the history of a record, the newest change first.
func (s *site) revisions(user, path string) []js {
	s.t.Helper()
	var list []js
	for _, one := range s.mustBy(user, http.StatusOK, http.MethodGet, path+"/history", nil).body["history"].([]any) {
		list = append(list, one.(js))
	}
	return list
}

// asOf is the path of a record as it was at an instant.
func asOf(path string, at time.Time) string {
	return path + "?as_of=" + url.QueryEscape(at.UTC().Format(time.RFC3339))
}

func TestTheHistoryOfARecordSaysWhoChangedWhat(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		hall := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		made := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"venue": hall.id(), "tags": "a"}))
		path := one("events", made.id())
		changed := s.mustBy("editor", http.StatusOK, http.MethodPatch, path, js{"title": "Great fair", "venue": nil, "post_password": "hunter2"})
		list := s.revisions("editor", path)
		if len(list) != 2 || list[0]["action"] != "updated" || list[1]["action"] != "created" || list[0]["change"] != changed.header.Get("Change-Id") {
			t.Fatalf("history = %v", list)
		}
		title := list[0]["fields"].(js)["title"].(js)
		venue := list[0]["fields"].(js)["venue"].(js)
		if title["before"] != "Fair" || title["after"] != "Great fair" || venue["before"].(js)["venue"] != "Hall" || fmt.Sprint(venue["after"]) != "[]" {
			t.Errorf("fields = %v", list[0]["fields"])
		}
		if _, has := list[0]["fields"].(js)["modified"]; has || fmt.Sprint(list[0]["secret"]) != "[post_password]" {
			t.Errorf("the password is named, and times are not: %v", list[0])
		}
		if list[0]["user"] != "editor" || list[0]["client_ip"] == "" || list[1]["user"] != "author" {
			t.Errorf("editors see who did it: %v", list)
		}
		if a := s.send("editor", http.MethodGet, path+"/history", nil); strings.Contains(a.text, "hunter2") {
			t.Errorf("the history has the password: %s", a.text)
		}
	})
}

func TestTheHistoryIsForThoseWhoMayEditTheRecord(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		made := s.mustBy("author", http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
		path := one("events", made.id())
		s.mustBy("editor", http.StatusOK, http.MethodPatch, path, js{"title": "canary"})
		s.mustBy("editor", http.StatusOK, http.MethodPatch, path, js{"title": "Great fair"})
		for _, doors := range []func(user string) response{
			func(user string) response { return s.send(user, http.MethodGet, path+"/history", nil) },
			func(user string) response {
				return s.send(user, http.MethodGet, asOf(path, time.Now().Add(-time.Second)), nil)
			},
			func(user string) response {
				return s.send(user, http.MethodPost, path+"/restore?dry_run=true", js{"version": 2})
			},
		} {
			for user, want := range map[string]int{"": 401, "subscriber": 403, "contributor": 403} {
				if a := doors(user); a.status != want || strings.Contains(a.text, "canary") {
					t.Errorf("%q = %d: %s", user, a.status, a.text)
				}
			}
		}
		list := s.revisions("author", path)
		if len(list) != 3 || list[0]["user"] != nil || list[0]["address"] != nil || list[2]["user"] != "author" {
			t.Errorf("authors see their own name alone: %v", list)
		}
		s.mustBy("editor", http.StatusOK, http.MethodDelete, path+"?force=true", nil)
		if a := s.send("author", http.MethodGet, path+"/history", nil); a.status != http.StatusNotFound {
			t.Errorf("of a deleted record: %d: %s", a.status, a.text)
		}
		if list := s.revisions("editor", path); len(list) != 4 || list[0]["fields"].(js)["title"].(js)["before"] != "Great fair" {
			t.Errorf("editors see that of a deleted record: %v", list)
		}
	})
}

func TestARecordIsReadAsItWasAtAnInstant(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		clock := servicetest.NewClock(time.Now())
		s := openSite(t, url, withClock(clock))
		begun := clock.Now()
		step := func() { clock.Advance(time.Hour) }
		step()
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"venue": hall.id(), "tags": "a,b"}))
		path := one("events", made.id())
		first := s.get(path)
		step()
		s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Great fair", "venue": nil, "tags": []any{}, "all_day": true})
		second := s.get(path)
		step()
		s.must(http.StatusOK, http.MethodDelete, path+"?force=true", nil)
		for at, want := range map[time.Time]js{begun.Add(90 * time.Minute): first.body, begun.Add(150 * time.Minute): second.body} {
			got := s.must(http.StatusOK, http.MethodGet, asOf(path, at), nil)
			for _, body := range []js{want, got.body} { // What is linked is as it is today.
				for _, tag := range body["tags"].([]any) {
					delete(tag.(js), "count")
				}
			}
			if diff := cmp.Diff(want, got.body); diff != "" {
				t.Errorf("as of %v (-want +got):\n%s", at, diff)
			}
		}
		for at, want := range map[time.Time]int{begun: 404, clock.Now(): 404, clock.Now().Add(time.Hour): 400, begun.AddDate(-1, 0, 0): 410} {
			if a := s.get(asOf(path, at)); a.status != want {
				t.Errorf("as of %v = %d, want %d: %s", at, a.status, want, a.text)
			}
		}
		if a := s.get(path + "?as_of=yesterdayish"); a.status != http.StatusBadRequest {
			t.Errorf("no instant = %d: %s", a.status, a.text)
		}
	})
}

func TestAFormerVersionIsRestored(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"venue": hall.id(), "tags": "a", "post_password": "one"}))
		path := one("events", made.id())
		first := s.get(path + "?password=one")
		s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Great fair", "venue": nil, "tags": "b", "post_password": ""})
		old := s.get(path)
		s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Greater fair"})
		restore := js{"version": 1}
		before := s.rows()
		if a := s.must(http.StatusOK, http.MethodPost, path+"/restore?dry_run=true", restore); a.body["title"] != "Fair" {
			t.Errorf("a dry run has %v", a.body["title"])
		}
		s.unchanged(before)
		if a := s.sendWith(with("If-Match", old.header.Get("ETag")), "", http.MethodPost, path+"/restore", restore); a.status != http.StatusPreconditionFailed {
			t.Errorf("another version = %d: %s", a.status, a.text)
		}
		key := with("Idempotency-Key", "once")
		got := s.sendWith(key, "", http.MethodPost, path+"/restore", restore)
		again := s.sendWith(key, "", http.MethodPost, path+"/restore", restore)
		if got.status != http.StatusOK || again.text != got.text || again.header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("restore = %d: %s, again %s", got.status, got.text, again.text)
		}
		for _, name := range []string{"modified", "modified_utc", "modified_utc_details"} {
			delete(first.body, name)
			delete(got.body, name)
		}
		delete(first.body, "json_ld")
		delete(first.body["venue"].(js), "json_ld")
		if diff := cmp.Diff(first.body, got.body); diff != "" {
			t.Errorf("the restored version (-first +restored):\n%s", diff)
		}
		for version, want := range map[int]int{0: 400, 99: 400} {
			if a := s.send("", http.MethodPost, path+"/restore", js{"version": version}); a.status != want {
				t.Errorf("version %d = %d: %s", version, a.status, a.text)
			}
		}
		s.must(http.StatusOK, http.MethodDelete, one("venues", hall.id())+"?force=true", nil)
		if a := s.send("", http.MethodPost, path+"/restore", js{"version": 4}); a.status != http.StatusBadRequest || !strings.Contains(a.text, "venue") {
			t.Errorf("a version with a venue that is gone = %d: %s", a.status, a.text)
		}
	})
}

func TestAServerWithoutFormerValuesSaysSo(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.writtenBeside = true
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
		path := one("events", made.id())
		change := s.must(http.StatusOK, http.MethodPatch, path, js{"title": "Great fair"}).header.Get("Change-Id")
		s.execute("UPDATE audit_entries SET patch = ''")
		if list := s.revisions("", path); len(list) != 2 || list[0]["known"] != false || len(list[0]["fields"].(js)) != 0 {
			t.Errorf("history = %v", list)
		}
		for what, a := range map[string]response{
			"as of":   s.get(asOf(path, time.Now().Add(-time.Hour))),
			"restore": s.send("", http.MethodPost, path+"/restore", js{"version": 1}),
			"undo":    s.send("", http.MethodPost, "/undo", js{"change": change}),
		} {
			if a.status != http.StatusGone {
				t.Errorf("%s = %d: %s", what, a.status, a.text)
			}
		}
	})
}
