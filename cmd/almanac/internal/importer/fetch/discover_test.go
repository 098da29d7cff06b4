package fetch_test

import (
	"context"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/importer/fetch"
)

func TestAnAddressIsNotTakenForAFile(t *testing.T) {
	tests := map[string]bool{
		"https://site.example": true, "site.example": true, "site.example/events/": true, "site.example:8080": true, "localhost:8080": true,
		"localhost": true, "127.0.0.1": true, "[::1]:80/wp-json": true, "intranet:8080/events/": true, "site.example/?rest_route=/": true,
		"events.json": false, "a.ics": false, "folder": false, "/srv/export": false, "./site.example": false, "../site.example": false, "": false,
	}
	for text, want := range tests {
		if got := fetch.IsAddress(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("site.example", 0o700); err != nil {
		t.Fatal(err)
	}
	if fetch.IsAddress("site.example") {
		t.Error("a folder is taken for an address")
	}
}

// site answers like a site of one kind at all its addresses.
type site struct {
	header  map[string]string // Of pages; HOST stands for the host.
	page    string
	answers map[string]string // JSON by path and query.
	moved   map[string]string
	status  int // Of other addresses; 0 for 200.
}

// ServeHTTP answers.
func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if to := s.moved[r.URL.Path]; to != "" {
		http.Redirect(w, r, strings.ReplaceAll(to, "HOST", r.Host), http.StatusMovedPermanently)
		return
	}
	if content := s.answers[r.URL.RequestURI()]; content != "" {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(content))
		return
	}
	for name, value := range s.header {
		w.Header().Set(name, strings.ReplaceAll(value, "HOST", r.Host))
	}
	w.Header().Set("Content-Type", "text/html")
	if s.status != 0 {
		w.WriteHeader(s.status)
	}
	_, _ = w.Write([]byte(strings.ReplaceAll(s.page, "HOST", r.Host)))
}

const (
	oneIndex  = `{"namespace": "tribe/events/v1", "routes": {"/tribe/events/v1/events": {}}}`
	allIndex  = `{"name": "Town", "namespaces": ["oembed/1.0", "tribe/events/v1", "wp/v2"], "routes": {}}`
	someIndex = `{"name": "Town", "namespaces": ["oembed/1.0", "wp/v2"], "routes": {}}`
	phpNotice = "<br />\n<b>Warning</b>:  Undefined array key {closure} in <b>/srv/x.php</b> on line <b>3</b><br />\n"
)

