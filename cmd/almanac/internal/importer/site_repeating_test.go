package importer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/transfer"
)

// TestEventsThatASiteShowsAsOneThatRepeatsAreASeries reads a site with a weekly event: its
// events have one slug and their days in their addresses; nothing tells the rule.
func TestEventsThatASiteShowsAsOneThatRepeatsAreASeries(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		there := newLiving(1)
		server := httptest.NewServer(there)
		defer server.Close()
		add := func(id int, slug, day, more string) {
			there.records["events"][int64(id)] = event(id, map[string]any{
				"title": "Tea", "slug": slug, "url": server.URL + "/event/" + slug + "/" + day + "/" + more, "modified_utc": "2026-11-01 10:00:00",
				"start_date": day + " 10:00:00", "end_date": day + " 12:00:00", "timezone": "Europe/Paris", "status": "publish",
			})
		}
		add(201, "weekly", "2027-01-11", "")
		add(202, "weekly", "2027-01-18", "")
		add(203, "weekly", "2027-01-18", "2/")
		add(204, "once", "2027-01-18", "")
		there.records["events"][203]["start_date"], there.records["events"][203]["end_date"] = "2027-01-18 20:00:00", "2027-01-18 23:00:00"
		a := at(t, url, now)
		settings := quick(t, server.URL+sitetest.Root, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		read := func() transfer.Report { return importSite(t, a, settings, transfer.Options{}) }
		ofWeekly := func() string {
			var all []string
			for line := range strings.SplitSeq(repeats(t, a), "\n") {
				if strings.Contains(line, "#") {
					all = append(all, line)
				}
			}
			return strings.Join(all, "\n")
		}
		equal := func(what, want string) {
			t.Helper()
			if got := ofWeekly(); got != strings.ReplaceAll(want, "\t", "") {
				t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
			}
		}
		if report := read(); report.Count("series").Created != 1 || report.Count("events").Created != 5 {
			t.Errorf("got %s", report)
		}
		equal("first", `01-11 10:00 Tea #1
			01-18 10:00 Tea #1
			01-18 20:00 Tea #1
			#1  from 2027-01-11 10:00:00 dates [map[start_date:2027-01-11 10:00:00] map[start_date:2027-01-18 10:00:00] map[end_date:2027-01-18 23:00:00 start_date:2027-01-18 20:00:00]]`)
		if again := read(); again.Count("series").Created+again.Count("series").Updated > 0 || again.Count("events").Unchanged != 5 {
			t.Errorf("again: %s", again)
		}
		a = at(t, url, now.Add(time.Hour))
		add(205, "weekly", "2027-01-25", "")
		delete(there.records["events"], 203)
		send(t, a, http.MethodPatch, "/events/201", js{"title": "My tea"})
		if report := read(); report.Count("series").Updated != 1 || report.Count("events").Trashed != 1 {
			t.Errorf("got %s", report)
		}
		equal("after changes on both sides", `01-11 10:00 My tea #1
			01-18 10:00 Tea #1
			01-18 20:00 Tea #1 trash
			01-25 10:00 Tea #1
			#1  from 2027-01-11 10:00:00 dates [map[start_date:2027-01-11 10:00:00] map[start_date:2027-01-18 10:00:00] map[end_date:2027-01-18 23:00:00 start_date:2027-01-18 20:00:00] map[start_date:2027-01-25 10:00:00]]`)
		changes := send(t, a, http.MethodPatch, "/events/202?apply_to=all", js{"website": "https://tea.example/"})["series"].(js)["changes"]
		if got := fmt.Sprint(changes); !strings.Contains(got, "updated:4") {
			t.Errorf("got %v", changes)
		}
	})
}
