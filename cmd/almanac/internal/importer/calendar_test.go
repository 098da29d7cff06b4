package importer_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/demo"
	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// calendar writes an .ics file of lines.
func calendar(t *testing.T, lines ...string) string {
	t.Helper()
	all := append([]string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN"}, lines...)
	return file(t, "calendar.ics", strings.Join(append(all, "END:VCALENDAR", ""), "\r\n"))
}

// vevent is an event of an .ics file.
func vevent(uid string, lines ...string) []string {
	return append(append([]string{"BEGIN:VEVENT", "UID:" + uid}, lines...), "END:VEVENT")
}

// importCalendar imports .ics files that must not fail.
func importCalendar(t *testing.T, a *service.Service, o icalendar.Options, files ...string) transfer.Report {
	t.Helper()
	report, err := icalendar.Import(t.Context(), a.API, files, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// problems lists the problems of a report.
func problems(r transfer.Report) string {
	var all []string
	for _, p := range r.Problems {
		all = append(all, p.String())
	}
	return strings.Join(all, "\n")
}

// feedOf reads the feed of all events.
func feedOf(t *testing.T, a *service.Service, query string) string {
	t.Helper()
	answer := httptest.NewRecorder()
	a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "http://localhost"+a.Env.Deployment.APIPath()+"/events?format=ics&start_date=0001-01-01&end_date=9999-12-31"+query, http.NoBody))
	if answer.Code != http.StatusOK {
		t.Fatalf("feed: %s", answer.Body)
	}
	return answer.Body.String()
}

// sameTimes are the members of events that a feed must carry over to another
// service.
var sameTimes = []string{
	"id", "title", "slug", "start_date", "end_date", "utc_start_date", "utc_end_date", "timezone", "all_day", "status", "date_utc", "modified_utc",
	"event_status", "event_status_reason", "attendance_mode", "online_url", "website", "cost",
}

// picked returns some members of all records.
func picked(all map[int64]map[string]any, names []string) map[int64]map[string]any {
	out := map[int64]map[string]any{}
	for id, r := range all {
		out[id] = map[string]any{}
		for _, name := range names {
			out[id][name] = r[name]
		}
	}
	return out
}

// manyWays adds events to those of the demonstration that differ in how they take place.
func manyWays(t *testing.T, a *service.Service) {
	t.Helper()
	for _, fields := range []string{
		"event_status=canceled&event_status_reason=Storm", "event_status=postponed&status=private", "attendance_mode=online&online_url=https://video.example/1",
		"attendance_mode=mixed&online_url=https://video.example/2&venue[venue]=Hall", "attendance_mode=online&venue[venue]=Hall+2",
		"website=https://band.example/&cost=12&tags=Loud,Late&categories=Night", "organizer[0][organizer]=Jane&organizer[0][email]=j@x.example&organizer[1][organizer]=Joe&organizer[1][email]=joe@x.example",
		"timezone=UTC%2B5.5", "timezone=Europe/Paris&start_date=2027-10-31T01:30:00Z&end_date=2027-10-31T01:45:00Z",
	} {
		answer := httptest.NewRecorder()
		path := "http://localhost" + a.Env.Deployment.APIPath() + "/events?title=Way&start_date=2027-05-01+10:00&end_date=2027-05-01+12:00&" + fields
		a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodPost, path, http.NoBody))
		if answer.Code != http.StatusCreated {
			t.Fatalf("%s: %s", fields, answer.Body)
		}
	}
}

// linksOf names what events link to, by their IDs.
func linksOf(t *testing.T, a *service.Service) map[int64]string {
	t.Helper()
	all := map[int64]string{}
	for id, e := range listAll(t, a, "events") {
		if e["all_day"] != nil { // Protected: its feed does not tell.
			all[id] = fmt.Sprint(named(e["organizer"], "organizer"), named(e["organizer"], "email"), named(e["categories"], "name"), named(e["tags"], "name"))
		}
	}
	return all
}

