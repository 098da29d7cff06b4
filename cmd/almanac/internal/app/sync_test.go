package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"almanac/runtime/changes"
	"almanac/runtime/service/servicetest"
)

// delta returns a page of a sync.
func (s *site) delta(user, list, token string) response {
	s.t.Helper()
	return s.mustBy(user, http.StatusOK, http.MethodGet, withParam(list, "changes_since="+token), nil)
}

// idsIn returns the IDs of the records of a list in a response.
func idsIn(a response, plural string) string {
	var list []string
	for _, m := range a.body[plural].([]any) {
		list = append(list, fmt.Sprint(m.(js)["id"]))
	}
	return strings.Join(list, ",")
}

func TestAListSaysWhatChangedSinceAToken(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		var made []int64
		for _, title := range []string{"One", "Two", "Three"} {
			made = append(made, s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(title, nil)).id())
		}
		past := newEvent("Past", js{"start_date": "2020-01-01 10:00:00", "end_date": "2020-01-01 12:00:00"})
		made = append(made, s.must(http.StatusCreated, http.MethodPost, "/events", past).id())
		a := s.delta("", "/events?per_page=3", "")
		if idsIn(a, "events") != fmt.Sprintf("%d,%d,%d", made[0], made[1], made[2]) || a.body["more"] != true {
			t.Fatalf("a sync begins with %s", a.text)
		}
		a = s.delta("", "/events?per_page=3", a.body["sync_token"].(string))
		if idsIn(a, "events") != fmt.Sprint(made[3]) || a.body["more"] != false || fmt.Sprint(a.body["removed"]) != "[]" {
			t.Fatalf("it ends with %s", a.text)
		}
		token := a.body["sync_token"].(string)
		if b := s.delta("", "/events", token); idsIn(b, "events") != "" || fmt.Sprint(b.body["removed"]) != "[]" {
			t.Errorf("nothing has changed: %s", b.text)
		}
		s.must(http.StatusOK, http.MethodPatch, one("events", made[1]), js{"title": "Second"})
		s.must(http.StatusOK, http.MethodDelete, one("events", made[0]), nil)
		s.must(http.StatusOK, http.MethodDelete, one("events", made[2])+"?force=true", nil)
		b := s.delta("", "/events?_fields=title", token)
		if fmt.Sprint(b.body["events"]) != "[map[title:Second]]" || fmt.Sprint(b.body["removed"]) != fmt.Sprintf("[%d %d]", made[0], made[2]) {
			t.Errorf("what changed: %s", b.text)
		}
		if c := s.delta("", "/events", b.body["sync_token"].(string)); idsIn(c, "events") != "" || fmt.Sprint(c.body["removed"]) != "[]" {
			t.Errorf("nothing has changed since: %s", c.text)
		}
	})
}

// Venues link to nothing, so that only their own entries in the log say what changed.
func TestARecordThatChangedOftenIsNamedOnce(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		var made []int64
		for _, name := range []string{"Hall", "Park"} {
			made = append(made, s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": name}).id())
		}
		token := s.delta("", "/venues", "").body["sync_token"].(string)
		for _, city := range []string{"Paris", "Rome", "Oslo"} {
			for _, id := range made {
				s.must(http.StatusOK, http.MethodPatch, one("venues", id), js{"city": city})
			}
		}
		s.must(http.StatusOK, http.MethodDelete, one("venues", made[0]), nil)
		a := s.delta("", "/venues?per_page=2", token)
		if removed := fmt.Sprint(a.body["removed"]); removed != fmt.Sprint(made[:1]) || idsIn(a, "venues") != fmt.Sprint(made[1]) || a.body["more"] != false {
			t.Errorf("what changed often: %s", a.text)
		}
	})
}

