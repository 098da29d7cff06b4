package bench

import (
	"context"
	"io"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"almanac/cmd/internal/app"
	"almanac/runtime"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// loaded holds the data set; it is loaded by the first benchmark that asks.
var loaded = storetest.NewTemplate(prepare)

// seed makes the data set, and with it the figures, comparable between runs.
const seed = 1

// prepare loads the data set into an empty database.
func prepare(url string) error {
	ctx := context.Background()
	a, err := open(ctx, url, "full")
	if err != nil {
		return err
	}
	if err := Load(ctx, a.Store, NewData(Large(), seed, time.Now())); err != nil {
		return err
	}
	return a.Close()
}

// open opens the service in deployment A, where everybody may write.
func open(ctx context.Context, url, sync string) (*app.App, error) {
	return app.Open(ctx, app.Config{
		Database: url, Deployment: runtime.DeploymentA(), Open: true, Migrate: true,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Options: store.Options{Sync: sync},
	})
}

// BenchmarkSQLite measures the service on a file.  The mode of
// synchronization, which matters for writes alone, is full but where the name
// says normal.
func BenchmarkSQLite(b *testing.B) {
	reads(b, loaded.SQLite(b))
	for _, sync := range []string{"full", "normal"} {
		b.Run("create/sync="+sync, func(b *testing.B) { measure(b, serve(b, loaded.SQLite(b), sync), create()) })
	}
	b.Run("start", func(b *testing.B) { start(b, loaded.SQLite(b)) })
}

// BenchmarkPostgreSQL measures the service on PostgreSQL.  The server that
// tests start by themselves does not wait for the disk; one that
// TEST_DATABASE_URL names does what it is set to.
func BenchmarkPostgreSQL(b *testing.B) {
	reads(b, loaded.PostgreSQL(b))
	b.Run("create", func(b *testing.B) { measure(b, serve(b, loaded.PostgreSQL(b), ""), create()) })
	b.Run("start", func(b *testing.B) { start(b, loaded.PostgreSQL(b)) })
}

// reads runs the benchmarks that change nothing on one server.
func reads(b *testing.B, url string) {
	s := serve(b, url, "")
	for _, c := range s.reads(b) {
		b.Run(c.name, func(b *testing.B) { measure(b, s, c) })
	}
}

// start measures how long it takes until the first answer, on a database that
// is in use.
func start(b *testing.B, url string) {
	for b.Loop() {
		a, err := open(b.Context(), url, "")
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
