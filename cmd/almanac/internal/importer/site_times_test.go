package importer_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// calendarLines returns the lines of an event in iCalendar that begin with a text.
func calendarLines(t *testing.T, a *service.Service, id int, begin string) []string {
	t.Helper()
	answer := httptest.NewRecorder()
	path := fmt.Sprintf("http://localhost%s/events/%d?format=ics", a.Env.Deployment.APIPath(), id)
	a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, http.NoBody))
	_, event, _ := strings.Cut(answer.Body.String(), "BEGIN:VEVENT\r\n")
	var lines []string
	for line := range strings.SplitSeq(event, "\r\n") {
		if strings.HasPrefix(line, begin) {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestTimesOfASiteAreKeptOrNamed has the times that The Events Calendar was seen to show
// around changes of clocks.
func TestTimesOfASiteAreKeptOrNamed(t *testing.T) {
	const paris, york = "Europe/Paris", "America/New_York"
	tests := []struct {
		name                         string
		zone                         string
		start, end, startUTC, endUTC string
		want                         map[string]any // Members that differ from the source.
		problems                     []string
	}{
		{"the second of two equal hours", paris, "2026-10-25 02:30:00", "2026-10-25 02:45:00", "2026-10-25 01:30:00", "2026-10-25 01:45:00", nil, nil},
		{"the first of two equal hours", york, "2027-11-07 01:30:00", "2027-11-07 01:45:00", "2027-11-07 05:30:00", "2027-11-07 05:45:00", nil, nil},
		{"from the first to the second", paris, "2026-10-25 02:30:00", "2026-10-25 02:45:00", "2026-10-25 00:30:00", "2026-10-25 01:45:00", nil, nil},
		{"from the first to an earlier minute of the second", paris, "2026-10-25 02:30:00", "2026-10-25 02:15:00", "2026-10-25 00:30:00", "2026-10-25 01:15:00", nil, nil},
		{
			"an end that the start overtakes keeps the length", paris, "2027-03-28 02:30:00", "2027-03-28 03:15:00", "2027-03-28 01:30:00", "2027-03-28 01:15:00",
			map[string]any{"start_date": "2027-03-28 03:30:00", "end_date": "2027-03-28 04:15:00", "utc_end_date": "2027-03-28 02:15:00"},
			[]string{
				"its start_date is 2027-03-28 03:30:00 here, 2027-03-28 02:30:00 in the source", "its end_date is 2027-03-28 04:15:00 here, 2027-03-28 03:15:00 in the source",
				"it ends at 2027-03-28 02:15:00 UTC here, at 2027-03-28 01:15:00 in the source",
			},
		},
		{
			"an hour that is left out", paris, "2027-03-28 02:30:00", "2027-03-28 03:45:00", "2027-03-28 01:30:00", "2027-03-28 01:45:00",
			map[string]any{"start_date": "2027-03-28 03:30:00"},
			[]string{"its start_date is 2027-03-28 03:30:00 here, 2027-03-28 02:30:00 in the source"},
		},
		{
			"an offset that the site takes for a country", "UTC+2", "2027-06-01 10:00:00", "2027-06-01 11:00:00", "2027-06-01 07:00:00", "2027-06-01 08:00:00",
			map[string]any{"utc_start_date": "2027-06-01 08:00:00", "utc_end_date": "2027-06-01 09:00:00"},
			[]string{"it starts at 2027-06-01 08:00:00 UTC here, at 2027-06-01 07:00:00 in the source"},
		},
		{
			"an end before the start", paris, "2027-06-01 12:00:00", "2027-06-01 12:00:00", "2027-06-01 10:00:00", "2027-06-01 08:00:00",
			map[string]any{"utc_end_date": "2027-06-01 10:00:00"},
			[]string{"it ends at 2027-06-01 10:00:00 UTC here, at 2027-06-01 08:00:00 in the source"},
		},
		{"before there were zones", paris, "1901-05-05 10:00:00", "1901-05-05 12:00:00", "1901-05-05 09:50:39", "1901-05-05 11:50:39", nil, nil},
	}
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		for i, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				times := map[string]any{"start_date": tt.start, "end_date": tt.end, "utc_start_date": tt.startUTC, "utc_end_date": tt.endUTC, "timezone": tt.zone}
				e := event(100+i, map[string]any{"slug": fmt.Sprint("time-", i)})
				maps.Copy(e, times)
				var problems []string
				for _, p := range importFrom(t, a, list(t, "events", e)).Problems {
					problems = append(problems, p.Text)
				}
				if diff := cmp.Diff(tt.problems, problems); diff != "" {
					t.Errorf("problems: (-want +got)\n%s", diff)
				}
				got := get(t, a, fmt.Sprintf("/events/%d", 100+i))
				maps.Copy(times, tt.want)
				for name, want := range times {
					if got[name] != want {
						t.Errorf("%s: got %v, want %v", name, got[name], want)
					}
				}
			})
		}
	})
}

