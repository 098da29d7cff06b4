package importer_test

import (
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/transfer"
)

func TestListsOfNumbersComeToAnEnd(t *testing.T) {
	const (
		hidden, unknown = 400, 900_000 // The site shows an event, but in no list, and no other.
		missing         = ": events that are hidden from lists may be missing"
	)
	numbered := func(from, n int) (ids []int) {
		for id := range n {
			ids = append(ids, from+id)
		}
		return ids
	}
	tests := []struct {
		name  string
		total int // Pages that the site says.
		pages func(page int) []int
		found bool
		lost  string
		asked int // Requests for pages.
	}{
		{"that repeats its pages", 20_000, func(int) []int { return []int{unknown, hidden} }, true, "page 2 of events in tec/v1 repeats earlier pages, or is empty before the last one" + missing, 2},
		{"that repeats full pages and says one", 1, func(int) []int { return append(numbered(unknown, 99), hidden) }, true, "page 2 of events in tec/v1 repeats earlier pages, or is empty before the last one" + missing, 2},
		{"with empty pages", 20_000, func(page int) []int { return []int{hidden}[min(page, 2)-1:] }, true, "page 2 of events in tec/v1 repeats earlier pages, or is empty before the last one" + missing, 2},
		{"with nothing at all", 20_000, func(int) []int { return []int{} }, false, "", 1},
		{"that says too few pages", 1, func(page int) []int {
			return [][]int{numbered(unknown, 100), {hidden}}[page-1]
		}, true, "", 2},
		{"with far too many", 1, func(int) []int { return numbered(unknown, 20_000) }, false, "tec/v1 names more than 10000 events that are in no list" + missing, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			site := sitetest.Play(t, "testdata/site")
			site.WordPress, site.Closed, site.NoSitemap = true, true, true
			site.AddEvent(hidden, "choir-practice")
			settings := quick(t, site.URL, "")
			settings.Fetch.Rate = 1e6
			pages, events := 0, map[string]int{}
			site.Fault = func(w http.ResponseWriter, r *http.Request, _ int) bool {
				if strings.HasPrefix(r.URL.Path, sitetest.Root+"/events/") {
					events[r.URL.Path]++
				}
				if !strings.Contains(r.URL.Path, "/tec/v1/") {
					return false
				}
				pages++
				page, _ := strconv.Atoi(r.URL.Query().Get("page"))
				var list []string
				for _, id := range tt.pages(page) {
					list = append(list, fmt.Sprintf(`{"id": %d}`, id))
				}
				w.Header().Set("X-WP-TotalPages", strconv.Itoa(tt.total))
				sitetest.SendJSON(w, []byte("["+strings.Join(list, ",")+"]"))
				return true
			}
			a := open(t, databases.SQLite(t), testDeployment(t))
			report := importSite(t, a, settings, transfer.Options{})
			if found := get(t, a, fmt.Sprint("/events/", hidden))["title"] != nil; found != tt.found || pages != tt.asked {
				t.Errorf("found %v by %d pages, want %v by %d\n%s", found, pages, tt.found, tt.asked, report)
			}
			lost := ""
			for _, p := range report.Problems {
				if p.Lost && strings.Contains(p.Text, "tec/v1") {
					lost += p.Text
				}
			}
			if lost != tt.lost {
				t.Errorf("reported lost: %q, want %q", lost, tt.lost)
			}
			if said := strings.Contains(report.String(), "--scan-ids") || strings.Contains(report.String(), "--event-ids"); said != (tt.lost != "" || !tt.found) {
				t.Errorf("the report suggests to look for hidden events: %v\n%s", said, report)
			}
			for path, n := range events {
				if n > 1 && strings.HasSuffix(path, fmt.Sprint("/", unknown)) {
					t.Errorf("%s was asked for %d times", path, n)
				}
			}
		})
	}
}

func TestAListOfWordPressThatIgnoresThePageComesToAnEnd(t *testing.T) {
	site := sitetest.Play(t, "testdata/site")
	tags := terms{all: 114, total: 116, byID: true, vanishes: true}
	settings := quick(t, site.URL, "")
	settings.Fetch.User, site.User = "ada", "ada"
	asked := map[string]int{"tags": 0, "tribe_events": 0, "tribe_venue": 0}
	site.Fault = func(w http.ResponseWriter, r *http.Request, n int) bool {
		list, ofWordPress := strings.CutPrefix(r.URL.Path, "/wp-json/wp/v2/")
		if _, ignores := asked[list]; !ofWordPress || !ignores {
			return !strings.HasPrefix(r.URL.Path, "/wp-json/wp/") && tags.fault(w, r, n)
		}
		if asked[list]++; asked[list] > 3 {
			t.Errorf("the list of %s is read again and again", list)
			sitetest.Refuse(w, http.StatusNotFound, "")
			return true
		}
		var items []string
		for id := range 100 {
			items = append(items, fmt.Sprintf(`{"id": %d}`, 1000+id))
		}
		sitetest.SendJSON(w, []byte("["+strings.Join(items, ",")+"]"))
		return true
	}
	report := importSite(t, open(t, databases.SQLite(t), testDeployment(t)), settings, transfer.Options{})
	if !maps.Equal(asked, map[string]int{"tags": 2, "tribe_events": 2, "tribe_venue": 2}) || !strings.Contains(report.String(), "missing from every page: 1 of the site's 116 tags") {
		t.Errorf("asked %v times\n%s", asked, report)
	}
}