func TestAParameterThatContradictsASyncIsNamed(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("One", nil))
	token := s.delta("editor", "/events?featured=false", "").body["sync_token"].(string)
	for path, want := range map[string]string{
		"/events?changes_since=" + token:                                        "filters",
		"/events?featured=true&changes_since=" + token:                          "filters",
		"/venues?changes_since=" + token:                                        "changes_since",
		"/events?featured=false&changes_since=" + token[1:]:                     "changes_since",
		"/events?featured=false&changes_since=x":                                "changes_since",
		"/events?featured=false&orderby=title&changes_since=" + token:           "orderby",
		"/events?collapse=series&page=2&order=asc&format=ics&changes_since=":    "collapse",
		"/events?featured=false&start_date=nonsense&changes_since=" + token[2:]: "start_date",
	} {
		a := s.send("editor", http.MethodGet, path, nil)
		if a.status != http.StatusBadRequest || !strings.Contains(a.text, want) {
			t.Errorf("%s = %d: %s", path, a.status, a.text)
		}
	}
	if a := s.send("author", http.MethodGet, "/events?featured=false&changes_since="+token, nil); a.status != http.StatusBadRequest {
		t.Errorf("the token of another user = %d: %s", a.status, a.text)
	}
	s.execute("UPDATE users SET role = 'administrator' WHERE name = 'editor'")
	if a := s.send("editor", http.MethodGet, "/events?featured=false&changes_since="+token, nil); a.status != http.StatusGone {
		t.Errorf("the token of another role = %d: %s", a.status, a.text)
	}
}

func TestATokenExpiresWithTheLog(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.writtenBeside = true
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("One", nil))
		token := s.delta("", "/events", "").body["sync_token"].(string)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Two", nil))
		s.delta("", "/events", token)
		s.execute("DELETE FROM audit_entries WHERE at_utc <= '2999-01-01'")
		a := s.send("", http.MethodGet, "/events?changes_since="+token, nil)
		if a.status != http.StatusGone || a.body["code"] != "rest_sync_expired" {
			t.Errorf("after a deletion of the log: %d: %s", a.status, a.text)
		}
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Three", nil)).id()
		token = s.delta("", "/events", "").body["sync_token"].(string)
		s.must(http.StatusOK, http.MethodPatch, one("events", made), js{"title": "Third"})
		s.execute("UPDATE audit_entries SET change_id = '', was_there = false, was_status = '', patch = ''")
		if a := s.delta("", "/events", token); len(a.body["events"].([]any)) != 1 {
			t.Errorf("an entry of release 1.2.0: %s", a.text)
		}
		s.execute("DELETE FROM events") // As that release might, which does not say who could read what was there.
		if a := s.send("", http.MethodGet, "/events?changes_since="+token, nil); a.status != http.StatusGone {
			t.Errorf("a deletion by release 1.2.0 = %d: %s", a.status, a.text)
		}
	})
}

func TestTheIDOfADraftIsNeverRemoved(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, withUsers)
		tokens := map[string]string{}
		for _, user := range []string{"", "subscriber", "contributor", "author", "editor"} {
			tokens[user] = s.delta(user, "/events", "").body["sync_token"].(string)
		}
		draft := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("canary", js{"status": "draft"})).id()
		s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", draft), js{"title": "canary 2"})
		hidden := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("canary", js{"hide_from_listings": true})).id()
		s.mustBy("editor", http.StatusOK, http.MethodPatch, one("events", hidden), js{"title": "canary 2"})
		gone := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent("canary", js{"status": "private"})).id()
		s.mustBy("editor", http.StatusOK, http.MethodDelete, one("events", gone)+"?force=true", nil)
		for user, token := range tokens {
			a := s.delta(user, "/events", token)
			want := "[]"
			if user == "editor" {
				want = fmt.Sprintf("[%d]", gone)
			} else if strings.Contains(a.text, "canary") {
				t.Errorf("%q sees %s", user, a.text)
			}
			if got := fmt.Sprint(a.body["removed"]); got != want {
				t.Errorf("%q: removed = %s, want %s", user, got, want)
			}
		}
	})
}

func TestATransactionThatEndsLateIsInTheNextDelta(t *testing.T) {
	url := prepared.PostgreSQL(t)
	s := openSite(t, url)
	s.writtenBeside = true
	made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Late", nil)).id()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	tx, err := c.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "UPDATE events SET title = 'Later', version = version + 1 WHERE id = $1", made); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "INSERT INTO audit_entries (at_utc, user_id, user_name, action, resource, record_id, client_ip, request_id, change_id, version, was_there, was_status, patch) "+
		"VALUES ('2026-01-01 00:00:00', 0, '', 'updated', 'event', $1, '', '', '01890000-0000-7000-8000-000000000000', 2, true, 'publish', '{}')", made); err != nil {
		t.Fatal(err)
	}
	s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Early", nil)) // It has the larger ID, and is committed first.
	first := s.delta("", "/events", "")
	if len(first.body["events"].([]any)) != 2 || strings.Contains(first.text, "Later") {
		t.Fatalf("the list = %s", first.text)
	}
	token := first.body["sync_token"].(string)
	if a := s.delta("", "/events", token); idsIn(a, "events") != "" {
		t.Errorf("before the commit: %s", a.text)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := s.delta("", "/events", token)
	if diff := cmp.Diff(fmt.Sprint(made), idsIn(a, "events")); diff != "" || !strings.Contains(a.text, "Later") {
		t.Errorf("after the commit: %s", a.text)
	}
	if b := s.delta("", "/events", a.body["sync_token"].(string)); idsIn(b, "events") != "" {
		t.Errorf("it is told once: %s", b.text)
	}
}

