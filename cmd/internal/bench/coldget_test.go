package bench

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// BenchmarkColdGet measures one request, a page of a filtered list, without caches: all of
// its response is read from the store and written.
func BenchmarkColdGet(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { coldGet(b, loaded.SQLite(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { coldGet(b, loaded.PostgreSQL(b)) })
}

// coldGet runs the benchmark on a database.  The request and its response take no part in the
// allocations.
func coldGet(b *testing.B, url string) {
	s := serve(b, url, "normal", noCache)
	from := time.Now().AddDate(-1, 0, 0).Format(time.DateOnly)
	list := benchmark{"events?categories&start_date&page=2", 200, func(int) call {
		return get("/events?categories=1,2,3&page=2&start_date=" + from)
	}}
	b.Run(list.name, func(b *testing.B) {
		statements, roundTrips := s.plan(b, list)
		h, r := s.app.Handler(), list.request(0).http(b.Context())
		answer := &discarded{header: http.Header{}}
		b.ReportAllocs()
		for b.Loop() {
			clear(answer.header)
			answer.bytes = 0
			h.ServeHTTP(answer, r)
			if answer.status != list.status || !strings.Contains(answer.header.Get("Link"), `rel="next"`) {
				b.Fatalf("the response has the status %d and the links %q", answer.status, answer.header.Get("Link"))
			}
		}
		b.ReportMetric(statements, "queries/op")
		b.ReportMetric(roundTrips, "roundtrips/op")
		b.ReportMetric(float64(answer.bytes), "answer-bytes/op")
	})
}

// discarded is a response of which only the header and the length are looked at.
type discarded struct {
	header        http.Header
	status, bytes int
}

// Header implements http.ResponseWriter.
func (d *discarded) Header() http.Header { return d.header }

// WriteHeader implements http.ResponseWriter.
func (d *discarded) WriteHeader(status int) { d.status = status }

// Write implements http.ResponseWriter.
func (d *discarded) Write(p []byte) (int, error) {
	d.bytes += len(p)
	return len(p), nil
}
