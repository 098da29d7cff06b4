package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/store"
)

// places is how many records of each resource the created events link to.
const places = 50

// BenchmarkCreate makes events with a venue, an organizer, two categories and
// two tags in this process, without a network, by one client and by eight.
// The files of SQLite are synchronized fully; the PostgreSQL server that tests
// start by themselves does not wait for the disk.
func BenchmarkCreate(b *testing.B) {
	for name, url := range map[string]func(testing.TB) string{"SQLite": prepared.SQLite, "PostgreSQL": prepared.PostgreSQL} {
		for _, clients := range []int{1, 8} {
			b.Run(fmt.Sprintf("%s/clients=%d", name, clients), func(b *testing.B) { benchmarkCreate(b, url(b), clients) })
		}
	}
}

// benchmarkCreate measures creates by a number of clients.
func benchmarkCreate(b *testing.B, url string, clients int) {
	a, err := service.Open(b.Context(), generated.Service(), service.Config{Database: url, Deployment: deployments.B(), Open: true, Log: quiet()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = a.Close() })
	h := a.Handler()
	for i := range places {
		mustCreate(b, h, newEvent(fmt.Sprint("Seed ", i), js{
			"venue": js{"venue": fmt.Sprint("Venue ", i), "description": longText}, "organizer": js{"organizer": fmt.Sprint("Organizer ", i)},
			"categories": []string{fmt.Sprint("Category ", i)}, "tags": []string{fmt.Sprint("Tag ", i)},
		}))
	}
	venues, organizers := ids(b, a, "venues"), ids(b, a, "organizers")
	statements, roundTrips := mustCreate(b, h, linkedEvent(0, venues, organizers))
	var next atomic.Int64
	var group sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	for range clients {
		group.Go(func() {
			for n := next.Add(1); n <= int64(b.N) && !b.Failed(); n = next.Add(1) {
				mustCreate(b, h, linkedEvent(int(n), venues, organizers))
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "creates/s")
	b.ReportMetric(float64(statements), "statements/op")
	b.ReportMetric(float64(roundTrips), "roundtrips/op")
}

// longText is a description of usual length.
var longText = "<p>An evening for friends and families, with <b>questions</b>, food and drinks after the talk.</p>\n<p>" +
	strings.Repeat("Doors open half an hour before the beginning. ", 8) + "</p>"

// linkedEvent describes the event with a number and its links.
func linkedEvent(n int, venues, organizers []int64) js {
	return newEvent(fmt.Sprintf("%07d Lecture", n), js{
		"description": longText, "cost": "15", "venue": []int64{venues[n%places]}, "organizer": []int64{organizers[n*7%places]},
		"categories": []string{fmt.Sprint("category-", n%places), fmt.Sprint("category-", (n+1)%places)},
		"tags":       []string{fmt.Sprint("tag-", n%places), fmt.Sprint("tag-", (n+9)%places)},
	})
}

// mustCreate makes an event and returns what it asked of the store.
func mustCreate(b *testing.B, h http.Handler, event js) (statements, roundTrips int64) {
	body, err := json.Marshal(event)
	if err != nil {
		b.Error(err)
	}
	ctx, counter := store.WithQueryStats(b.Context())
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+deployments.B().APIPath()+"/events", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusCreated {
		b.Errorf("status %d: %s", w.Code, w.Body)
	}
	return counter.Statements(), counter.RoundTrips()
}

func ids(b *testing.B, a *service.Service, table string) []int64 {
	var list []int64
	err := a.Store.Reader().Query(b.Context(), store.Statement{SQL: "SELECT id FROM " + table + " ORDER BY id", ScanRow: func(r store.Row) error {
		var id int64
		err := r.Scan(&id)
		list = append(list, id)
		return err
	}})
	if err != nil {
		b.Fatal(err)
	}
	return list
}
