package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// filedBy makes an event of the contributor with a status, as an editor may.
func (s *site) filedBy(title, status string, more js) int64 {
	s.t.Helper()
	fields := js{"author": s.userID("contributor")}
	inStatus(fields, status)
	for name, value := range more {
		fields[name] = value
	}
	return s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent(title, fields)).id()
}

// changes checks what the contributor gets for changes of an event in the trash, for good
// last, and that nothing changes where that is a 403.
func (s *site) changes(what string, id int64, want int) {
	s.t.Helper()
	before := s.texts("SELECT version || status || status_before_trash FROM events WHERE id = $1", id)
	path := one("events", id)
	requests := []struct {
		method, path string
		body         any
	}{
		{http.MethodPatch, path, js{"title": "Changed"}},
		{http.MethodPatch, path, js{"status": "draft"}},
		{http.MethodPost, path + "?dry_run=true", js{"status": "publish"}},
		{http.MethodDelete, path + "?force=true", nil},
	}
	for _, r := range requests {
		if a := s.send("contributor", r.method, r.path, r.body); a.status != want {
			s.t.Errorf("%s: %s %s %v: %d, want %d: %s", what, r.method, r.path, r.body, a.status, want, a.text)
		}
	}
	after := s.texts("SELECT version || status || status_before_trash FROM events WHERE id = $1", id)
	if want == http.StatusForbidden && fmt.Sprint(after) != fmt.Sprint(before) {
		s.t.Errorf("%s: the event is %s, was %s", what, after, before)
	}
}

func TestAContributorChangesInTheTrashOnlyWhatWasNeverPublished(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		for status, want := range map[string]int{
			"publish": http.StatusForbidden, "future": http.StatusForbidden, "private": http.StatusForbidden,
			"draft": http.StatusOK, "pending": http.StatusOK,
		} {
			id := s.filedBy("Deleted", status, nil)
			s.mustBy("editor", http.StatusOK, http.MethodDelete, one("events", id), nil)
			a := s.mustBy("contributor", http.StatusOK, http.MethodGet, one("events", id), nil)
			if _, shown := a.body["status_before_trash"]; shown {
				t.Errorf("the response has a field of its own for it: %s", a.text)
			}
			s.changes(status+", deleted", id, want)

			id = s.filedBy("Updated", status, nil)
			s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", id), js{"status": "trash"})
			s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", id), js{"status": "trash", "title": "Still there"})
			s.changes(status+", updated to trash", id, want)
		}
	})
}

func TestTheTrashRemembersTheStatusOfTheLastTime(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		id := s.filedBy("Back and forth", "publish", nil)
		path := one("events", id)
		for _, step := range []struct {
			method string
			body   any
			want   string
		}{
			{http.MethodDelete, nil, "trash publish"},
			{http.MethodPatch, js{"status": "draft"}, "draft "},
			{http.MethodDelete, nil, "trash draft"},
			{http.MethodPatch, js{"status": "private"}, "private "},
			{http.MethodPatch, js{"status": "trash"}, "trash private"},
			{http.MethodPatch, js{"status": "publish"}, "publish "},
		} {
			s.mustBy("editor", http.StatusOK, step.method, path, step.body)
			if got := s.texts("SELECT status || ' ' || status_before_trash FROM events WHERE id = $1", id)[0]; got != step.want {
				t.Errorf("after %s %v: %q, want %q", step.method, step.body, got, step.want)
			}
		}
	})
}

func TestWhatNobodyKnowsOfTheTrashCountsAsPublished(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		id := s.filedBy("Of an earlier release", "draft", nil)
		s.mustBy("editor", http.StatusOK, http.MethodDelete, one("events", id), nil)
		s.execute(fmt.Sprintf("UPDATE events SET status_before_trash = '' WHERE id = %d", id))
		s.mustBy("contributor", http.StatusOK, http.MethodGet, one("events", id), nil)
		s.changes("unknown", id, http.StatusForbidden)
	})
}

func TestWhatIsMadeInTheTrashWasNeverPublished(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		id := s.mustBy("contributor", http.StatusCreated, http.MethodPost, "/events", newEvent("Binned", js{"status": "trash"})).id()
		s.changes("made in the trash", id, http.StatusOK)
	})
}

