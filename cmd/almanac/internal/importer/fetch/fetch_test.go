package fetch_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/importer/fetch"
)

func TestAddressesAreReadOrRefusedWithASentence(t *testing.T) {
	tests := []struct{ name, address, want string }{
		{"the usual form", "https://site.example/wp-json/tribe/events/v1", "https://site.example/wp-json/tribe/events/v1/events?page=2"},
		{"a slash at the end", "https://site.example/wp-json/tribe/events/v1/", "https://site.example/wp-json/tribe/events/v1/events?page=2"},
		{"a route in the query", "https://site.example/?rest_route=/tribe/events/v1", "https://site.example/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents&page=2"},
		{"another scheme", "ftp://site.example/x", "the address of a site must start with http:// or https://, not ftp://"},
		{"a file", "file:///etc/passwd", `"file:///etc/passwd" is not an address`},
		{"no host", "https:///x", `"https:///x" is not an address`},
		{"a password inside", "https://ada:secret@site.example/x", "must not contain a user or a password"},
		{"a password in a broken address", "https://ada:sec%zzret@site.example/x", `"https://…" is not an address`},
		{"a query", "https://site.example/x?page=2", "must not contain a question mark"},
		{"a fragment", "https://site.example/x#top", "must not contain a #"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base, err := fetch.ParseBase(tt.address)
			got := base.At
			if err != nil {
				if !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
					t.Errorf("got %v, want %q", err, tt.want)
				}
				return
			}
			if address := got("/events", map[string][]string{"page": {"2"}}); address != tt.want {
				t.Errorf("got %s, want %s", address, tt.want)
			}
		})
	}
}

// base reads an address that is well.
func base(t *testing.T, address string) fetch.Base {
	t.Helper()
	b, err := fetch.ParseBase(address)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAPasswordDoesNotTravelInClear(t *testing.T) {
	tests := []struct {
		name, address string
		options       fetch.Options
		refused       bool
	}{
		{"over https", "https://site.example/x", fetch.Options{User: "ada"}, false},
		{"over http", "http://site.example/x", fetch.Options{User: "ada"}, true},
		{"over http, on purpose", "http://site.example/x", fetch.Options{User: "ada", PlainHTTP: true}, false},
		{"over http without one", "http://site.example/x", fetch.Options{}, false},
		{"over http on this machine", "http://127.0.0.1:80/x", fetch.Options{User: "ada"}, false},
		{"over http on this machine by name", "http://localhost/x", fetch.Options{User: "ada"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := fetch.NewClient(base(t, tt.address), tt.options)
			if (err != nil) != tt.refused || err != nil && !strings.Contains(err.Error(), "--allow-plain-http") {
				t.Errorf("got %v, want refused %v", err, tt.refused)
			}
		})
	}
}

// get reads one route of a server.
func get(t *testing.T, o fetch.Options, handler http.HandlerFunc) (fetch.Response, *fetch.Client, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client, err := fetch.NewClient(base(t, server.URL+"/x"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	response, err := client.Get(t.Context(), "events", "page 1 of events", "/events", nil)
	return response, client, err
}

// answer answers an empty object.
func sendPage(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte("{}"))
}

func TestRedirectsStayOnTheSite(t *testing.T) {
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	t.Cleanup(other.Close)
	tests := []struct{ name, to, want string }{
		{"to another path", "/y/events", ""},
		{"to another port", other.URL + "/x/events", "redirects to another host, " + other.URL},
		{"to another name", "http://user:secret@elsewhere.invalid/", "redirects to another host, http://user:xxxxx@elsewhere.invalid/"},
		{"round and round", "/x/events?again", "redirects more than 5 times"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, client, err := get(t, fetch.Options{User: "ada", Password: "secret", Rate: 1000}, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/y/events" {
					if _, _, ok := r.BasicAuth(); !ok {
						t.Error("credentials are lost on the site itself")
					}
					sendPage(w)
					return
				}
				http.Redirect(w, r, tt.to, http.StatusFound)
			})
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if client.Requests() != 1 {
				t.Errorf("a redirect was tried %d times", client.Requests())
			}
		})
	}
	if asked > 0 {
		t.Errorf("the other host was asked %d times", asked)
	}
}

