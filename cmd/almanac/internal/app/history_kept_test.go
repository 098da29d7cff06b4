package app_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"almanac/generated"
	"almanac/runtime/model"
)

// describe changes a resource of the description until the test ends.
func describe(t *testing.T, name string, change func(*model.Resource)) {
	resources := generated.Service().Resources
	k := resources[slices.IndexFunc(resources, func(k *model.Resource) bool { return k.Name == name })]
	noHistory, secret := k.NoHistory, k.SecretColumns
	t.Cleanup(func() { k.NoHistory, k.SecretColumns = noHistory, secret })
	change(k)
}

func TestTheHistoryOfAResourceWithNoHistoryHasNoValues(t *testing.T) {
	describe(t, "venue", func(k *model.Resource) { k.NoHistory = true })
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		made := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "canary", "city": "canary town"})
		path := one("venues", made.id())
		changed := s.must(http.StatusOK, http.MethodPatch, path, js{"venue": "Hall", "city": "Ulm"})
		list := s.revisions("", path)
		if secret := fmt.Sprint(list[0]["secret"]); len(list) != 2 || len(list[0]["fields"].(js)) != 0 || !strings.Contains(secret, "city") || !strings.Contains(secret, "venue") {
			t.Errorf("history = %v", list)
		}
		if a := s.send("", http.MethodGet, path+"/history", nil); strings.Contains(a.text, "canary") {
			t.Errorf("history = %s", a.text)
		}
		if rows := s.texts("SELECT patch FROM audit_entries WHERE patch LIKE '%canary%'"); len(rows) > 0 {
			t.Errorf("the log has %v", rows)
		}
		if a := s.send("", http.MethodPost, path+"/restore", js{"version": 1}); a.status != http.StatusGone {
			t.Errorf("restore = %d: %s", a.status, a.text)
		}
		a := s.undo("", changed, nil)
		if a.status != http.StatusOK || !strings.Contains(a.text, `"kept"`) || s.get(path).body["city"] != "Ulm" {
			t.Errorf("undo = %d: %s", a.status, a.text)
		}
	})
}

func TestAFieldThatIsSecretIsNamedAndStays(t *testing.T) {
	describe(t, "venue", func(k *model.Resource) { k.SecretColumns = append(slices.Clone(k.SecretColumns), "phone") })
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		made := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Barn", "phone": "canary"})
		path := one("venues", made.id())
		changed := s.must(http.StatusOK, http.MethodPatch, path, js{"venue": "Hall", "phone": "123"})
		if a := s.send("", http.MethodGet, path+"/history", nil); strings.Contains(a.text, "canary") || strings.Contains(a.text, "123") || !strings.Contains(a.text, `"secret":["phone"]`) {
			t.Errorf("history = %s", a.text)
		}
		a := s.undo("", changed, nil)
		if now := s.get(path).body; a.status != http.StatusOK || !strings.Contains(a.text, `"kept":["phone"]`) || now["venue"] != "Barn" || now["phone"] != "123" {
			t.Errorf("undo = %d: %s; %v", a.status, a.text, now)
		}
		restored := s.must(http.StatusOK, http.MethodPost, path+"/restore", js{"version": 2})
		if restored.body["venue"] != "Hall" || restored.body["phone"] != "123" {
			t.Errorf("restored %v", restored.body)
		}
	})
}

func TestAChangeOfMoreRecordsThanAnUndoTakesIsRefused(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.writtenBeside = true
		made := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
		changed := s.must(http.StatusOK, http.MethodPatch, one("events", made.id()), js{"title": "Great fair"})
		const columns = "at_utc, user_id, user_name, client_ip, request_id, note, change_id, action, resource, version, " +
			"was_there, was_status, was_hidden, was_locked, was_owner, patch"
		s.execute("INSERT INTO audit_entries (" + columns + ", record_id) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)" +
			" SELECT " + columns + ", record_id + n.i FROM audit_entries, n WHERE change_id = '" + changed.header.Get("Change-Id") + "'")
		before := s.rows()
		for _, partial := range []bool{false, true} {
			a := s.undo("", changed, js{"partial": partial})
			if a.status != http.StatusBadRequest || !strings.Contains(a.text, "rest_undo_too_large") || !strings.Contains(a.text, "1501 records; at most 1500") {
				t.Errorf("undo = %d: %s", a.status, a.text)
			}
		}
		s.unchanged(before)
	})
}
