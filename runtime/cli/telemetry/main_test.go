package telemetry_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	records "almanac/generator/testdata/records/generated"
	"almanac/runtime/cache"
	"almanac/runtime/cli/telemetry"
	"almanac/runtime/httpapi"
	"almanac/runtime/outbox"
	runtimerecords "almanac/runtime/records"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

var api = records.Service().Deployment().APIPath()

// observed is a service on a new SQLite file, and what an operator sees of it.
type observed struct {
	*service.Service
	metrics *telemetry.Metrics
	log     *bytes.Buffer // JSON, a line a request.
	handler http.Handler
}

// open opens a service where everybody is the administrator.
func open(t testing.TB) *observed {
	t.Helper()
	s := &observed{metrics: telemetry.NewMetrics("1.2.3"), log: &bytes.Buffer{}}
	line := telemetry.LogRequests(telemetry.NewLog(s.log, "auto", slog.LevelDebug))
	a, err := service.Open(context.Background(), records.Service(), service.Config{
		Database: "sqlite:" + filepath.Join(t.TempDir(), "almanac.db"), Deployment: records.Service().Deployment(), Open: true,
		Log:     slog.New(slog.DiscardHandler),
		Topics:  map[string]outbox.Handler{"mail": nil},
		Jobs:    []service.Job{{Name: "orders", Every: "10m", Run: func(context.Context, runtimerecords.Call) error { return nil }}},
		Options: store.Options{OnQuery: s.metrics.Query},
		OnRequest: func(ctx context.Context, e httpapi.Ended) {
			line(ctx, e)
			s.metrics.Request(ctx, e)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	s.Service, s.handler = a, s.metrics.InFlight(a.Handler())
	s.metrics.Pools(a.Store.PoolStats)
	s.metrics.SignIns(a.Env.Users.SignIns)
	s.metrics.Limits(a.API.Limits)
	s.metrics.Outbox(a.Outbox)
	s.metrics.Webhooks(a.Webhooks, a.Store)
	s.metrics.Jobs(a.Jobs.States)
	s.metrics.Cache("responses", func() cache.Stats { return cache.Stats{Hits: 3, Misses: 4, Stale: 1, Entries: 2, Bytes: 99} })
	return s
}

// get asks a handler.
func get(t testing.TB, h http.Handler, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil)
	r.RemoteAddr, r.Host = "127.0.0.1:1234", "127.0.0.1"
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// text returns the body of a response.
func text(t testing.TB, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func failedCall() store.QueryInfo {
	return store.QueryInfo{Statements: []store.Statement{{SQL: "INSERT INTO nothing"}}, Err: store.ErrUnavailable}
}
