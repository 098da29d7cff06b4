package importer_test

import (
	"flag"
	"io"
	"log/slog"
	"testing"
	"time"

	"almanac/cmd/internal/dataset"
	"almanac/cmd/internal/deployments"
	"almanac/generated"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// importEvents is how many events BenchmarkImport takes in, for instance 100000.
var importEvents = flag.Int("import.events", 2000, "how many events BenchmarkImport takes in")

// BenchmarkImport takes in an export of events with their venues, organizers,
// categories and tags, from files into an empty database.
func BenchmarkImport(b *testing.B) {
	dir := exportOf(b, *importEvents)
	for name, url := range map[string]func(testing.TB) string{"SQLite": databases.SQLite, "PostgreSQL": databases.PostgreSQL} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				a := openQuiet(b, url(b))
				b.StartTimer()
				report, err := transfer.Import(b.Context(), a.API, []string{dir}, transfer.Options{})
				if taken := report.Count("events").Created; err != nil || taken != *importEvents {
					b.Fatalf("%d events were taken: %v %v", taken, err, report.Problems)
				}
			}
			b.ReportMetric(float64(*importEvents*b.N)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// BenchmarkExport writes the events that BenchmarkImport takes in, with all that they link
// to, into files.
func BenchmarkExport(b *testing.B) {
	a := loadedService(b, *importEvents)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := transfer.Export(b.Context(), a.API.Records, b.TempDir(), transfer.ExportOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(*importEvents*b.N)/b.Elapsed().Seconds(), "events/s")
}

// loadedService returns a service that has a data set, on SQLite.
func loadedService(b *testing.B, events int) *service.Service {
	b.Helper()
	url := databases.SQLite(b)
	if err := dataset.Load(b.Context(), url, dataset.New(dataset.Large(events), 1, time.Now())); err != nil {
		b.Fatal(err)
	}
	return openQuiet(b, url)
}

// exportOf returns a folder with an export of a data set.
func exportOf(b *testing.B, events int) string {
	b.Helper()
	a, dir := loadedService(b, events), b.TempDir()
	if _, err := transfer.Export(b.Context(), a.API.Records, dir, transfer.ExportOptions{}); err != nil {
		b.Fatal(err)
	}
	return dir
}

// openQuiet opens a service that logs nothing.
func openQuiet(b *testing.B, url string) *service.Service {
	b.Helper()
	a, err := service.Open(b.Context(), generated.Service(), service.Config{
		Database: url, Deployment: deployments.B(), Migrate: true, Open: true, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = a.Close() })
	return a
}
