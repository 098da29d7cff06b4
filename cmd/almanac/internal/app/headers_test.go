package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"almanac/runtime/docsui"
)

func TestEveryAnswerCarriesSecurityHeaders(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	s.withPanic()
	page := s.root + "/doc"
	asset := docsui.ScriptURL(page)
	const lock = "default-src 'none'; frame-ancestors 'none'"
	tests := []struct {
		name, method, url string
		header            map[string]string
		status            int
		policy            string
	}{
		{"a list", http.MethodGet, s.root + "/events", nil, 200, lock},
		{"a head", http.MethodHead, s.root + "/events", nil, 200, lock},
		{"the index", http.MethodGet, s.root, nil, 200, lock},
		{"options", http.MethodOptions, s.root + "/events", nil, 200, lock},
		{"a preflight", http.MethodOptions, s.root + "/events", map[string]string{"Origin": "https://a.example", "Access-Control-Request-Method": "GET"}, 200, lock},
		{"an unknown route", http.MethodGet, s.root + "/nothing", nil, 404, lock},
		{"another root", http.MethodGet, s.server.URL + "/", nil, 404, lock},
		{"a wrong method", http.MethodPut, s.root + "/doc", nil, 405, lock},
		{"no credentials", http.MethodPost, s.root + "/tags?name=Jazz", nil, 401, lock},
		{"wrong credentials", http.MethodGet, s.root + "/events", map[string]string{"Authorization": "Bearer alm_nothing"}, 401, lock},
		{"a panic", http.MethodGet, s.root + "/panic", nil, 500, lock},
		{"the document", http.MethodGet, page, nil, 200, lock},
		{"the page", http.MethodGet, page, map[string]string{"Accept": "text/html"}, 200, docsui.Policy},
		{"a script of the page", http.MethodGet, asset, nil, 200, lock},
		{"a probe", http.MethodGet, s.server.URL + "/livez", nil, 200, lock},
		{"the other probe", http.MethodGet, s.server.URL + "/readyz", nil, 200, lock},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), tt.method, tt.url, nil)
			if err != nil {
				t.Fatal(err)
			}
			for name, value := range tt.header {
				r.Header.Set(name, value)
			}
			response, err := s.server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			if response.StatusCode != tt.status {
				t.Errorf("status %d, want %d", response.StatusCode, tt.status)
			}
			for name, want := range map[string]string{
				"Content-Security-Policy": tt.policy, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
				"Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
			} {
				if got := response.Header.Values(name); len(got) != 1 || got[0] != want {
					t.Errorf("%s %q, want %q", name, got, want)
				}
			}
			for _, name := range []string{"Server", "X-Powered-By", "Via", "Strict-Transport-Security"} {
				if got := response.Header.Get(name); got != "" {
					t.Errorf("%s %q", name, got)
				}
			}
		})
	}
}

func TestTransportSecurityIsForEncryptedConnections(t *testing.T) {
	s := openSite(t, prepared.SQLite(t))
	server := httptest.NewTLSServer(s.Handler())
	defer server.Close()
	for _, path := range []string{s.API.Env.Deployment.APIPath() + "/events", "/livez", "/nothing"} {
		response, err := server.Client().Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if got := response.Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
			t.Errorf("%s: Strict-Transport-Security %q", path, got)
		}
	}
}

func TestAnswersNameTheHeadersThatTheyDependOn(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withUsers)
	for path, want := range map[string]string{"/tags": "Origin", "/tags/999": "Origin", "/nothing": "Origin", "/doc": "Origin, Accept, Accept-Encoding"} {
		if got := strings.Join(s.get(path).header.Values("Vary"), ", "); got != want {
			t.Errorf("GET %s: Vary %q, want %q", path, got, want)
		}
	}
}
