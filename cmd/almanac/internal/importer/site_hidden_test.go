package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/transfer"
)

func TestEventsHiddenFromListsAreFound(t *testing.T) {
	tests := []struct {
		name       string
		set        func(*sitetest.Site)
		scan       []int64
		user       bool
		want       int
		suggestion string
	}{
		{"by wp/v2", func(*sitetest.Site) {}, nil, false, 2, "--scan-ids "},
		{"by the sitemap", func(s *sitetest.Site) { s.Closed = true }, nil, false, 2, "--scan-ids "},
		{"by the sitemap, signed in", func(s *sitetest.Site) { s.Closed = true }, nil, true, 2, "--scan-ids "},
		{"nowhere, and the report says how to look", func(s *sitetest.Site) { s.Closed, s.NoSitemap = true, true }, nil, false, 0, "are of unknown records (about 1m0s)"},
		{"by their ids", func(s *sitetest.Site) { s.Closed, s.NoSitemap = true, true }, []int64{100, 101, 399, 400, 401, 402}, false, 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, url string) {
				site := sitetest.Play(t, "testdata/site")
				site.WordPress, site.User = true, "ada"
				site.AddEvent(400, "choir-practice")
				site.AddEvent(401, "général")
				tt.set(site)
				a := open(t, url, testDeployment(t))
				settings := quick(t, site.URL, "")
				settings.Scan = tt.scan
				if tt.user {
					settings.Fetch.User = "ada"
				}
				report := importSite(t, a, settings, transfer.Options{})
				if got := report.Count("events").Created; report.Hidden != tt.want || got != 3+tt.want || report.Skipped()+report.Lost() > 0 {
					t.Errorf("found %d hidden ones, %d events, want %d hidden ones:\n%s", report.Hidden, got, tt.want, report)
				}
				if tt.want > 0 && get(t, a, "/events/401")["slug"] != "général" && get(t, a, "/events/401")["title"] != "général" {
					t.Errorf("got %v", get(t, a, "/events/401"))
				}
				if todo := strings.Join(report.Todo, ""); !strings.Contains(todo, tt.suggestion) || tt.suggestion == "" && todo != "" {
					t.Errorf("suggested %q, want %q", todo, tt.suggestion)
				}
			})
		})
	}
}

func TestEventsThatASiteNamesAndDoesNotShowAreCounted(t *testing.T) {
	site := sitetest.Play(t, "testdata/site")
	site.WordPress = true
	site.AddEvent(400, "choir-practice")
	site.Fault = onEvent("400", status(403))
	report := importSite(t, open(t, databases.SQLite(t), testDeployment(t)), quick(t, site.URL, ""), transfer.Options{})
	if report.Skipped() != 1 || !strings.Contains(report.String(), "event 400 skipped: the site lists it but does not show it") {
		t.Errorf("lost %d:\n%s", report.Lost(), report)
	}
}

func TestAScanIsSuggestedInWindowsThatItCanDo(t *testing.T) {
	tests := []struct {
		name string
		ids  []int64
		rate float64
		want string
	}{
		{"ids of an add-on are far away", []int64{10_000_017, 10_000_018}, 1000, "with --scan-ids 11-421,9999997-10000018: 4"},
		{"ids of two add-ons", []int64{5_000_000, 10_000_017}, 1000, "with --scan-ids 11-421,4999980-5000020,9999997-10000017: "},
		{"a long range that can be done", []int64{90_000}, 1000, "with --scan-ids 11-90000: "},
		{"ids that are strewn", strewn(60, 40_000), 500, "give their IDs with --event-ids: to try all "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			site := sitetest.Play(t, "testdata/site")
			site.WordPress = true
			for _, id := range append(tt.ids, 400, 401) {
				site.AddEvent(id, fmt.Sprint("event-", id))
			}
			settings := quick(t, site.URL, "")
			settings.Fetch.Rate = tt.rate
			report := importSite(t, open(t, databases.SQLite(t), testDeployment(t)), settings, transfer.Options{})
			if todo := strings.Join(report.Todo, "\n"); !strings.Contains(todo, tt.want) {
				t.Errorf("suggested %q, want %q", todo, tt.want)
			}
		})
	}
}

// strewn returns IDs that are as far apart.
func strewn(n, apart int64) (ids []int64) {
	for i := range n {
		ids = append(ids, 1000+(i+1)*apart)
	}
	return ids
}

func TestABrokenSitemapStopsNothing(t *testing.T) {
	for name, answer := range map[string]string{"nonsense": "<urlset><url>", "HTML": "<!doctype html><p>", "endless": strings.Repeat("<a>", 100_000)} {
		t.Run(name, func(t *testing.T) {
			site := sitetest.Play(t, "testdata/site")
			site.WordPress, site.Closed = true, true
			site.Fault = onPath("/wp-sitemap.xml", body("application/xml", answer))
			report := importSite(t, open(t, databases.SQLite(t), testDeployment(t)), quick(t, site.URL, ""), transfer.Options{})
			if report.Skipped()+report.Lost() > 0 {
				t.Errorf("got\n%s", report)
			}
		})
	}
}