func TestAFeedIsImportedWithoutLossOfTime(t *testing.T) {
	n := 500
	if testing.Short() {
		n = 120
	}
	for _, tt := range []struct {
		name     string
		from, to func(testing.TB) string
	}{
		{"from SQLite to PostgreSQL", databases.SQLite, databases.PostgreSQL},
		{"from PostgreSQL to SQLite", databases.PostgreSQL, databases.SQLite},
	} {
		t.Run(tt.name, func(t *testing.T) {
			from := open(t, tt.from(t), testDeployment(t))
			if _, err := demo.Fill(t.Context(), from, demo.Options{Events: n}); err != nil {
				t.Fatal(err)
			}
			for _, body := range []string{
				`{"title": "Offset", "start_date": "2027-03-01 10:00", "end_date": "2027-03-01 12:00", "timezone": "UTC+5.5"}`,
				`{"title": "Twice", "start_date": "2027-10-31 02:30", "end_date": "2027-10-31 04:00", "timezone": "Europe/Berlin"}`,
			} {
				write(t, from, "/events", body)
			}
			manyWays(t, from)
			path := file(t, "feed.ics", feedOf(t, from, ""))
			want := picked(listAll(t, from, "events"), sameTimes)

			links := linksOf(t, from)
			to := open(t, tt.to(t), testDeployment(t))
			report := importCalendar(t, to, icalendar.Options{}, path)
			if report.Count("events").Created != len(want) || len(want) < n*4/5 || problems(report) != "" {
				t.Errorf("%s, want %d", report, len(want))
			}
			got := picked(listAll(t, to, "events"), sameTimes)
			for id, e := range want {
				if e["all_day"] == nil { // Protected: its feed does not tell.
					for _, name := range []string{"all_day", "website"} {
						delete(e, name)
						delete(got[id], name)
					}
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-first +second)\n%.3000s", diff)
			}
			gotLinks := linksOf(t, to)
			maps.DeleteFunc(gotLinks, func(id int64, _ string) bool { return links[id] == "" })
			if diff := cmp.Diff(links, gotLinks); diff != "" {
				t.Errorf("links: (-first +second)\n%.3000s", diff)
			}
			if again := importCalendar(t, to, icalendar.Options{}, path).Count("events"); again.Unchanged != len(want) {
				t.Errorf("the second import: %+v", again)
			}
			if home := importCalendar(t, from, icalendar.Options{}, path).Count("events"); home.Unchanged != len(want) {
				t.Errorf("where it comes from: %+v", home)
			}
			// The feed of the second service tells the same, but for versions.
			if diff := cmp.Diff(vevents(feedOf(t, from, "")), vevents(feedOf(t, to, ""))); diff != "" {
				t.Errorf("feeds: (-first +second)\n%.3000s", diff)
			}
		})
	}
}

