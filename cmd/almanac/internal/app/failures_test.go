package app_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/httpapi"
	"almanac/runtime/request"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

// word is a response of one word.
type word struct{ Body string }

func TestAPanicIsAnAnswerAndNotTheEnd(t *testing.T) {
	s := openSite(t, storetest.SQLite(t))
	httpapi.Handle(s.API, huma.Operation{OperationID: "get-panic", Method: http.MethodGet, Path: "/panic"}, nil, func(*http.Request, *request.Request, *struct{}) (*word, error) {
		panic("the secret cause")
	})
	for range 3 {
		a := s.get("/panic")
		if a.status != http.StatusInternalServerError || a.body["code"] != "internal_server_error" {
			t.Errorf("status %d: %s", a.status, a.text)
		}
		if got := a.header.Get("Content-Type"); got != "application/json; charset=UTF-8" {
			t.Errorf("Content-Type %q", got)
		}
		if want := "Something went wrong on our end. It has been logged."; a.body["message"] != want {
			t.Errorf("message %q, want %q", a.body["message"], want)
		}
	}
	s.must(http.StatusOK, http.MethodGet, "/events", nil)
}

func TestWhileTheDatabaseIsAwayTheServiceSaysSo(t *testing.T) {
	server := storetest.NewServer(t)
	now := servicetest.NewClock(time.Now())
	s := openSite(t, server.URL(), withClock(now), func(c *service.Config) { c.Migrate = true })
	id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Before", nil)).id()
	s.readiness(http.StatusOK)
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	s.readiness(http.StatusServiceUnavailable)
	requests := []struct{ method, path string }{
		{http.MethodGet, "/events"},
		{http.MethodGet, one("events", id)},
		{http.MethodPost, "/events"},
		{http.MethodPatch, one("events", id)},
		{http.MethodDelete, one("events", id)},
	}
	for _, r := range requests {
		a := s.send("", r.method, r.path, newEvent("While", js{"author": 1}))
		if a.status != http.StatusServiceUnavailable || a.body["code"] != "rest_service_unavailable" || a.header.Get("Retry-After") == "" {
			t.Errorf("%s %s: status %d, Retry-After %q: %s", r.method, r.path, a.status, a.header.Get("Retry-After"), a.text)
		}
	}
	s.must(http.StatusOK, http.MethodGet, "/doc", nil)
	s.must(http.StatusOK, http.MethodGet, "", nil)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	s.readiness(http.StatusOK)
	s.must(http.StatusOK, http.MethodPatch, one("events", id), js{"title": "After"})
	if got := s.get("/events").body["total"].(interface{ String() string }).String(); got != "1" {
		t.Errorf("%s events, want 1", got)
	}
}

// TestNothingIsAcknowledgedIntoAFileThatWasMoved: what is written to it would be
// gone for everybody who opens the database later.
func TestNothingIsAcknowledgedIntoAFileThatWasMoved(t *testing.T) {
	url := storetest.SQLite(t)
	path := strings.TrimPrefix(url, "sqlite:")
	s := openSite(t, url)
	id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Before", nil)).id()
	if err := os.Rename(path, path+".old"); err != nil {
		t.Skip("a file that is open cannot be moved here:", err)
	}
	for _, r := range []struct{ method, path string }{
		{http.MethodPost, "/events"},
		{http.MethodPatch, one("events", id)},
		{http.MethodDelete, one("events", id)},
		{http.MethodGet, one("events", id)},
	} {
		a := s.send("", r.method, r.path, newEvent("While", nil))
		if a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
			t.Errorf("%s %s: status %d, Retry-After %q: %s", r.method, r.path, a.status, a.header.Get("Retry-After"), a.text)
		}
	}
	s.readiness(http.StatusServiceUnavailable)
	if err := os.Rename(path+".old", path); err != nil {
		t.Fatal(err)
	}
	s.readiness(http.StatusOK)
	s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("After", nil))
	if got := s.get("/events").body["total"].(interface{ String() string }).String(); got != "2" {
		t.Errorf("%s events, want 2", got)
	}
}

