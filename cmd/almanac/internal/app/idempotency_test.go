package app_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

func TestARequestWithTheSameKeyIsMadeOnce(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		fields := newEvent("Fair", js{"tags": []string{"jazz"}})
		key := with("Idempotency-Key", "8e03978e-40d5-43dd-bc93-6894a57f9324")
		first := s.sendWith(key, "", http.MethodPost, "/events", fields)
		if first.status != http.StatusCreated || first.header.Get("Idempotency-Replayed") != "" {
			t.Fatalf("first = %d: %s", first.status, first.text)
		}
		s.must(http.StatusOK, http.MethodPatch, one("events", first.id()), js{"title": "Market"})
		again := s.sendWith(key, "", http.MethodPost, "/events", fields)
		if again.status != first.status || again.text != first.text || again.header.Get("Location") != first.header.Get("Location") ||
			again.header.Get("ETag") != first.header.Get("ETag") || again.header.Get("Idempotency-Replayed") != "true" {
			t.Errorf("again = %d %v:\n%s\nwant\n%s", again.status, again.header, again.text, first.text)
		}
		if got := len(s.texts("SELECT title FROM events")); got != 1 {
			t.Errorf("%d events, want 1", got)
		}
		form := s.sendWith(map[string]string{"Idempotency-Key": key["Idempotency-Key"], "Content-Type": "application/x-www-form-urlencoded"}, "", http.MethodPost, "/events", nil)
		if form.status != http.StatusBadRequest { // Nothing sent: what is required goes before the key.
			t.Errorf("without fields = %d: %s", form.status, form.text)
		}
	})
}

func TestAKeyWithAnotherRequestIs422(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		for _, bad := range []string{`"a key"`, "", "clé", strings.Repeat("k", 256)} {
			if a := s.sendWith(with("Idempotency-Key", bad), "", http.MethodPost, "/tags", js{"name": "Jazz"}); a.status != http.StatusBadRequest || a.body["code"] != "rest_invalid_idempotency_key" {
				t.Errorf("the key %q = %d: %s", bad, a.status, a.text)
			}
		}
		if a := s.sendWith(with("Idempotency-Key", strings.Repeat("k", 255)), "", http.MethodPost, "/tags", js{"name": "Folk"}); a.status != http.StatusCreated {
			t.Errorf("a key of 255 characters = %d: %s", a.status, a.text)
		}
		key := with("Idempotency-Key", `"key-1"`)
		id := s.sendWith(key, "", http.MethodPost, "/tags", js{"name": "Jazz"}).id()
		before := s.rows()
		for _, c := range []struct {
			method, path string
			body         js
		}{
			{http.MethodPost, "/tags", js{"name": "Rock"}},
			{http.MethodPost, "/categories", js{"name": "Jazz"}},
			{http.MethodPost, one("tags", id), js{"name": "Jazz"}},
			{http.MethodPost, "/tags?_fields=id", js{"name": "Jazz"}},
			{http.MethodDelete, one("tags", id), nil},
		} {
			var body any
			if c.body != nil {
				body = c.body
			}
			a := s.sendWith(key, "", c.method, c.path, body)
			if a.status != http.StatusUnprocessableEntity || a.body["code"] != "rest_idempotency_key_reused" {
				t.Errorf("%s %s %v = %d: %s", c.method, c.path, c.body, a.status, a.text)
			}
		}
		s.unchanged(before)
	})
}

func TestAKeyTellsAllTextsOfARepeatedName(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	tests := []struct {
		name, key, form string
		want            int
	}{
		{"the first", "one", "name=Jazz&slug=jazz&meta=a&meta=b", http.StatusCreated},
		{"the same", "one", "slug=jazz&name=Jazz&meta=a&meta=b", http.StatusCreated},
		{"the same last text after another", "one", "name=Jazz&slug=jazz&meta=c&meta=b", http.StatusUnprocessableEntity},
		{"one text less", "one", "name=Jazz&slug=jazz&meta=b", http.StatusUnprocessableEntity},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := s.sendWith(with("Idempotency-Key", tt.key), "", http.MethodPost, "/tags?"+tt.form, nil)
			if a.status != tt.want {
				t.Errorf("%s = %d, want %d: %s", tt.form, a.status, tt.want, a.text)
			}
		})
	}
}