func TestTheInterfaceIsFoundFromAnyAddress(t *testing.T) {
	wordpress := map[string]string{"Link": `<http://HOST/wp-json/>; rel="https://api.w.org/"`}
	tests := []struct {
		name, address string
		site          site
		want          string // Behind the host.
		wrong         string
	}{
		{"the interface itself", "/wp-json/tribe/events/v1", site{status: 500}, "/wp-json/tribe/events/v1", ""},
		{"the Link header of the home page", "", site{header: wordpress}, "/wp-json/tribe/events/v1", ""},
		{"the Link header of a page that is not there", "/events/x/?ical=1#top", site{header: wordpress, status: 404}, "/wp-json/tribe/events/v1", ""},
		{"a Link header with plain addresses", "/", site{header: map[string]string{"Link": `<http://HOST/index.php?rest_route=/>; rel="https://api.w.org/"`}}, "/index.php?rest_route=%2Ftribe%2Fevents%2Fv1", ""},
		{"a site in a folder", "/blog/events/", site{header: map[string]string{"Link": `<http://HOST/blog/wp-json/>; rel="https://api.w.org/"`}}, "/blog/wp-json/tribe/events/v1", ""},
		{"X-TEC-API-ROOT", "/events/", site{header: map[string]string{"X-TEC-API-ROOT": "http://HOST/api/tribe/events/v1/"}}, "/api/tribe/events/v1", ""},
		{"X-TEC-API-ROOT of a category", "/events/category/music/", site{header: map[string]string{"X-TEC-API-ROOT": "http://HOST/wp-json/tribe/events/v1/events/?categories=music"}}, "/wp-json/tribe/events/v1", ""},
		{"X-TEC-API-ROOT with plain addresses", "/", site{header: map[string]string{"X-TEC-API-ROOT": "http://HOST/?rest_route=/tribe/events/v1/events/313"}}, "/?rest_route=%2Ftribe%2Fevents%2Fv1", ""},
		{"another name of the site in its header", "/", site{header: map[string]string{"Link": `<https://www.site.example/wp-json/>; rel="https://api.w.org/"`}}, "/wp-json/tribe/events/v1", ""},
		{"the head of a page", "/", site{page: `<html><head><link rel='https://api.w.org/' href='http://HOST/wp-json/' /></head>`}, "/wp-json/tribe/events/v1", ""},
		{"the index of all interfaces", "/wp-json", site{answers: map[string]string{"/wp-json": allIndex}}, "/wp-json/tribe/events/v1", ""},
		{"an index behind a warning", "/wp-json/", site{answers: map[string]string{"/wp-json/": phpNotice + allIndex}}, "/wp-json/tribe/events/v1", ""},
		{"the index with plain addresses", "/?rest_route=/", site{answers: map[string]string{"/?rest_route=/": allIndex}}, "/?rest_route=%2Ftribe%2Fevents%2Fv1", ""},
		{"an index without the calendar", "/wp-json/", site{answers: map[string]string{"/wp-json/": someIndex}}, "", "is not one of them: is The Events Calendar active there?"},
		{"nothing but the usual place", "/blog/events/", site{answers: map[string]string{"/blog/wp-json/tribe/events/v1": oneIndex}}, "/blog/wp-json/tribe/events/v1", ""},
		{"nothing but the usual route", "/", site{answers: map[string]string{"/?rest_route=/tribe/events/v1": oneIndex}}, "/?rest_route=%2Ftribe%2Fevents%2Fv1", ""},
		{"Almanac", "/events/", site{answers: map[string]string{"/calendar/events/v1": `{"namespace": "calendar/events/v1", "routes": {"/calendar/events/v1/events": {}}}`}}, "/calendar/events/v1", ""},
		{"a redirect on the host", "/old", site{header: wordpress, moved: map[string]string{"/old": "/new/"}}, "/wp-json/tribe/events/v1", ""},
		{"a redirect to another host", "/", site{moved: map[string]string{"/": "http://elsewhere.invalid/"}}, "", "redirects to another host, http://elsewhere.invalid/"},
		{"another site", "/a/b/c/d/e/f/", site{page: "<html>"}, "", "found no API of The Events Calendar or Almanac"},
		{"a site for its staff alone", "/", site{status: 401}, "", "requires credentials (401)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var asked atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { asked.Add(1); tt.site.ServeHTTP(w, r) }))
			defer server.Close()
			got, err := fetch.Discover(t.Context(), server.URL+tt.address, fetch.Options{Rate: 1000, Namespace: "calendar/events/v1"})
			if tt.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wrong) || strings.Contains(err.Error(), "\n") {
					t.Errorf("got %v, want %q", err, tt.wrong)
				}
			} else if err != nil || got.String() != server.URL+tt.want {
				t.Errorf("got %v, %v, want %s", got, err, server.URL+tt.want)
			}
			if asked.Load() > 13 {
				t.Errorf("asked %d times", asked.Load())
			}
		})
	}
}

func TestAnAddressWithoutSchemeIsTriedWithEncryptionFirst(t *testing.T) {
	handler := site{header: map[string]string{"Link": `<http://HOST/wp-json/>; rel="https://api.w.org/"`}}
	plain, secure := httptest.NewServer(handler), httptest.NewTLSServer(handler)
	defer plain.Close()
	defer secure.Close()
	trusted := x509.NewCertPool()
	trusted.AddCert(secure.Certificate())
	for _, server := range []*httptest.Server{plain, secure} {
		host := strings.TrimPrefix(strings.TrimPrefix(server.URL, "http://"), "https://")
		for _, path := range []string{"", "/events/", "/wp-json/tribe/events/v1"} {
			got, err := fetch.Discover(t.Context(), host+path, fetch.Options{Rate: 1000, Authorities: trusted})
			if err != nil || got.String() != server.URL+"/wp-json/tribe/events/v1" {
				t.Errorf("%s: got %v, %v", host+path, got, err)
			}
		}
	}
	host := strings.TrimPrefix(plain.URL, "http://")
	if _, err := fetch.Discover(t.Context(), "https://"+host, fetch.Options{}); err == nil || !strings.Contains(err.Error(), "use http://") {
		t.Errorf("got %v", err)
	}
}

