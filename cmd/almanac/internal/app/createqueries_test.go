package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/auth"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
)

func TestACreateTakesTwoRoundTrips(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, stopped, withUsers) // Each second a request asks what is due.
		token, err := s.Env.Users.CreateToken(t.Context(), "editor", "test", time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		create := func(event js) *store.QueryStats {
			t.Helper()
			body, err := json.Marshal(event)
			if err != nil {
				t.Fatal(err)
			}
			ctx, counter := store.WithQueryStats(t.Context())
			r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+deployments.B().APIPath()+"/events", strings.NewReader(string(body)))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+token)
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code != http.StatusCreated {
				t.Fatalf("status %d: %s", w.Code, w.Body)
			}
			return counter
		}
		venue := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).id()
		organizer := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/organizers", js{"organizer": "Club"}).id()
		terms := []string{"Old", "New"}
		event := newEvent("Show", js{"venue": venue, "organizer": organizer, "categories": terms, "tags": terms, "image": "https://example.org/a.png"})
		create(event)
		// The token, locks, an image, a slug, venues, organizers, categories, tags and an ID are read; then all is
		// written, and the log.
		roundTrips, statements := int64(2), int64(9+1)
		if s.Store.Dialect() == store.SQLite {
			roundTrips, statements = 3, 17 // Which cost nothing there.
		}
		for i := range 3 {
			event["title"] = fmt.Sprint("Show ", i%2)
			if n := create(event); n.RoundTrips() != roundTrips || n.Statements() > statements {
				t.Errorf("%d statements in %d round trips, want %d in %d", n.Statements(), n.RoundTrips(), statements, roundTrips)
			}
		}
	})
}

// TestAWriteIsThatOfTheUserWhomTheTokenHasNow makes writes whose caller is confirmed while they run.
func TestAWriteIsThatOfTheUserWhomTheTokenHasNow(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		now := servicetest.NewClock(time.Now().UTC())
		s := openSite(t, url, withUsers, withClock(now))
		users := s.Env.Users
		newToken := func(expires time.Time) string {
			token, err := users.CreateToken(t.Context(), "editor", "test", expires)
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		by := func(token, method, path string, body js) response {
			return s.sendWith(map[string]string{"Authorization": "Bearer " + token}, "", method, path, body)
		}
		want := func(when string, a response, status int) {
			t.Helper()
			if a.status != status {
				t.Errorf("%s: status %d, want %d: %s", when, a.status, status, a.text)
			}
		}
		count := func() string {
			return s.mustBy("administrator", http.StatusOK, http.MethodGet, "/tags", nil).header.Get("X-Tec-Total")
		}
		short, long := newToken(now.Now().Add(time.Hour)), newToken(time.Time{})
		tag := by(long, http.MethodPost, "/tags", js{"name": "One"})
		want("a token that is known", tag, http.StatusCreated)
		want("a second token", by(short, http.MethodPost, "/tags", js{"name": "Two"}), http.StatusCreated)
		before := count()

		now.Advance(2 * time.Hour)
		want("a token that has expired", by(short, http.MethodPost, "/tags", js{"name": "Three"}), http.StatusUnauthorized)
		if err := users.SetRole(t.Context(), "editor", auth.RoleSubscriber); err != nil {
			t.Fatal(err)
		}
		want("a create with a lower role", by(long, http.MethodPost, "/tags", js{"name": "Three"}), http.StatusForbidden)
		want("an update with a lower role", by(long, http.MethodPatch, one("tags", tag.id()), js{"name": "Other"}), http.StatusForbidden)
		if err := users.SetRole(t.Context(), "editor", auth.RoleEditor); err != nil {
			t.Fatal(err)
		}
		want("a higher role", by(long, http.MethodPatch, one("tags", tag.id()), js{"name": "Other"}), http.StatusOK)
		tokens, err := users.ListTokens(t.Context(), "editor")
		if err != nil {
			t.Fatal(err)
		}
		for _, token := range tokens {
			if err := users.RevokeToken(t.Context(), token.ID); err != nil {
				t.Fatal(err)
			}
		}
		want("a body that is wrong, by a revoked token", by(long, http.MethodPost, "/tags", js{"name": ""}), http.StatusUnauthorized)
		want("a revoked token", by(long, http.MethodPost, "/tags", js{"name": "Three"}), http.StatusUnauthorized)
		if after := count(); after != before {
			t.Errorf("%s tags, want the %s of before", after, before)
		}
	})
}