// vevents returns the times and ids of the events of a feed.
func vevents(feed string) []string {
	var lines []string
	for line := range strings.Lines(feed) {
		for _, name := range []string{"UID", "DTSTART", "DTEND", "DURATION", "SUMMARY", "X-EVENT-TZID", "URL", "STATUS"} {
			if strings.HasPrefix(line, name) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func TestACalendarIsTakenWithAllThatItTells(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		if err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
			_, err := b.Create(a.Env.Resource("venue"), map[string]any{"venue": "Town Hall"}, mutate.ImportedFields{ID: 50})
			if err == nil {
				_, err = b.Create(a.Env.Resource("tag"), map[string]any{"name": "Free"}, mutate.ImportedFields{ID: 60})
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		path := calendar(t, append(append(append(append(append(append(vevent("a@x",
			"SUMMARY:Tea & <cake>", "DTSTART;TZID=Europe/Paris:20261201T170000", "DURATION:PT2H", "LOCATION:town hall", "DESCRIPTION:One\\nTwo & three",
			"ORGANIZER;CN=Jane:mailto:jane@x.example", "CATEGORIES:Food,free", "URL:https://x.example/tea", "CREATED:20260101T100000Z", "LAST-MODIFIED:20260201T100000Z",
			"ATTACH;FMTTYPE=image/png:https://x.example/tea.png"),
			vevent("b@x", "SUMMARY:Walk", "DTSTART;VALUE=DATE:20261202", "LOCATION:City Park\\, Main Street 1\\, Paris", "GEO:48.8;2.3", "ORGANIZER;CN=jane:mailto:JANE@x.example", "CATEGORIES:food")...),
			vevent("c@x", "SUMMARY:Run", "DTSTART;VALUE=DATE:20261203", "LOCATION:City Park\\nMain Street 1\\nParis", "ORGANIZER;CN=Jane:mailto:jane@other.example")...),
			vevent("d@x", "SUMMARY:Secret", "DTSTART:20261204T100000Z", "CLASS:PRIVATE", "LOCATION:https://meet.example/1")...),
			vevent("e@x", "SUMMARY:Perhaps", "DTSTART:20261205T100000", "STATUS:TENTATIVE", "GEO:1;2")...),
			vevent("f@x", "SUMMARY:Off", "DTSTART:20261206T100000", "STATUS:CANCELLED")...),
			vevent("g@x", "DTSTART:20261207T100000", "GEO:north", "URL:not an address")...)...)
		report := importCalendar(t, a, icalendar.Options{}, path)
		if c := report.Count("events"); c.Created != 6 || c.Skipped != 0 || report.Count("venues").Created != 1 || report.Count("organizers").Created != 2 || report.Count("categories").Created != 1 {
			t.Errorf("got %s", report)
		}
		for _, want := range []string{"imported without its coordinates: it has no place", "found \"north\"", "imported without website", "left out 1 canceled events that do not exist here"} {
			if !strings.Contains(problems(report), want) {
				t.Errorf("no %q in\n%s", want, problems(report))
			}
		}
		byTitle := map[string]map[string]any{}
		for _, e := range get(t, a, "/events?status=publish,private,draft&per_page=50")["events"].([]any) {
			byTitle[e.(map[string]any)["title"].(string)] = e.(map[string]any)
		}
		tea := byTitle["Tea &amp; &lt;cake&gt;"]
		for name, want := range map[string]any{
			"start_date": "2026-12-01 17:00:00", "end_date": "2026-12-01 19:00:00", "timezone": "Europe/Paris", "status": "publish", "website": "https://x.example/tea",
			"description": "<p>One<br />\nTwo &amp; three</p>", "date_utc": "2026-01-01 10:00:00", "modified_utc": "2026-02-01 10:00:00", "slug": "tea-cake",
		} {
			if tea[name] != want {
				t.Errorf("%s: got %v, want %v", name, tea[name], want)
			}
		}
		if image, _ := tea["image"].(map[string]any); image["url"] != "https://x.example/tea.png" {
			t.Errorf("image: got %v", tea["image"])
		}
		links := map[string]string{}
		for title, e := range byTitle {
			links[title] = fmt.Sprintf("%v%v%v%v%v", named(e["venue"], "venue"), named(e["organizer"], "email"), named(e["categories"], "name"), named(e["tags"], "name"), e["status"])
		}
		want := map[string]string{
			"Tea &amp; &lt;cake&gt;": "[Town Hall][jane@x.example][Food][Free]publish", "Walk": "[City Park][jane@x.example][Food][]publish", "Run": "[City Park][jane@other.example][][]publish",
			"Secret": "[][][][]private", "Perhaps": "[][][][]draft", "Untitled": "[][][][]publish",
		}
		if diff := cmp.Diff(want, links); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if e := byTitle["Secret"]; e["online_url"] != "https://meet.example/1" || e["attendance_mode"] != "online" {
			t.Errorf("online: got %v, %v", e["online_url"], e["attendance_mode"])
		}
		park := byTitle["Walk"]["venue"].(map[string]any)
		if park["address"] != "Main Street 1, Paris" || park["geo_lat"] != 48.8 {
			t.Errorf("got %v", park)
		}
		again := importCalendar(t, a, icalendar.Options{}, path)
		if diff := cmp.Diff([]transfer.Count{{Resource: "events", Unchanged: 6}}, again.Counts); diff != "" {
			t.Errorf("the second import: (-want +got)\n%s", diff)
		}
	})
}

// named lists a member of linked records.
func named(links any, member string) []any {
	list, ok := links.([]any)
	if !ok {
		list = []any{links}
	}
	out := []any{}
	for _, item := range list {
		out = append(out, item.(map[string]any)[member])
	}
	return out
}

// choir is a series of three, of which a test changes lines.
func choir(lines ...string) []string {
	return vevent("choir@x", append([]string{"SUMMARY:Choir", "DTSTART;TZID=Europe/Paris:20261201T190000", "DURATION:PT2H"}, lines...)...)
}

// rehearsals lists the events of a service: start, title and status.
func rehearsals(t *testing.T, a *service.Service) []string {
	t.Helper()
	list := []string{}
	for _, e := range get(t, a, "/events?status=publish,trash&per_page=50")["events"].([]any) {
		r := e.(map[string]any)
		list = append(list, fmt.Sprint(r["start_date"], " ", r["title"], " ", r["status"]))
	}
	return list
}

func TestANewerVersionChangesWhatTheOlderOneMade(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		steps := []struct {
			name string
			file []string
			want transfer.Count
			here []string
		}{
			{
				"the series is taken", choir("RRULE:FREQ=WEEKLY;COUNT=3", "SEQUENCE:1"),
				transfer.Count{Resource: "events", Created: 3},
				[]string{"2026-12-01 19:00:00 Choir publish", "2026-12-08 19:00:00 Choir publish", "2026-12-15 19:00:00 Choir publish"},
			},
			{
				"one is removed and another renamed", append(choir("RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;TZID=Europe/Paris:20261208T190000", "SEQUENCE:2"),
					vevent("choir@x", "SUMMARY:Concert", "RECURRENCE-ID;TZID=Europe/Paris:20261215T190000", "DTSTART;TZID=Europe/Paris:20261216T200000", "SEQUENCE:2")...),
				transfer.Count{Resource: "events", Updated: 2, Unchanged: 1},
				[]string{"2026-12-01 19:00:00 Choir publish", "2026-12-08 19:00:00 Choir trash", "2026-12-16 20:00:00 Concert publish"},
			},
			{
				"the older file changes nothing", choir("RRULE:FREQ=WEEKLY;COUNT=3", "SEQUENCE:1", "DESCRIPTION:x"),
				transfer.Count{Resource: "events", Unchanged: 3},
				[]string{"2026-12-01 19:00:00 Choir publish", "2026-12-08 19:00:00 Choir trash", "2026-12-16 20:00:00 Concert publish"},
			},
			{
				"the removed one is back", choir("RRULE:FREQ=WEEKLY;COUNT=3", "SEQUENCE:3"),
				transfer.Count{Resource: "events", Updated: 2, Unchanged: 1},
				[]string{"2026-12-01 19:00:00 Choir publish", "2026-12-08 19:00:00 Choir publish", "2026-12-15 19:00:00 Choir publish"},
			},
			{
				"all is cancelled", choir("RRULE:FREQ=WEEKLY;COUNT=3", "SEQUENCE:4", "STATUS:CANCELLED"),
				transfer.Count{Resource: "events", Updated: 3},
				[]string{"2026-12-01 19:00:00 Choir trash", "2026-12-08 19:00:00 Choir trash", "2026-12-15 19:00:00 Choir trash"},
			},
			{
				"the series becomes one event", choir("SEQUENCE:5"),
				transfer.Count{Resource: "events", Updated: 1},
				[]string{"2026-12-01 19:00:00 Choir publish", "2026-12-08 19:00:00 Choir trash", "2026-12-15 19:00:00 Choir trash"},
			},
		}
		for _, tt := range steps {
			report := importCalendar(t, a, icalendar.Options{}, calendar(t, tt.file...))
			if diff := cmp.Diff(tt.want, report.Count("events")); diff != "" {
				t.Errorf("%s: (-want +got)\n%s%s", tt.name, diff, report)
			}
			if diff := cmp.Diff(tt.here, rehearsals(t, a)); diff != "" {
				t.Errorf("%s: (-want +got)\n%s%s", tt.name, diff, report)
			}
		}
	})
}