// readiness checks what the probe for readiness answers.
func (s *site) readiness(want int) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 10*time.Second)
	defer cancel()
	for _, probe := range []struct {
		path string
		want int
	}{{"/livez", http.StatusOK}, {"/readyz", want}} {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.server.URL+probe.path, nil)
		if err != nil {
			s.t.Fatal(err)
		}
		response, err := s.server.Client().Do(r)
		if err != nil {
			s.t.Fatal(err)
		}
		if a := s.read(response); a.status != probe.want {
			s.t.Errorf("%s: status %d, want %d", probe.path, a.status, probe.want)
		}
	}
}

func TestAClientThatLeavesIsNoFailureOfTheService(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		var log bytes.Buffer
		s := openSite(t, url, func(c *service.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		ctx, leave := context.WithCancel(t.Context())
		leave()
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+deployments.B().APIPath()+"/events", nil)
		s.Handler().ServeHTTP(httptest.NewRecorder(), r)
		if strings.Contains(log.String(), "level=ERROR") {
			t.Errorf("it is logged as a failure: %s", log.String())
		}
	})
}

func TestHugePageNumbersAreNoFailure(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("One", js{"tags": "jazz"}))
		const last = "9223372036854775807"
		s.must(http.StatusNotFound, http.MethodGet, "/events?per_page=50&page="+last, nil)
		if tags := s.must(http.StatusOK, http.MethodGet, "/tags?per_page=50&page="+last, nil).body["tags"].([]any); len(tags) != 0 {
			t.Errorf("tags %v", tags)
		}
	})
}

func TestAFullDiskStopsNoReaderThoughSomethingIsDue(t *testing.T) {
	now := servicetest.NewClock(time.Now().UTC())
	s := openSite(t, prepared.SQLite(t), withClock(now))
	due := now.Now().Add(time.Hour).Format(time.DateTime)
	var id int64
	for range 100 { // Publishing them takes more room than a page has left.
		id = s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Soon", js{"date_utc": due, "tags": "jazz"})).id()
	}
	pages := func(n int) {
		err := s.Store.RunInTx(t.Context(), func(ctx context.Context, w store.Writer) error {
			return w.Query(ctx, store.Statement{SQL: fmt.Sprintf("PRAGMA max_page_count = %d", n)})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	pages(1) // The file keeps what it has and cannot grow.
	long := strings.Repeat("x", 100_000)
	a := s.send("", http.MethodPatch, one("events", id), js{"description": long})
	if a.status != http.StatusInsufficientStorage || a.body["code"] != "rest_insufficient_storage" {
		t.Errorf("a write is answered with %d: %s", a.status, a.text)
	}
	// Small writes still find room in pages that are there; then they do not.
	for i := range 5000 {
		if a = s.send("", http.MethodPatch, one("events", id), js{"excerpt": fmt.Sprint(i % 2)}); a.status != http.StatusOK {
			break
		}
	}
	if a.status != http.StatusInsufficientStorage {
		t.Fatalf("the file does not fill up: %d %s", a.status, a.text)
	}
	now.Advance(2 * time.Hour)
	for range 3 {
		s.must(http.StatusOK, http.MethodGet, "/events", nil)
		if a := s.must(http.StatusOK, http.MethodGet, one("events", id), nil); a.body["status"] != "future" {
			t.Errorf("without space: %v", a.body["status"])
		}
	}
	pages(1 << 30)
	now.Advance(2 * time.Second)
	if a := s.get(one("events", id)); a.body["status"] != "publish" {
		t.Errorf("with space again: %d %v", a.status, a.body["status"])
	}
	s.must(http.StatusOK, http.MethodPatch, one("events", id), js{"description": long})
	s.checkCounts()
}
