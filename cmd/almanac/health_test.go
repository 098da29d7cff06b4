package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestHealthIsWhatTheServerAnswers(t *testing.T) {
	answers := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/readyz":
			w.WriteHeader(http.StatusOK)
		case "/moved":
			http.Redirect(w, r, "/readyz", http.StatusFound)
		case "/slow":
			select {
			case <-r.Context().Done():
			case <-time.After(10 * time.Second):
			}
		default:
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(answers.Close)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	// A proxy must not be asked in the place of the server.
	t.Setenv("HTTP_PROXY", gone.URL)
	tests := []struct {
		name string
		args []string
		want string // Part of the error, or "" for a healthy server.
	}{
		{"a server that is ready", []string{"--url", answers.URL + "/readyz"}, ""},
		{"one that is not", []string{"--url", answers.URL + "/down"}, "responded with 503 Service Unavailable"},
		{"one that sends elsewhere", []string{"--url", answers.URL + "/moved"}, "responded with 302 Found"},
		{"one that is slow", []string{"--url", answers.URL + "/slow", "--timeout", "50ms"}, "did not respond within 50ms"},
		{"one that is not there", []string{"--url", gone.URL + "/readyz"}, "did not respond"},
		{"no address", []string{"--url", "127.0.0.1:8080"}, "--health-url must be an address"},
		{"an address of another kind", []string{"--url", "file:///etc/passwd"}, "--health-url must be an address"},
		{"no time at all", []string{"--timeout", "0s"}, "--timeout must be more than 0"},
		{"an argument", []string{answers.URL}, "takes no arguments"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := almanac(t, "", append([]string{"health"}, tt.args...)...)
			switch {
			case tt.want == "" && (err != nil || out != "healthy\n"):
				t.Errorf("it is healthy, but got %q, %v", out, err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n")):
				t.Errorf("got error %v, want one line with %q", err, tt.want)
			}
		})
	}
}

func TestTheAddressToAskMayBeAVariable(t *testing.T) {
	answers := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(answers.Close)
	t.Setenv("ALMANAC_HEALTH_URL", answers.URL)
	if out, err := almanac(t, "", "health"); err != nil || out != "healthy\n" {
		t.Errorf("got %q, %v", out, err)
	}
}