func TestAFailedWriteCanBeTriedAgainWithItsKey(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	key := with("Idempotency-Key", "one")
	if a := s.sendWith(key, "", http.MethodPost, "/events", newEvent("", nil)); a.status != http.StatusBadRequest {
		t.Fatalf("status %d: %s", a.status, a.text)
	}
	if a := s.sendWith(key, "", http.MethodPost, "/events", newEvent("Fair", nil)); a.status != http.StatusCreated {
		t.Errorf("status %d: %s", a.status, a.text)
	}
}

func TestKeysOutliveTheServerAndEndAfterADay(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now())
		key := with("Idempotency-Key", "one")
		fields := newEvent("Fair", nil)
		first := openSite(t, url, withClock(now)).sendWith(key, "", http.MethodPost, "/events", fields)
		site := strings.TrimSuffix(first.header.Get("Location"), one("events", first.id()))
		s := openSite(t, url, withClock(now), func(c *service.Config) { c.Deployment.SiteURL = strings.TrimSuffix(site, c.Deployment.APIPath()) })
		now.Advance(24*time.Hour - time.Second)
		if again := s.sendWith(key, "", http.MethodPost, "/events", fields); again.text != first.text {
			t.Errorf("after a restart: %d %s\nwant %s", again.status, again.text, first.text)
		}
		now.Advance(time.Second)
		if later := s.sendWith(key, "", http.MethodPost, "/events", fields); later.status != http.StatusCreated || later.id() == first.id() {
			t.Errorf("after a day: %d %s", later.status, later.text)
		}
		if got := s.texts("SELECT key FROM idempotency_keys"); len(got) != 1 {
			t.Errorf("kept: %v", got)
		}
	})
}

func TestKeysOfDifferentUsersAreDifferent(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	key := with("Idempotency-Key", "one")
	first := s.sendWith(key, "author", http.MethodPost, "/events", newEvent("Fair", nil))
	second := s.sendWith(key, "editor", http.MethodPost, "/events", newEvent("Fair", nil))
	if first.status != http.StatusCreated || second.status != http.StatusCreated || first.id() == second.id() {
		t.Errorf("author = %d, editor = %d: %s %s", first.status, second.status, first.text, second.text)
	}
	if a := s.sendWith(key, "", http.MethodPost, "/events", newEvent("Fair", nil)); a.status != http.StatusUnauthorized {
		t.Errorf("visitor = %d: %s", a.status, a.text)
	}
}

func TestOfManyRequestsWithOneKeyOneIsMade(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		fields := newEvent("Fair", js{"venue": js{"venue": "Hall"}})
		for _, key := range []string{"one", "two", "three"} {
			var made, replayed atomic.Int64
			texts := make([]string, 16)
			together(len(texts), func(i int) {
				a := s.sendWith(with("Idempotency-Key", key), "", http.MethodPost, "/events", fields)
				if a.status != http.StatusCreated {
					t.Errorf("status %d: %s", a.status, a.text)
				}
				if texts[i] = a.text; a.header.Get("Idempotency-Replayed") == "true" {
					replayed.Add(1)
				} else {
					made.Add(1)
				}
			})
			if made.Load() != 1 || replayed.Load() != int64(len(texts)-1) {
				t.Errorf("%s: %d made, %d replayed", key, made.Load(), replayed.Load())
			}
			for _, text := range texts {
				if text != texts[0] {
					t.Errorf("%s: two answers:\n%s\n%s", key, text, texts[0])
				}
			}
		}
	})
}

func TestWhatIsReplayedIsAsItWasAskedFor(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	key := with("Idempotency-Key", "one")
	for range 2 {
		a := s.sendWith(key, "", http.MethodPost, "/events?_fields=title", newEvent("Fair", nil))
		if a.status != http.StatusCreated || strings.TrimSpace(a.text) != `{"title":"Fair"}` {
			t.Errorf("= %d: %s", a.status, a.text)
		}
	}
	a := s.sendWith(map[string]string{"Idempotency-Key": "one", "Prefer": "return=minimal"}, "", http.MethodPost, "/events?_fields=title", newEvent("Fair", nil))
	if a.status != http.StatusCreated || a.text != "" || a.header.Get("Location") == "" {
		t.Errorf("minimal = %d: %s", a.status, a.text)
	}
}