func TestAListOfTermsIsReadAgainOnceOneMayHaveChanged(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("One", js{"tags": "a,b"}))
		first := s.delta("", "/tags", "")
		token := first.body["sync_token"].(string)
		named := s.delta("", "/events?tags=a", "").body["sync_token"].(string)
		if a := s.delta("", "/tags", token); len(first.body["tags"].([]any)) != 2 || idsIn(a, "tags") != "" {
			t.Errorf("%s, then %s", first.text, a.text)
		}
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Two", js{"tags": "c"}))
		if a := s.send("", http.MethodGet, "/tags?changes_since="+token, nil); a.status != http.StatusGone {
			t.Errorf("after an event with another tag = %d: %s", a.status, a.text)
		}
		s.delta("", "/events?tags=a", named)
		for _, tag := range first.body["tags"].([]any) {
			id, _ := tag.(js)["id"].(json.Number).Int64()
			if tag.(js)["slug"] == "a" {
				s.must(http.StatusOK, http.MethodDelete, one("tags", id), nil)
			} else {
				s.must(http.StatusOK, http.MethodPatch, one("tags", id), js{"name": "a"})
			}
		}
		if a := s.send("", http.MethodGet, "/events?tags=a&changes_since="+named, nil); a.status != http.StatusGone {
			t.Errorf("once the name is that of another tag = %d: %s", a.status, a.text)
		}
	})
}

func TestFormerValuesAreForgottenAfterTheirTime(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		clock := servicetest.NewClock(time.Now())
		s := openSite(t, url, withClock(clock))
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("One", nil)).id()
		s.must(http.StatusOK, http.MethodPatch, one("events", made), js{"title": "Two"})
		token := s.delta("", "/events", "").body["sync_token"].(string)
		s.runDue()
		if list := s.revisions("", one("events", made)); list[0]["known"] != true {
			t.Fatalf("history = %v", list)
		}
		clock.Advance(60 * 24 * time.Hour)
		s.must(http.StatusOK, http.MethodPatch, one("events", made), js{"title": "Three"})
		s.delta("", "/events", token)
		clock.Advance(31 * 24 * time.Hour)
		s.runDue()
		list := s.revisions("", one("events", made))
		if len(list) != 3 || list[0]["known"] != true || list[1]["known"] != false || list[1]["action"] != "updated" {
			t.Errorf("history = %v", list)
		}
		if a := s.send("", http.MethodGet, "/events?changes_since="+token, nil); a.status != http.StatusGone {
			t.Errorf("a token of that time = %d: %s", a.status, a.text)
		}
	})
}

func TestARestoredDatabaseHasAnotherEpoch(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		token := s.delta("", "/events", "").body["sync_token"].(string)
		if err := changes.BeginEpoch(t.Context(), s.Store); err != nil {
			t.Fatal(err)
		}
		if a := s.send("", http.MethodGet, "/events?changes_since="+token, nil); a.status != http.StatusGone {
			t.Errorf("a token of the epoch before = %d: %s", a.status, a.text)
		}
		s.delta("", "/events", s.delta("", "/events", "").body["sync_token"].(string))
	})
}

func TestTransactionsOfAnotherClusterAreReset(t *testing.T) {
	s := openSite(t, prepared.PostgreSQL(t))
	s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("One", nil))
	s.execute("UPDATE audit_entries SET transaction_id = 4000000000000")
	token := s.delta("", "/events", "").body["sync_token"].(string)
	if a := s.delta("", "/events", token); len(a.body["events"].([]any)) != 1 {
		t.Fatalf("entries of a later transaction are new: %s", a.text)
	}
	if err := changes.ResetTransactions(t.Context(), s.Store); err != nil { // As a start does.
		t.Fatal(err)
	}
	token = s.delta("", "/events", "").body["sync_token"].(string)
	if a := s.delta("", "/events", token); len(a.body["events"].([]any)) != 0 {
		t.Errorf("they come again: %s", a.text)
	}
}
