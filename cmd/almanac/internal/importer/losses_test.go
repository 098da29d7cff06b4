package importer_test

import (
	"fmt"
	"net/http"
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

func TestWhatARunHasLostStaysWhereTheNextOneDoesNotSeeIt(t *testing.T) {
	const hidden = `{"id":400,"title":"Tea","slug":"tea","start_date":"2026-12-01 10:00:00","end_date":"2026-12-01 11:00:00","status":"publish","description":"<iframe src=\"https://maps.example/\"></iframe>"}`
	site := sitetest.Play(t, "testdata/site")
	a := open(t, databases.SQLite(t), testDeployment(t))
	settings := quick(t, site.URL, "")
	for _, tt := range []struct {
		when   string
		events []int64
		shown  http.HandlerFunc
		want   int
	}{
		{"read by its ID", []int64{400}, body("application/json", hidden), 1},
		{"without the option", nil, body("application/json", hidden), 1},
		{"as somebody who may not see it", nil, status(http.StatusForbidden), 1},
		{"once more", nil, body("application/json", hidden), 1},
		{"when the site has it no longer", nil, status(http.StatusNotFound), 0},
		{"in the end", nil, body("application/json", hidden), 0},
	} {
		site.Fault, settings.Events = onEvent("400", tt.shown), tt.events
		if report := importSite(t, a, settings, transfer.Options{}); report.Lost() != tt.want || strings.Count(report.Details(), "event 400: 1 <iframe> removed") != tt.want {
			t.Errorf("%s: %d are partly imported, want %d\n%s", tt.when, report.Lost(), tt.want, report)
		}
	}
}

func TestAStatusThatIsUnknownStaysSo(t *testing.T) {
	site := sitetest.Play(t, "testdata/site")
	site.WordPress, site.Closed, site.NoSitemap = true, true, true
	a := open(t, databases.SQLite(t), testDeployment(t))
	settings := quick(t, site.URL, "")
	for n, want := range []int{1, 1, 0} {
		site.Fault = onEvent("102", status(http.StatusForbidden))
		if n == 2 {
			site.Fault = nil
			site.Change("events", 102, "modified_utc", "2035-01-01 10:00:00")
		}
		report := importSite(t, a, settings, transfer.Options{})
		if got := strings.Count(report.Details(), "event 102: its status is unknown: it is now scheduled"); got != want || report.Lost() != want {
			t.Errorf("run %d: %d are partly imported, want %d\n%s", n+1, report.Lost(), want, report)
		}
	}
}

func TestAFieldThatWasLostStaysLostWhenOthersAreWritten(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, database string) {
		site := sitetest.Play(t, "testdata/site")
		site.Change("events", 101, "image", map[string]any{"id": 41, "url": "ftp://calendar.example/hall.jpg"})
		site.Change("events", 102, "organizer", []any{77})
		site.Fault = onPath(sitetest.Root+"/organizers/77", status(http.StatusNotFound))
		a := open(t, database, testDeployment(t))
		settings := quick(t, site.URL, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		for n, want := range []int{2, 2, 1} {
			switch n {
			case 1:
				site.Change("events", 101, "website", "https://tea.example/")
				site.Change("events", 102, "website", "https://tea.example/")
			case 2:
				site.Change("events", 101, "image", false)
			}
			report := importSite(t, a, settings, transfer.Options{})
			if report.Lost() != want || strings.Contains(report.Details(), "event 101: imported without image: ") != (n < 2) || !strings.Contains(report.Details(), "event 102: imported without organizer 77, which is missing") {
				t.Errorf("run %d: %d are partly imported, want %d\n%s", n+1, report.Lost(), want, report)
			}
		}
		if website := fmt.Sprint(get(t, a, "/events/101")["website"]); !strings.Contains(website, "tea.example") {
			t.Errorf("the website is %s", website)
		}
	})
}
