package telemetry_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	records "almanac/generator/testdata/records/generated"
	"almanac/runtime/cli/telemetry"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// BenchmarkWatching measures what an operator's view costs a small read that asks
// the database: without it, with metrics, and with metrics and log lines.
func BenchmarkWatching(b *testing.B) { watching(b, -1) }

// BenchmarkWatchingKept does so for a response that is kept, the least that a
// request can be.
func BenchmarkWatchingKept(b *testing.B) { watching(b, 0) }

// watching measures with so many bytes of cache, 0 for the default.
func watching(b *testing.B, cache int64) {
	b.Helper()
	metrics := telemetry.NewMetrics("bench")
	line := telemetry.LogRequests(telemetry.NewLog(io.Discard, "json", slog.LevelInfo))
	tests := []struct {
		name  string
		query func(context.Context, store.QueryInfo)
		ended func(context.Context, httpapi.Ended)
	}{
		{"nothing", nil, nil},
		{"metrics", metrics.Query, metrics.Request},
		{"metrics and log", metrics.Query, func(ctx context.Context, e httpapi.Ended) {
			line(ctx, e)
			metrics.Request(ctx, e)
		}},
	}
	for _, tt := range tests {
		b.Run(tt.name, func(b *testing.B) {
			a, err := service.Open(b.Context(), records.Service(), service.Config{
				Database: "sqlite:" + filepath.Join(b.TempDir(), "almanac.db"), Deployment: records.Service().Deployment(), Open: true,
				Log: slog.New(slog.DiscardHandler), Options: store.Options{OnQuery: tt.query}, OnRequest: tt.ended, CacheBytes: cache,
			})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = a.Close() }()
			handler := a.Handler()
			if tt.ended != nil {
				handler = metrics.InFlight(handler)
			}
			r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "http://localhost"+api+"/labels", nil)
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(nowhere{}, r)
			}
		})
	}
}

// BenchmarkRequest measures what telling of one request and of one call of the
// database costs by itself.
func BenchmarkRequest(b *testing.B) {
	metrics := telemetry.NewMetrics("bench")
	line := telemetry.LogRequests(telemetry.NewLog(io.Discard, "json", slog.LevelInfo))
	ended := httpapi.Ended{Method: http.MethodGet, Route: "/orders/{id}", Status: http.StatusOK, Bytes: 1713, Elapsed: 412_000, Statements: 3, Caller: "ada", User: 7}
	call := store.QueryInfo{Statements: []store.Statement{{SQL: "SELECT 1"}}, Elapsed: 231_000}
	tests := []struct {
		name string
		tell func(context.Context)
	}{
		{"counted", func(ctx context.Context) { metrics.Request(ctx, ended) }},
		{"its query counted", func(ctx context.Context) { metrics.Query(ctx, call) }},
		{"logged", func(ctx context.Context) { line(ctx, ended) }},
	}
	for _, tt := range tests {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tt.tell(b.Context())
			}
		})
	}
}
