package app_test

import (
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"almanac/cmd/internal/app"
)

// basic returns credentials for HTTP Basic.
func basic(user, secret string) string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(user+":"+secret))
}

// TestForeignPagesDoNotWriteWithWhatABrowserKnows sends what a browser sends
// for a page of another site: a password that it has been told for this one goes
// along by itself, a token never does.
func TestForeignPagesDoNotWriteWithWhatABrowserKnows(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers, func(c *app.Config) { c.Origins = []string{"https://friend.example"} })
	basic := basic("editor", password)
	tests := []struct {
		name, authorization, origin, site string
		status                            int
	}{
		{"a foreign page with a password", basic, "https://evil.example", "cross-site", http.StatusForbidden},
		{"a page without an origin of its own", basic, "null", "cross-site", http.StatusForbidden},
		{"another site of the same domain", basic, "https://other.example", "same-site", http.StatusForbidden},
		{"a foreign page in an old browser", basic, "https://evil.example", "", http.StatusForbidden},
		{"a foreign page whose origin is not told", basic, "", "cross-site", http.StatusForbidden},
		{"another site of the same domain whose origin is not told", basic, "", "same-site", http.StatusForbidden},
		{"the service's own page whose origin is not told", basic, "", "same-origin", http.StatusCreated},
		{"what a user began", basic, "", "none", http.StatusCreated},
		{"a foreign page without a password", "", "https://evil.example", "cross-site", http.StatusForbidden},
		{"the service's own page", basic, s.server.URL, "same-origin", http.StatusCreated},
		{"a page that may", basic, "https://friend.example", "cross-site", http.StatusCreated},
		{"a program", basic, "", "", http.StatusCreated},
		{"a program with an origin and a token", "Bearer alm_unknown", "app://calendar", "", http.StatusUnauthorized},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			header := map[string]string{}
			for name, value := range map[string]string{"Authorization": tt.authorization, "Origin": tt.origin, "Sec-Fetch-Site": tt.site} {
				if value != "" {
					header[name] = value
				}
			}
			a := s.sendWith(header, "", http.MethodPost, "/tags", js{"name": tt.name})
			if a.status != tt.status {
				t.Errorf("%d, want %d: %s", a.status, tt.status, a.text)
			}
		})
	}
}

// TestNamesOfOthersDoNotWriteInOpenMode sends what a browser sends for a page
// whose name its owner has pointed at this machine: the same origin, to the
// browser.
func TestNamesOfOthersDoNotWriteInOpenMode(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), func(c *app.Config) { c.Deployment.SiteURL = "https://calendar.example" })
	tests := []struct {
		host   string
		status int
	}{
		{"evil.example:8080", http.StatusForbidden},
		{"localhost.evil.example", http.StatusForbidden},
		{"localhost:8080", http.StatusCreated},
		{"127.0.0.1:8080", http.StatusCreated},
		{"[::1]:8080", http.StatusCreated},
		{"192.168.1.5:8080", http.StatusCreated},
		{"calendar.example", http.StatusCreated},
	}
	for _, tt := range tests {
		t.Run(tt.host, func(t *testing.T) {
			body := strings.NewReader(`{"name": "` + tt.host + `"}`)
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, s.Env.Deployment.Root()+"/tags", body)
			r.Host = tt.host
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Origin", "http://"+tt.host)
			r.Header.Set("Sec-Fetch-Site", "same-origin")
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			if w.Code != tt.status {
				t.Errorf("%d, want %d: %s", w.Code, tt.status, w.Body)
			}
		})
	}
}

// TestForeignPagesDoNotWriteInOpenModeWithoutAnOrigin sends what a browser sends
// whose privacy settings leave the origin out.
func TestForeignPagesDoNotWriteInOpenModeWithoutAnOrigin(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	for site, want := range map[string]int{"cross-site": http.StatusForbidden, "same-origin": http.StatusCreated} {
		a := s.sendWith(map[string]string{"Sec-Fetch-Site": site}, "", http.MethodPost, "/tags", js{"name": site})
		if a.status != want {
			t.Errorf("%s: %d, want %d: %s", site, a.status, want, a.text)
		}
	}
}