func TestWhatWasChangedHereStaysUnlessTheFileIsNewer(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	importCalendar(t, a, icalendar.Options{}, calendar(t, choir("LAST-MODIFIED:20260101T000000Z")...))
	id := int64(0)
	for id = range listAll(t, a, "events") {
	}
	if err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
		_, err := b.Update(a.Env.Resource("event"), map[string]any{"title": "Ours"}, mutate.ImportedFields{ID: id})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	report := importCalendar(t, a, icalendar.Options{}, calendar(t, choir("LAST-MODIFIED:20260601T000000Z", "DESCRIPTION:x")...))
	if !strings.Contains(problems(report), "was edited here after the import") || rehearsals(t, a)[0] != "2026-12-01 19:00:00 Ours publish" {
		t.Errorf("got %s%v", report, rehearsals(t, a))
	}
	report = importCalendar(t, a, icalendar.Options{}, calendar(t, choir("LAST-MODIFIED:20261120T130000Z", "DESCRIPTION:x")...))
	if report.Count("events").Updated != 1 || rehearsals(t, a)[0] != "2026-12-01 19:00:00 Choir publish" {
		t.Errorf("got %s%v", report, rehearsals(t, a))
	}
}

func TestABadEventIsSkippedAlone(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	bad := calendar(t, append(choir(), vevent("2", "SUMMARY:Concert", "DTSTART:tomorrow")...)...)
	report := importCalendar(t, a, icalendar.Options{}, bad)
	want := `"Concert" of ` + bad + `, line 13: expected a date such as 20260131 or a time such as 20260131T190000Z as DTSTART, found "tomorrow"`
	if c := report.Count("events"); c.Created != 1 || c.Skipped != 1 || report.Skipped() != 1 || problems(report) != want || !strings.HasPrefix(report.String(), "incomplete: 1 item not imported, 0 partly imported") {
		t.Errorf("got %s, want %s", report, want)
	}
	if n := len(rehearsals(t, a)); n != 1 {
		t.Errorf("%d events are here", n)
	}
}