func TestOwnPublishedContentStaysProtectedInTheTrash(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		for status, opens := range map[string]bool{"publish": false, "draft": true} {
			id := s.filedBy("Secret", status, js{"description": marker, "post_password": "sesame"})
			s.mustBy("editor", http.StatusOK, http.MethodDelete, one("events", id), nil)
			a := s.mustBy("contributor", http.StatusOK, http.MethodGet, one("events", id)+"?context=edit", nil)
			if got := a.body["description"] != ""; got != opens {
				t.Errorf("%s: the contributor reads the protected text: %v, want %v: %s", status, got, opens, a.text)
			}
		}
	})
}

func TestEachDateOfASeriesRemembersItsStatusInTheTrash(t *testing.T) {
	ways := map[string]func(s *site, path string){
		"a delete": func(s *site, path string) {
			s.mustBy("editor", http.StatusOK, http.MethodDelete, path+"?apply_to=all", nil)
		},
		"an update": func(s *site, path string) {
			s.mustBy("editor", http.StatusOK, http.MethodPatch, path+"?apply_to=all&overrides=replace", js{"status": "trash"})
		},
	}
	for name, trash := range ways {
		t.Run(name, func(t *testing.T) {
			prepared.Each(t, func(t *testing.T, url string) {
				s := openSite(t, url, withUsers)
				first := s.filedBy("Choir", "draft", js{"recurrence": "FREQ=DAILY;COUNT=3"})
				dates := s.texts("SELECT id || '' FROM events ORDER BY recurrence_id")
				s.mustBy("editor", http.StatusOK, http.MethodPatch, "/events/"+dates[1], js{"status": "publish"})
				trash(s, one("events", first))
				status := "SELECT status || '/' || status_before_trash FROM events ORDER BY recurrence_id"
				if got := fmt.Sprint(s.texts(status)); got != "[trash/draft trash/publish trash/draft]" {
					t.Errorf("the dates are %s", got)
				}
				if template := s.texts("SELECT template FROM record_series")[0]; strings.Contains(template, "status_before_trash") {
					t.Errorf("the dates share what each was before the trash: %s", template)
				}
				a := s.mustBy("contributor", http.StatusForbidden, http.MethodPatch, one("events", first)+"?apply_to=all", js{"status": "draft"})
				if got := fmt.Sprint(s.texts(status)); got != "[trash/draft trash/publish trash/draft]" {
					t.Errorf("after %s the dates are %s", a.text, got)
				}
				s.mustBy("contributor", http.StatusOK, http.MethodPatch, one("events", first), js{"status": "draft"})
				s.mustBy("contributor", http.StatusForbidden, http.MethodPatch, "/events/"+dates[1], js{"status": "draft"})
				s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", first)+"?apply_to=all&overrides=replace", js{"status": "draft"})
				if got := fmt.Sprint(s.texts(status)); got != "[draft/ draft/ draft/]" {
					t.Errorf("after the editor has restored all: %s", got)
				}
			})
		})
	}
}

func TestAContributorStillReadsTheDatesOfAnOwnSeriesInTheTrash(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		first := s.filedBy("Choir", "draft", js{"recurrence": js{"dates": []any{js{"start_date": "2027-03-04 19:00"}, js{"start_date": "2027-03-09 19:00"}}}})
		s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", first)+"?apply_to=all", js{"status": "trash"})
		s.mustBy("contributor", http.StatusOK, http.MethodPatch, one("events", first), js{"status": "draft"})
		of := s.texts("SELECT series_id || '' FROM events WHERE series_id <> 0")[0]
		series := s.mustBy("contributor", http.StatusOK, http.MethodGet, "/series/"+of, nil)
		if dates, _ := series.body["dates"].([]any); len(dates) != 3 {
			t.Errorf("the series shows %v of its three dates: %s", dates, series.text)
		}
	})
}

func TestWordPressRefusesTheSameInTheTrash(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		_, wp := openWordPress(t, url)
		for status, want := range map[string]int{"publish": http.StatusForbidden, "draft": http.StatusOK} {
			fields := js{"status": status, "author": wp.userID("contributor")}
			made := wp.mustBy("editor", http.StatusCreated, http.MethodPost, "/tribe_events", wpEvent("Gone", nil, fields))
			path := fmt.Sprintf("/tribe_events/%s", made.body["id"].(json.Number))
			wp.mustBy("editor", http.StatusOK, http.MethodDelete, path, nil)
			wp.mustBy("contributor", want, http.MethodGet, path+"?context=edit", nil)
			wp.mustBy("contributor", want, http.MethodPost, path, js{"status": "draft"})
			wp.mustBy("contributor", want, http.MethodDelete, path+"?force=true", nil)
		}
	})
}
