package importer_test

import (
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/dates"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
	"almanac/runtime/zoneinfo/zoneinfotest"
)

// winterOffset puts rules into force, until the test ends, in which Vancouver is always at an
// offset of so many hours.
func winterOffset(t *testing.T, version string, hours int) {
	t.Helper()
	before := dates.Rules()
	dates.UseRules(zoneinfotest.Edition(t, version, zoneinfotest.Zones{"America/Vancouver": {{Offset: hours * 3600, Name: "PT"}}}))
	t.Cleanup(func() { dates.UseRules(before) })
}

// TestAChangeOfTheSourceArrivesAfterTheRulesOfAZoneHaveChanged: the rules have modified the event
// later than its source, and are no edit of it.
func TestAChangeOfTheSourceArrivesAfterTheRulesOfAZoneHaveChanged(t *testing.T) {
	read := func(follow bool) func(t *testing.T, a *service.Service) func(title, modified string) transfer.Report {
		return func(t *testing.T, a *service.Service) func(title, modified string) transfer.Report {
			there := newLiving(1)
			server := httptest.NewServer(there)
			t.Cleanup(server.Close)
			settings := quick(t, server.URL+sitetest.Root, "")
			if follow {
				settings.Follow = filepath.Join(t.TempDir(), "followed.json")
			}
			return func(title, modified string) transfer.Report {
				e := there.records["events"][100]
				e["title"], e["modified_utc"], e["timezone"] = title, modified, "America/Vancouver"
				return importSite(t, a, settings, transfer.Options{})
			}
		}
	}
	ways := map[string]func(t *testing.T, a *service.Service) func(title, modified string) transfer.Report{
		"a site":          read(false),
		"a followed site": read(true),
		"files": func(t *testing.T, a *service.Service) func(title, modified string) transfer.Report {
			return func(title, modified string) transfer.Report {
				return importFrom(t, a, list(t, "events", event(100, map[string]any{
					"title": title, "modified_utc": modified, "timezone": "America/Vancouver",
				})))
			}
		},
		"a calendar": func(t *testing.T, a *service.Service) func(title, modified string) transfer.Report {
			return func(title, modified string) transfer.Report {
				at, _ := time.Parse(time.DateTime, modified) // It is one.
				return importCalendar(t, a, icalendar.Options{}, calendar(t, vevent("one@example", "SUMMARY:"+title,
					"DTSTART;TZID=America/Vancouver:20261201T150000", "DTEND;TZID=America/Vancouver:20261201T160000",
					"LAST-MODIFIED:"+at.Format("20060102T150405Z"))...))
			}
		},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, url string) {
				a := open(t, url, testDeployment(t))
				read := way(t, a)
				winterOffset(t, "2025c", -8)
				read("Tea", "2026-10-01 10:00:00")
				winterOffset(t, "2026f", -7)
				if _, err := a.API.Writes.ApplyZoneRules(t.Context(), true); err != nil {
					t.Fatal(err)
				}
				check := func(title string) {
					t.Helper()
					for _, e := range everything(t, a, "events") {
						if e["title"] != title || e["start_date"] != "2026-12-01 15:00:00" || e["utc_start_date"] != "2026-12-01 22:00:00" {
							t.Errorf("the event is %v at %v, %v UTC", e["title"], e["start_date"], e["utc_start_date"])
						}
					}
				}
				check("Tea")
				if report := read("Tea", "2026-10-01 10:00:00"); report.Count("events").Updated != 0 || len(report.Problems) > 0 {
					t.Errorf("unchanged, it is read as\n%s", report)
				}
				if report := read("Later", "2026-10-02 10:00:00"); report.Count("events").Updated != 1 || len(report.Problems) > 0 {
					t.Errorf("changed, it is read as\n%s", report)
				}
				check("Later")
			})
		})
	}
}