func TestEventsWithoutUIDAtOneTimeAreImportedOnceEach(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	var lines []string
	for _, text := range []string{"Beginners", "Advanced", "Advanced"} {
		lines = append(lines, "BEGIN:VEVENT", "SUMMARY:Swimming", "DTSTART:20270105T180000Z", "DESCRIPTION:"+text, "END:VEVENT")
	}
	path := calendar(t, lines...)
	for _, want := range []transfer.Count{{Resource: "events", Created: 2}, {Resource: "events", Unchanged: 2}} {
		report := importCalendar(t, a, icalendar.Options{}, path)
		if got := report.Count("events"); got != want || !strings.Contains(problems(report), "that repeat another one of the file: 1;") {
			t.Errorf("got %s, want %v", report, want)
		}
	}
}

func TestAFileWithoutACalendarIsRefused(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	bad := file(t, "letter.ics", "Dear reader,\n")
	report, err := icalendar.Import(t.Context(), a.API, []string{bad}, icalendar.Options{})
	if want := bad + `, line 1: expected BEGIN:VCALENDAR, found "Dear reader,"`; err == nil || err.Error() != want || report.Skipped() != 1 {
		t.Errorf("got %v, want %s", err, want)
	}
	report = importCalendar(t, a, icalendar.Options{}, bad, calendar(t, choir()...))
	if report.Count("events").Created != 1 || report.Skipped() != 1 {
		t.Errorf("with a good file beside it: %s", report)
	}
}

