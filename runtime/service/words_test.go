package service_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	records "almanac/generator/testdata/records/generated"
	"almanac/runtime/auth"
	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/store/migrate"
	"almanac/runtime/store/open"
)

// words are those of a calendar, which no other service shows.
var words = regexp.MustCompile(`(?i)calendar|event|venue|organizer|tribe|almanac|geoloc|iCal|rss`)

// recordsAPI serves a description of records and terms from an empty store.
func recordsAPI(t *testing.T, withoutUsers bool) *httpapi.API {
	t.Helper()
	d, log := records.Service(), slog.New(slog.DiscardHandler)
	s, err := open.Store(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "records.db"), store.Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if _, err := migrate.Up(t.Context(), s, d.MigrationFiles(), log); err != nil {
		t.Fatal(err)
	}
	api := httpapi.NewAPI(&request.Env{
		Store: s, Users: auth.NewUsers(s, time.Now, auth.Limits{}), Resources: d.Resources, Clock: time.Now, Log: log, AuthDisabled: withoutUsers,
		Limits: param.DefaultLimits(), Deployment: deployment.Deployment{Namespace: d.Namespace, SiteURL: "http://localhost", DefaultPerPage: 10},
	})
	d.Register(api)
	return api
}

func TestAServiceWithoutACalendarDoesNotSpeakOfOne(t *testing.T) {
	for _, withoutUsers := range []bool{true, false} {
		api := recordsAPI(t, withoutUsers)
		tests := []struct {
			name, method, path, body string
		}{
			{"the document", http.MethodGet, "/doc", ""},
			{"the document in OpenAPI 3.0", http.MethodGet, "/doc?version=3.0", ""},
			{"the index", http.MethodGet, "", ""},
			{"what a route takes", http.MethodOptions, "/groups", ""},
			{"a list", http.MethodGet, "/groups", ""},
			{"a list that is asked for as a feed", http.MethodGet, "/groups?format=ics", ""},
			{"a write without what is required", http.MethodPost, "/orders", "status=late"},
			{"an unknown record", http.MethodGet, "/groups/7", ""},
			{"an unknown route", http.MethodGet, "/shelves", ""},
			{"a method that a route does not take", http.MethodDelete, "/groups", ""},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				r := httptest.NewRequestWithContext(t.Context(), tt.method, "http://localhost"+api.Env.Deployment.APIPath()+tt.path, strings.NewReader(tt.body))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				w := httptest.NewRecorder()
				api.ServeHTTP(w, r)
				if w.Code >= 500 {
					t.Errorf("status %d: %s", w.Code, w.Body)
				}
				text := w.Body.String()
				for name, values := range w.Header() {
					text += "\n" + name + ": " + strings.Join(values, ", ")
				}
				if at := words.FindStringIndex(text); at != nil {
					t.Errorf("says %q", text[max(0, at[0]-60):min(len(text), at[1]+60)])
				}
			})
		}
	}
}
