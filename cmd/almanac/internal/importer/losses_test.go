package importer_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/transfer"
)

func TestWhatARunHasLostIsReportedUntilItIsThere(t *testing.T) {
	const frame = `<p>Tea</p><iframe src="https://maps.example/"></iframe>`
	for _, tt := range []struct {
		name   string
		follow bool
	}{{"by the same command", false}, {"of a site that is followed", true}} {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, database string) {
				site := sitetest.Play(t, "testdata/site")
				site.Change("events", 101, "description", frame)
				site.Change("events", 102, "description", frame)
				a := open(t, database, testDeployment(t))
				settings := quick(t, site.URL, "")
				if tt.follow {
					settings.Follow = filepath.Join(t.TempDir(), "followed.json")
				}
				lost := func(when string, want int, o transfer.Options) {
					t.Helper()
					report := importSite(t, a, settings, o)
					if got := report.Lost(); got != want || strings.Count(report.Details(), "<iframe> removed") != want || want > 0 && !strings.HasPrefix(report.String(), "incomplete: ") {
						t.Errorf("%s: %d are partly imported, want %d\n%s", when, got, want, report)
					}
				}
				lost("first", 2, transfer.Options{})
				lost("unchanged", 2, transfer.Options{})
				if !tt.follow {
					lost("of a run that reads nothing old", 2, transfer.Options{Since: time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)})
				} else {
					site.Change("events", 101, "website", "https://tea.example/") // Other fields are not written.
					lost("another field", 2, transfer.Options{})
				}
				site.Change("events", 101, "description", "<p>Tea</p>")
				site.Change("events", 101, "modified_utc", "2035-01-01 10:00:00")
				lost("without the frame", 1, transfer.Options{})
				write(t, a, "/events/102", `{"description": "<p>Map: https://maps.example/</p>"}`)
				lost("edited here", 0, transfer.Options{})
				lost("in the end", 0, transfer.Options{})
			})
		})
	}
}