func TestAnHourThatComesTwiceStaysTheOneThatASiteMeans(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		importFrom(t, a, list(t, "events", event(5, map[string]any{
			"timezone": "Europe/Paris", "start_date": "2026-10-25 02:30:00", "end_date": "2026-10-25 02:45:00",
			"utc_start_date": "2026-10-25 01:30:00", "utc_end_date": "2026-10-25 01:45:00",
		})))
		second := func(a *service.Service, when string) {
			t.Helper()
			e := get(t, a, "/events/5")
			got := []any{e["start_date"], e["utc_start_date"], e["utc_end_date"], e["timezone_abbr"], e["json_ld"].(map[string]any)["startDate"]}
			want := []any{"2026-10-25 02:30:00", "2026-10-25 01:30:00", "2026-10-25 01:45:00", "CET", "2026-10-25T02:30:00+01:00"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: (-want +got)\n%s", when, diff)
			}
			if diff := cmp.Diff([]string{"DTSTART:20261025T013000Z"}, calendarLines(t, a, 5, "DTSTART")); diff != "" {
				t.Errorf("%s: (-want +got)\n%s", when, diff)
			}
		}
		second(a, "imported")
		write(t, a, "/events/5", `{"title": "Changed", "start_date": "2026-10-25 02:30:00"}`)
		second(a, "sent as shown")
		dir, _ := exported(t, a)
		b := open(t, databases.SQLite(t), testDeployment(t))
		if _, err := transfer.Import(t.Context(), b.API, []string{dir}, transfer.Options{}); err != nil {
			t.Fatal(err)
		}
		second(b, "exported and imported")

		write(t, a, "/events/5", `{"start_date": "2026-10-24 02:30:00"}`)
		write(t, a, "/events/5", `{"start_date": "2026-10-25 02:30:00"}`)
		if got := get(t, a, "/events/5"); got["utc_start_date"] != "2026-10-25 00:30:00" || got["timezone_abbr"] != "CEST" {
			t.Errorf("a write here means the first one: got %v %v", got["utc_start_date"], got["timezone_abbr"])
		}
	})
}

func TestAFollowedSiteMayMeanTheOtherOfTwoEqualHours(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		there := newLiving(1)
		maps.Copy(there.records["events"][100], map[string]any{
			"timezone": "Europe/Paris", "start_date": "2026-10-25 02:30:00", "end_date": "2026-10-25 02:45:00", "utc_start_date": "2026-10-25 00:30:00", "utc_end_date": "2026-10-25 00:45:00",
		})
		server := httptest.NewServer(there)
		defer server.Close()
		a := open(t, url, testDeployment(t))
		settings := quick(t, server.URL+sitetest.Root, "")
		settings.Follow = filepath.Join(t.TempDir(), "followed.json")
		importSite(t, a, settings, transfer.Options{})
		maps.Copy(there.records["events"][100], map[string]any{"utc_start_date": "2026-10-25 01:30:00", "utc_end_date": "2026-10-25 01:45:00"})
		report := importSite(t, a, settings, transfer.Options{})
		e := get(t, a, "/events/100")
		if got := fmt.Sprint(e["start_date"], " ", e["utc_start_date"], " ", e["utc_end_date"]); got != "2026-10-25 02:30:00 2026-10-25 01:30:00 2026-10-25 01:45:00" {
			t.Errorf("got %s\n%s", got, report)
		}
	})
}