func TestACertificateThatIsNotTrustedFailsAtOnce(t *testing.T) {
	server := httptest.NewTLSServer(site{answers: map[string]string{"/wp-json/tribe/events/v1/events": "{}"}})
	defer server.Close()
	server.Config.ErrorLog = nil
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	get := func(address string, o fetch.Options) error {
		client, err := fetch.NewClient(base(t, address+"/wp-json/tribe/events/v1"), o)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		_, err = client.Get(t.Context(), "events", "page 1 of events", "/events", nil)
		if client.Requests() != 1 {
			t.Errorf("%d requests", client.Requests())
		}
		return err
	}
	if err := get(server.URL, fetch.Options{}); err == nil || !strings.HasSuffix(err.Error(), "set --ca to its file or to that of its authority") {
		t.Errorf("got %v", err)
	}
	if err := get(server.URL, fetch.Options{Authorities: trusted}); err != nil {
		t.Error(err)
	}
	other := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	if err := get(other, fetch.Options{Authorities: trusted}); err == nil || !strings.Contains(err.Error(), "has an invalid certificate: certificate is") && !strings.Contains(err.Error(), "localhost") {
		t.Errorf("got %v", err)
	}
}

func TestAHungAnswerIsWaitedForTwice(t *testing.T) {
	stop, cancel := context.WithCancel(t.Context())
	_, client, err := get(t, fetch.Options{Rate: 1000, Pause: time.Millisecond, Timeout: 50 * time.Millisecond}, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-stop.Done():
		}
	})
	cancel()
	if err == nil || !strings.HasSuffix(err.Error(), "did not respond within 50ms, 2 times") || client.Requests() != 2 {
		t.Errorf("got %v after %d requests", err, client.Requests())
	}
}

func TestWarningsBeforeAnAnswerAreSkippedAndCounted(t *testing.T) {
	tests := []struct{ name, kind, body, notice, wrong string }{
		{"none", "application/json", "\ufeff {}", "", ""},
		{"a warning", "application/json", phpNotice + `{"events": []}`, "Warning: Undefined array key {closure} in /srv/x.php on line 3", ""},
		{"a warning, called HTML", "text/html; charset=UTF-8", phpNotice + `{"events": []}`, "Warning: Undefined array key {closure} in /srv/x.php on line 3", ""},
		{"a plain notice", "application/json", "\nPHP Notice: x in y\n" + `{"events": []}`, "PHP Notice: x in y", ""},
		{"a comment behind", "application/json", `{"events": []}` + "\n<!-- Page cached by a plugin -->\n", "", ""},
		{"comments around, called HTML", "text/html", "<!-- a --> <!-- b -->\n" + `{"events": []}` + "<!-- {\"c\": 1} --> ", "", ""},
		{"called HTML", "text/html; charset=UTF-8", `{"events": []}`, "", ""},
		{"called text", "text/plain", `{"events": []}`, "", ""},
		{"called nothing", "", `{"events": []}`, "", ""},
		{"a warning behind", "application/json", `{"events": []}` + phpNotice, "Warning: Undefined array key {closure} in /srv/x.php on line 3", ""},
		{"half an answer, called HTML", "text/html", `{"events": [`, "", "is incomplete or invalid JSON"},
		{"half an answer with a comment", "application/json", `{"events": [` + "<!-- x -->", "", "is incomplete or invalid JSON"},
		{"half a list with a warning in a text", "application/json", `{"events": [{"title": "Warning: x"}, {"id": 1}`, "", "is incomplete or invalid JSON"},
		{"two answers", "application/json", `{"events": []}{"events": []}`, "", "is incomplete or invalid JSON"},
		{"a warning before half an answer", "application/json", phpNotice + `{"events": [`, "", "is incomplete or invalid JSON"},
		{"a warning before a list", "application/json", phpNotice + `[{"id": 1}]`, "", "is JSON, but not an object"},
		{"a page with JSON", "text/html", `<html><script>{"a": 1}</script>`, "", "is HTML, not JSON"},
		{"other text", "application/json", `hello {"a": 1}`, "", "is incomplete or invalid JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "kept")
			response, client, err := get(t, fetch.Options{Rate: 1000, Pause: time.Millisecond, Tries: 2, Folder: folder}, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", tt.kind)
				_, _ = w.Write([]byte(tt.body))
			})
			if tt.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wrong) {
					t.Errorf("got %v, want %q", err, tt.wrong)
				}
				return
			}
			if err != nil || !strings.HasPrefix(string(response.Body), "{") || client.Notices().First != tt.notice {
				t.Errorf("got %q, %q, %v", response.Body, client.Notices().First, err)
			}
		})
	}
}
