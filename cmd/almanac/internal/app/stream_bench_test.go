package app_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
)

// BenchmarkStreams measures how long after the response to a write 1,000 clients have the event of it, at the 99th
// percentile of all, and what a client that listens costs in memory, on both sides of its connection.
func BenchmarkStreams(b *testing.B) {
	const clients = 1000
	config := service.Config{
		Database: prepared.SQLite(b), Deployment: deployments.B(), Open: true, Log: quiet(),
	}
	config.Admission.Streams, config.Admission.AllStreams = clients, clients
	a, err := service.Open(b.Context(), generated.Service(), config)
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(a.Handler())
	b.Cleanup(func() {
		a.EndStreams()
		server.Close()
		_ = a.Close()
	})
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	before := heap()
	arrived := make(chan time.Time, clients)
	for range clients {
		r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, server.URL+a.Env.Deployment.APIPath()+"/changes", http.NoBody)
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("Accept", "text/event-stream")
		resp, err := http.DefaultClient.Do(r)
		if err != nil || resp.StatusCode != http.StatusOK {
			b.Fatal(resp, err)
		}
		go func() {
			defer func() { _ = resp.Body.Close() }()
			for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
				if strings.HasPrefix(lines.Text(), "data: ") {
					arrived <- time.Now()
				}
			}
		}()
	}
	perClient := float64(heap()-before) / clients
	var all []time.Duration
	for n := 0; b.Loop(); n++ {
		mustCreate(b, a.Handler(), newEvent(fmt.Sprint("Lecture ", n), nil))
		written := time.Now()
		for range clients {
			all = append(all, (<-arrived).Sub(written))
		}
	}
	slices.Sort(all)
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(perClient/1024, "KiB/client")
}