func TestRequestsKeepTheirDistance(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { sendPage(w) }))
	t.Cleanup(server.Close)
	client, err := fetch.NewClient(base(t, server.URL), fetch.Options{Rate: 20})
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	for range 5 {
		if _, err := client.Get(t.Context(), "events", "page", "/events", nil); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(begin); took < 4*time.Second/20 {
		t.Errorf("5 requests took %s at 20 a second", took)
	}
}

func TestRetryAfterIsWaitedFor(t *testing.T) {
	for name, header := range map[string]func() string{
		"seconds": func() string { return "1" },
		"a date":  func() string { return time.Now().Add(2 * time.Second).UTC().Format(http.TimeFormat) },
	} {
		t.Run(name, func(t *testing.T) {
			var said []string
			var first time.Time
			var waited time.Duration
			_, _, err := get(t, fetch.Options{Pause: time.Millisecond, Rate: 1000, Say: func(text string) { said = append(said, text) }}, func(w http.ResponseWriter, _ *http.Request) {
				if first.IsZero() {
					first = time.Now()
					w.Header().Set("Retry-After", header())
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				waited = time.Since(first)
				sendPage(w)
			})
			if err != nil || waited < 900*time.Millisecond || len(said) != 1 || !strings.Contains(said[0], "(429;") || !strings.Contains(said[0], "; next try in ") {
				t.Errorf("waited %s, said %q, got %v", waited, said, err)
			}
		})
	}
}

func TestASlowAnswerIsNotWaitedForForEver(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"did not respond within 50ms, 2 times": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"was not complete within 50ms, 2 times": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("{"))
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := get(t, fetch.Options{Timeout: 50 * time.Millisecond, Tries: 2, Pause: time.Millisecond, Rate: 1000}, handler)
			if err == nil || !strings.HasSuffix(err.Error(), name) {
				t.Errorf("got %v, want %q", err, name)
			}
		})
	}
}

func TestAnUnreachableSiteIsReported(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	client, err := fetch.NewClient(base(t, server.URL), fetch.Options{Tries: 2, Pause: time.Millisecond, Rate: 1000})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Get(t.Context(), "events", "page 1 of events", "/events", nil)
	if err == nil || !strings.Contains(err.Error(), "cannot be reached: ") || !strings.HasSuffix(err.Error(), "connection refused, 2 times") {
		t.Errorf("got %v", err)
	}
}

func TestKeptAnswersBelongToTheirUser(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "kept")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { sendPage(w) }))
	t.Cleanup(server.Close)
	for _, tt := range []struct {
		user     string
		requests int
	}{{"", 1}, {"", 0}, {"ada", 1}, {"ada", 0}, {"", 0}} {
		client, err := fetch.NewClient(base(t, server.URL), fetch.Options{User: tt.user, Folder: folder})
		if err != nil {
			t.Fatal(err)
		}
		got, err := client.Get(t.Context(), "events", "page", "/events", nil)
		if err != nil || client.Requests() != tt.requests {
			t.Errorf("user %q: %d requests, want %d; %v", tt.user, client.Requests(), tt.requests, err)
		}
		if err := client.Keep(got); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Fatalf("got %d files, %v", len(entries), err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v, %v", e.Name(), info.Mode(), err)
		}
	}
	// What is half written is asked for again.
	if err := os.WriteFile(filepath.Join(folder, entries[0].Name()), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "mine.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	client, err := fetch.NewClient(base(t, server.URL), fetch.Options{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Drop(""); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 || left[0].Name() != "mine.txt" {
		t.Errorf("left: %v, %v", left, err)
	}
}
