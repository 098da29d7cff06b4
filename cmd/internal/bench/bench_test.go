package bench

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"almanac/cmd/internal/dataset"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// loaded holds the data set; it is loaded by the first benchmark that asks.
var loaded = storetest.NewTemplate(func(url string) error { return dataset.Load(context.Background(), url, data()) })

// data describes the data set.  Its size does not matter to what is measured
// here, as long as pages are full.
func data() *dataset.Set {
	now := time.Now().UTC()
	return dataset.New(dataset.Large(2000), 1, time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC))
}

// noCache is a size of the caches at which there are none.
const noCache = -1

// open opens the service in deployment A, where everybody may write.  Its caches have the
// default size for 0.
func open(ctx context.Context, url, sync string, cacheBytes int64) (*service.Service, error) {
	return service.Open(ctx, generated.Service(), service.Config{
		Database: url, Deployment: deployments.A(), Open: true, Migrate: true, CacheBytes: cacheBytes,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Options: store.Options{Synchronous: sync},
	})
}

// BenchmarkSQLite measures requests on a file that does not wait for the disk.
func BenchmarkSQLite(b *testing.B) { requests(b, loaded.SQLite(b)) }

// BenchmarkPostgreSQL measures requests on PostgreSQL.
func BenchmarkPostgreSQL(b *testing.B) { requests(b, loaded.PostgreSQL(b)) }

// requests runs the benchmarks of requests, one after the other, on one server.
func requests(b *testing.B, url string) {
	s := serve(b, url, "normal", 0)
	for _, c := range cases() {
		b.Run(c.name, func(b *testing.B) { handle(b, s, c) })
	}
	b.Run("start", func(b *testing.B) { start(b, url) })
}

// start measures how long it takes until the first response, on a database that
// is in use.
func start(b *testing.B, url string) {
	for b.Loop() {
		a, err := open(b.Context(), url, "", 0)
		if err != nil {
			b.Fatal(err)
		}
		answer := httptest.NewRecorder()
		a.Handler().ServeHTTP(answer, get("/events").http(b.Context()))
		if answer.Code != 200 {
			b.Fatalf("first answer is %d: %s", answer.Code, answer.Body)
		}
		if err := a.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
