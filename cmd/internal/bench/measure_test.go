package bench

import (
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"almanac/runtime/service"
	"almanac/runtime/store"
)

// clients is how many requests are under way at once, where a benchmark does
// not say otherwise.
const clients = 8

// server is the service in this process, behind real HTTP.
type server struct {
	app     *service.Service
	http    *httptest.Server
	clients int
	next    atomic.Int64 // Number of the next request; none is used twice.
}

// serve starts the service on a database; it stops after the benchmark.
func serve(b *testing.B, url, sync string, cacheBytes int64) *server {
	b.Helper()
	a, err := open(b.Context(), url, sync, cacheBytes)
	if err != nil {
		b.Fatal(err)
	}
	s := &server{app: a, http: httptest.NewServer(a.Handler()), clients: clients}
	b.Cleanup(func() {
		s.http.Close()
		if err := a.Close(); err != nil {
			b.Error(err)
		}
	})
	return s
}

// handle has the service answer requests without a network, one at a time.  The
// allocations are those of the service, and the few of making a request.
func handle(b *testing.B, s *server, c benchmark) {
	statements, roundTrips := s.plan(b, c)
	h := s.app.Handler()
	b.ReportAllocs()
	for b.Loop() {
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, c.request(int(s.next.Add(1))).http(b.Context()))
		if answer.Code != c.status {
			b.Fatalf("%s is answered %d, not %d: %s", c.name, answer.Code, c.status, answer.Body)
		}
	}
	b.ReportMetric(statements, "queries/op")
	b.ReportMetric(roundTrips, "roundtrips/op")
}

// measure sends requests from all clients and reports what was seen.  The
// allocations are those of the service and of the clients, which make some
// thirty for each request.
func measure(b *testing.B, s *server, c benchmark) {
	statements, roundTrips := s.plan(b, c)
	seen := make([]time.Duration, b.N)
	connections := make([]*client, s.clients)
	for i := range connections {
		var err error
		if connections[i], err = dial(b.Context(), s.http.Listener.Addr().String()); err != nil {
			b.Fatal(err)
		}
		defer func() { _ = connections[i].conn.Close() }()
	}
	s.warm(b, c, connections)
	var length, taken atomic.Int64
	var group sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	for _, connection := range connections {
		group.Go(func() {
			for i := taken.Add(1) - 1; i < int64(len(seen)) && !b.Failed(); i = taken.Add(1) - 1 {
				request := c.request(int(s.next.Add(1)))
				begin := time.Now()
				n, err := connection.do(request, c.status)
				if err != nil {
					b.Error(err)
				}
				seen[i] = time.Since(begin)
				length.Add(n)
			}
		})
	}
	group.Wait()
	b.StopTimer()
	slices.Sort(seen)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
	b.ReportMetric(milliseconds(seen[len(seen)/2]), "p50-ms")
	b.ReportMetric(milliseconds(seen[len(seen)*99/100]), "p99-ms")
	b.ReportMetric(float64(length.Load())/float64(b.N), "answer-bytes/op")
	b.ReportMetric(statements, "queries/op")
	b.ReportMetric(roundTrips, "roundtrips/op")
}

// plan sends a request without a network and returns how many statements it
// runs and how many messages it waits for.  The request before it does what is
// done but once a second.
func (s *server) plan(b *testing.B, c benchmark) (statements, roundTrips float64) {
	b.Helper()
	for range 2 {
		ctx, counter := store.WithQueryStats(b.Context())
		answer := httptest.NewRecorder()
		s.app.Handler().ServeHTTP(answer, c.request(int(s.next.Add(1))).http(ctx))
		if answer.Code != c.status && (c.status != refused || !isRefusal(answer.Code)) {
			b.Fatalf("%s is answered %d, not %d: %s", c.name, answer.Code, c.status, answer.Body)
		}
		statements, roundTrips = float64(counter.Statements()), float64(counter.RoundTrips())
	}
	return statements, roundTrips
}

// warm sends some requests from all clients, so that connections to the store
// are made and statements are prepared when the clock starts.
func (s *server) warm(b *testing.B, c benchmark, connections []*client) {
	b.Helper()
	var group sync.WaitGroup
	for _, connection := range connections {
		group.Go(func() {
			for range 2 {
				if _, err := connection.do(c.request(int(s.next.Add(1))), c.status); err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// milliseconds returns a time as a metric.
func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