func TestSeriesAreTakenUpToTheStatedCap(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	report := importCalendar(t, a, icalendar.Options{Occurrences: 5, Until: time.Date(2026, 12, 25, 0, 0, 0, 0, time.UTC)},
		calendar(t, append(choir("RRULE:FREQ=DAILY"), "BEGIN:VTODO", "UID:t", "END:VTODO")...))
	for _, want := range []string{`"Choir" (line 4) has too many dates: 5 were imported; 0 earlier and 19 later ones were skipped`, "series that continue after 2026-12-24, the end of this import (--until): 1; import again later to get more dates", "1 tasks, journals"} {
		if !strings.Contains(problems(report), want) {
			t.Errorf("no %q in\n%s", want, problems(report))
		}
	}
	if n := len(rehearsals(t, a)); n != 5 || report.Skipped() != 0 {
		t.Errorf("%d events, %s", n, report)
	}
}

func TestADryRunOfACalendarReportsTheSame(t *testing.T) {
	databases.Sampled(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		path := calendar(t, append(choir("RRULE:FREQ=DAILY;COUNT=250", "LOCATION:Hall"), vevent("x", "DTSTART:20261201T100000", "LOCATION:Hall")...)...)
		dryRun := importCalendar(t, a, icalendar.Options{Options: transfer.Options{DryRun: true}}, path)
		if n := len(listAll(t, a, "events")) + len(listAll(t, a, "venues")); n != 0 {
			t.Fatalf("%d records are here", n)
		}
		done := importCalendar(t, a, icalendar.Options{}, path)
		dryRun.DryRun = false
		if diff := cmp.Diff(done, dryRun); diff != "" || done.Count("events").Created != 251 || done.Count("venues").Created != 1 {
			t.Errorf("(-done +dry run)\n%s%s", diff, done)
		}
	})
}

func TestAFeedOfAnotherSiteGetsIdsOfItsOwn(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	importCalendar(t, a, icalendar.Options{}, calendar(t, vevent("first", "SUMMARY:First", "DTSTART:20261201T100000")...))
	var first int64
	for first = range listAll(t, a, "events") {
	}
	own := fmt.Sprintf("127.0.0.1:8080?id=%d@127.0.0.1:8080", first)
	report := importCalendar(t, a, icalendar.Options{}, calendar(t, append(
		vevent(strings.Replace(own, "127.0.0.1:8080?", "other.example?", 1), "SUMMARY:Second", "DTSTART:20261202T100000", "LOCATION:A\\, b; C"),
		vevent(own, "SUMMARY:Third", "DTSTART:20261203T100000")...)...))
	if report.Count("events").Created != 2 || report.Count("venues").Created != 2 {
		t.Errorf("got %s", report)
	}
	want := []string{"2026-12-01 10:00:00 First publish", "2026-12-02 10:00:00 Second publish", "2026-12-03 10:00:00 Third publish"}
	if diff := cmp.Diff(want, rehearsals(t, a)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	report = importCalendar(t, a, icalendar.Options{}, calendar(t, vevent(own, "SUMMARY:First", "DTSTART:20261204T100000", "SEQUENCE:9")...))
	want[2] = "2026-12-04 10:00:00 First publish"
	if diff := cmp.Diff(want, rehearsals(t, a)); diff != "" {
		t.Errorf("a newer version, with the name of another event: (-want +got)\n%s%s", diff, report)
	}
}

func TestWhatWasModifiedBeforeIsLeftOut(t *testing.T) {
	a := open(t, databases.SQLite(t), testDeployment(t))
	report := importCalendar(t, a, icalendar.Options{Options: transfer.Options{Since: now.Add(-time.Hour)}}, calendar(t, append(
		vevent("old", "DTSTART:20261202T100000", "LAST-MODIFIED:20260101T000000Z"), vevent("new", "DTSTART:20261203T100000")...)...))
	if c := report.Count("events"); c.Created != 1 || c.SkippedSince != 1 {
		t.Errorf("got %s", report)
	}
}
