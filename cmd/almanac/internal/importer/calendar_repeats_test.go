package importer_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/store"
	"almanac/runtime/transfer"
)

// repeats writes all events in the order of their starts, each with its place in a series, and
// then the series by their numbers.
func repeats(t *testing.T, a *service.Service) string {
	t.Helper()
	numbers := map[any]int{nil: 0}
	var ids []any
	var lines []string
	for _, e := range get(t, a, "/events?status=publish,future,draft,trash&per_page=50&orderby=start_date&start_date=2026-01-01&end_date=2029-01-01")["events"].([]any) {
		r := e.(js)
		id := seriesOf(r)
		if _, known := numbers[id]; !known {
			ids = append(ids, id)
			numbers[id] = len(ids)
		}
		line := fmt.Sprintf("%s %v", r["start_date"].(string)[5:16], r["title"])
		if id != nil {
			line += fmt.Sprintf(" #%d", numbers[id])
		}
		if at, ok := r["recurrence_id"].(string); ok && at != r["start_date"] {
			line += " at " + at[5:16]
		}
		if r["status"] != "publish" {
			line += fmt.Sprint(" ", r["status"])
		}
		lines = append(lines, line)
	}
	for i, id := range ids {
		s := get(t, a, fmt.Sprint("/series/", id))
		line := fmt.Sprintf("#%d %v from %v", i+1, s["rule"], s["start_date"])
		for _, name := range []string{"except", "dates"} {
			if list := s[name].([]any); len(list) > 0 {
				line += fmt.Sprint(" ", name, " ", list)
			}
		}
		if numbers[s["previous"]] > 0 {
			line += fmt.Sprintf(" after #%d", numbers[s["previous"]])
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// same fails if the events and series are others than wanted, which may be indented.
func same(t *testing.T, a *service.Service, what, want string) {
	t.Helper()
	want = strings.ReplaceAll(strings.TrimSpace(want), "\t", "")
	if diff := cmp.Diff(want, repeats(t, a)); diff != "" {
		t.Errorf("%s: (-want +got)\n%s", what, diff)
	}
}

// override is a changed event of the series of weekly.
func override(at string, lines ...string) []string {
	return vevent("weekly@x", append([]string{"SUMMARY:Gala", "RECURRENCE-ID;TZID=Europe/Paris:" + at}, lines...)...)
}

func TestARepeatingEventOfACalendarBecomesASeries(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"a rule with exceptions and dates beside it", weekly("RRULE:FREQ=WEEKLY;COUNT=4", "EXDATE;TZID=Europe/Paris:20270111T180000", "RDATE;TZID=Europe/Paris;VALUE=PERIOD:20270112T200000/PT3H"), `
			01-04 18:00 Choir #1
			01-12 20:00 Choir #1
			01-18 18:00 Choir #1
			01-25 18:00 Choir #1
			#1 FREQ=WEEKLY;COUNT=4 from 2027-01-04 18:00:00 except [2027-01-11 18:00:00] dates [map[end_date:2027-01-12 23:00:00 start_date:2027-01-12 20:00:00]]`},
		{"changed dates", slices.Concat(weekly("RRULE:FREQ=WEEKLY;COUNT=3"), override("20270111T180000", "DTSTART;TZID=Europe/Paris:20270112T200000", "DURATION:PT1H"), override("20270118T180000", "STATUS:CANCELLED")), `
			01-04 18:00 Choir #1
			01-12 20:00 Gala #1 at 01-11 18:00
			#1 FREQ=WEEKLY;COUNT=3 from 2027-01-04 18:00:00 except [2027-01-18 18:00:00]`},
		{"a date that no rule leads to", slices.Concat(weekly("RRULE:FREQ=WEEKLY;COUNT=2"), override("20270113T180000", "DTSTART;TZID=Europe/Paris:20270114T200000")), `
			01-04 18:00 Choir #1
			01-11 18:00 Choir #1
			01-14 20:00 Gala #1 at 01-13 18:00
			#1 FREQ=WEEKLY;COUNT=2 from 2027-01-04 18:00:00 dates [map[start_date:2027-01-13 18:00:00]]`},
		{"all dates from one on", slices.Concat(weekly("RRULE:FREQ=WEEKLY;COUNT=4"), vevent("weekly@x", "SUMMARY:Late choir", "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Paris:20270118T180000", "DTSTART;TZID=Europe/Paris:20270119T200000", "DURATION:PT2H")), `
			01-04 18:00 Choir #1
			01-11 18:00 Choir #1
			01-19 20:00 Late choir #2
			01-26 20:00 Late choir #2
			#1 FREQ=WEEKLY;COUNT=2 from 2027-01-04 18:00:00
			#2 FREQ=WEEKLY;COUNT=2 from 2027-01-19 20:00:00 after #1`},
		{"a start that the rule does not have", weekly("RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2"), `
			01-04 18:00 Choir #1
			01-05 18:00 Choir #1
			01-12 18:00 Choir #1
			#1 FREQ=WEEKLY;BYDAY=TU;COUNT=2 from 2027-01-05 18:00:00 dates [map[start_date:2027-01-04 18:00:00]]`},
		{"an end that is a day", weekly("RRULE:FREQ=WEEKLY;UNTIL=20270111;BYHOUR=18;BYMINUTE=0"), `
			01-04 18:00 Choir #1
			01-11 18:00 Choir #1
			#1 FREQ=WEEKLY;UNTIL=20270111T225959Z from 2027-01-04 18:00:00`},
		{"whole days without a rule", vevent("days@x", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20270105", "DTEND;VALUE=DATE:20270107", "RDATE;VALUE=DATE:20270201"), `
			01-05 00:00 Fair #1
			02-01 00:00 Fair #1
			#1  from 2027-01-05 00:00:00 dates [map[start_date:2027-01-05 00:00:00] map[start_date:2027-02-01 00:00:00]]`},
		{"nothing but a changed date", slices.Concat(weekly(), override("20270104T180000", "DTSTART;TZID=Europe/Paris:20270106T180000")), `01-06 18:00 Gala`},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			database := databases.SQLite
			if i%2 == 1 {
				database = databases.PostgreSQL
			}
			a := open(t, database(t), testDeployment(t))
			path := calendar(t, tt.lines...)
			report := importCalendar(t, a, icalendar.Options{}, path)
			same(t, a, "the file", tt.want)
			_, want := exported(t, a)
			again := importCalendar(t, a, icalendar.Options{}, path)
			_, got := exported(t, a)
			if diff := cmp.Diff(want, got); diff != "" || again.Count("events").Updated+again.Count("series").Updated > 0 {
				t.Errorf("the second time: (-want +got)\n%s\n%s", diff, again)
			}
			if strings.Contains(problems(report), "separate events") {
				t.Errorf("got %s", report)
			}
		})
	}
}

func TestWhatCannotBeASeriesIsSingleEvents(t *testing.T) {
	for name, tt := range map[string]struct {
		lines []string
		n     int
		want  string
	}{
		"hours":               {weekly("RRULE:FREQ=HOURLY;COUNT=3"), 3, "HOURLY"},
		"several rules":       {weekly("RRULE:FREQ=WEEKLY;COUNT=2", "RRULE:FREQ=DAILY;COUNT=2"), 3, "several rules"},
		"times in UTC":        {weekly("DTSTART:20270104T170000Z", "RRULE:FREQ=MONTHLY;COUNT=6"), 6, "other dates"},
		"another calendar":    {weekly("RRULE:RSCALE=CHINESE;FREQ=WEEKLY;COUNT=3"), 1, "Gregorian"},
		"too long an event":   {weekly("DTSTART:20270104T170000", "DTEND:20270304T170000", "RRULE:FREQ=YEARLY;COUNT=2"), 2, "30 days"},
		"a later end of days": {slices.Concat(weekly("RRULE:FREQ=MONTHLY;BYDAY=1MO;COUNT=3"), vevent("weekly@x", "SUMMARY:Late", "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Paris:20270201T180000", "DTSTART;TZID=Europe/Paris:20270202T180000")), 3, "other days"},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, databases.SQLite(t), testDeployment(t))
			report := importCalendar(t, a, icalendar.Options{}, calendar(t, tt.lines...))
			if got := repeats(t, a); strings.Contains(got, "#") || strings.Count(got, "\n")+1 != tt.n || !strings.Contains(problems(report), tt.want) {
				t.Errorf("got %s\n%s", got, report)
			}
		})
	}
}

func TestASeriesFollowsItsCalendar(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := at(t, url, now.Add(-time.Hour))
		from := func(lines ...[]string) transfer.Report {
			return importCalendar(t, a, icalendar.Options{}, calendar(t, slices.Concat(lines...)...))
		}
		chorus := func(lines ...string) []string {
			all := weekly(lines...)
			all[slices.Index(all, "SUMMARY:Choir")] = "SUMMARY:Chorus"
			return all
		}
		from(weekly("RRULE:FREQ=WEEKLY;COUNT=3"))
		from(weekly("RRULE:FREQ=WEEKLY;COUNT=5", "SEQUENCE:1", "EXDATE;TZID=Europe/Paris:20270111T180000"),
			override("20270118T180000", "DTSTART;TZID=Europe/Paris:20270119T180000", "SEQUENCE:1"))
		same(t, a, "a longer rule, an exception and a change", `
			01-04 18:00 Choir #1
			01-11 18:00 Choir #1 trash
			01-19 18:00 Gala #1 at 01-18 18:00
			01-25 18:00 Choir #1
			02-01 18:00 Choir #1
			#1 FREQ=WEEKLY;COUNT=5 from 2027-01-04 18:00:00 except [2027-01-11 18:00:00]`)
		a = at(t, url, now)
		first := get(t, a, fmt.Sprint("/events/", firstOf(t, a, "Choir")))
		send(t, a, http.MethodPatch, eventPath(first), js{"title": "My choir"})
		from(chorus("RRULE:FREQ=WEEKLY;COUNT=4", "SEQUENCE:2"))
		same(t, a, "another title, after an event was changed here", `
			01-04 18:00 My choir #1
			01-11 18:00 Chorus #1
			01-18 18:00 Chorus #1
			01-25 18:00 Chorus #1
			02-01 18:00 Choir #1 trash
			#1 FREQ=WEEKLY;COUNT=4 from 2027-01-04 18:00:00`)
		send(t, a, http.MethodPatch, eventPath(first)+"?apply_to=all", js{"recurrence": "FREQ=WEEKLY;COUNT=6"})
		want := strings.Replace(repeats(t, a), "02-01 18:00 Choir #1 trash", "02-01 18:00 Chorus #1", 1)
		report := from(chorus("RRULE:FREQ=WEEKLY;COUNT=8", "SEQUENCE:3"))
		same(t, a, "a series that was changed here", want)
		if !strings.Contains(problems(report), "its series was edited here after the import") {
			t.Errorf("got %s", report)
		}
		a = at(t, url, now.Add(time.Hour))
		from(chorus("RRULE:FREQ=WEEKLY;COUNT=2", "SEQUENCE:4", "LAST-MODIFIED:20261120T123000Z"))
		if got := repeats(t, a); !strings.Contains(got, "#1 FREQ=WEEKLY;COUNT=2 from") || strings.Contains(got, "02-08 18:00 Chorus #1\n") {
			t.Errorf("a newer file: %s", got)
		}
	})
}

// TestEventsOfAnEarlierReleaseJoinTheirSeries imports a file as releases did that made single
// events of a series, and then again.
func TestEventsOfAnEarlierReleaseJoinTheirSeries(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := at(t, url, now.Add(-time.Hour))
		file := calendar(t, slices.Concat(weekly("RRULE:FREQ=WEEKLY;COUNT=4"), override("20270111T180000", "DTSTART;TZID=Europe/Paris:20270112T200000"))...)
		importCalendar(t, a, icalendar.Options{}, file)
		if err := a.API.Writes.Bulk(t.Context(), 1, func(b *mutate.BulkWriter) error {
			for _, sql := range []string{
				"UPDATE events SET series_id = 0, recurrence_id = '', slug = 'old-' || id, version = version + 1", "DELETE FROM record_series",
				"DELETE FROM ics_entries WHERE occurrence LIKE 'series%'", "UPDATE events SET date_utc = '2026-11-01 10:00:00' WHERE id % 2 = 0",
			} {
				if _, err := b.Writer().Exec(t.Context(), store.Statement{SQL: sql}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		same(t, a, "of an earlier release", "01-04 18:00 Choir\n01-12 20:00 Gala\n01-18 18:00 Choir\n01-25 18:00 Choir")
		a = at(t, url, now)
		send(t, a, http.MethodPatch, fmt.Sprint("/events/", firstOf(t, a, "Choir")), js{"title": "My choir"})
		before := listAll(t, a, "events")
		report := importCalendar(t, a, icalendar.Options{}, file)
		same(t, a, "joined", `
			01-04 18:00 My choir #1
			01-12 20:00 Gala #1 at 01-11 18:00
			01-18 18:00 Choir #1
			01-25 18:00 Choir #1
			#1 FREQ=WEEKLY;COUNT=4 from 2027-01-04 18:00:00`)
		for id, e := range listAll(t, a, "events") {
			if old := before[id]; old == nil || old["slug"] != e["slug"] || old["modified_utc"] != e["modified_utc"] {
				t.Errorf("event %d: got %v, want %v", id, e["slug"], old["slug"])
			}
		}
		if report.Count("events").Unchanged != 4 || report.Count("series").Created != 1 {
			t.Errorf("got %s", report)
		}
		first := get(t, a, fmt.Sprint("/events/", firstOf(t, a, "Gala")))
		changes := send(t, a, http.MethodPatch, eventPath(first)+"?apply_to=all", js{"website": "https://choir.example/"})["series"].(js)["changes"].(js)
		if changes["updated"] != 4.0 {
			t.Errorf("got %v", changes)
		}
		// That they were imported at several times is no reason to keep those that do not fit.
		changes = send(t, a, http.MethodPatch, eventPath(first)+"?apply_to=all", js{"recurrence": "FREQ=WEEKLY;COUNT=2"})["series"].(js)["changes"].(js)
		if changes["removed"] != 2.0 || len(changes["detached"].([]any)) > 0 {
			t.Errorf("got %v", changes)
		}
	})
}

// TestASeriesOfACalendarGoesOn imports an endless series, and again after the service has
// extended it.
func TestASeriesOfACalendarGoesOn(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		file := calendar(t, weekly("RRULE:FREQ=WEEKLY", "DTSTART;TZID=Europe/Paris:20060102T180000")...)
		a := at(t, url, now)
		report := importCalendar(t, a, icalendar.Options{}, file)
		events := listAll(t, a, "events")
		first := get(t, a, fmt.Sprint("/series/", seriesOf(events[firstOf(t, a, "Choir")])))
		if first["rule"] != "FREQ=WEEKLY" || first["occurrences"] != 750.0 || len(events) != 750 || strings.Contains(problems(report), "--until") {
			t.Errorf("got %d events, %v\n%s", len(events), first, report)
		}
		a = at(t, url, now.AddDate(0, 1, 0))
		if err := a.API.Writes.ExtendSeries(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := len(listAll(t, a, "events"))
		for range 2 {
			report = importCalendar(t, a, icalendar.Options{}, file)
			if got := len(listAll(t, a, "events")); got != want || want < 754 || report.Count("events").Created > 0 {
				t.Errorf("got %d events, want %d\n%s", got, want, report)
			}
		}
		a = open(t, databases.SQLite(t), testDeployment(t))
		importCalendar(t, a, icalendar.Options{Until: time.Date(2027, 1, 20, 0, 0, 0, 0, time.UTC)}, calendar(t, weekly("RRULE:FREQ=WEEKLY")...))
		same(t, a, "with an end", `
			01-04 18:00 Choir #1
			01-11 18:00 Choir #1
			01-18 18:00 Choir #1
			#1 FREQ=WEEKLY;UNTIL=20270118T170000Z from 2027-01-04 18:00:00`)
	})
}

// TestTheFeedOfASeriesIsThatSeries imports the feed of a series where it is from, and elsewhere.
func TestTheFeedOfASeriesIsThatSeries(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		a := open(t, url, testDeployment(t))
		first := jazz(t, a, "Jazz", js{"rule": "FREQ=WEEKLY;COUNT=5;BYDAY=TU", "except": []string{"2026-12-22 19:00"}, "dates": []js{{"start_date": "2027-01-02 20:00"}}})
		send(t, a, http.MethodPatch, eventPath(dateNumber(t, a, first, 2)), js{"title": "Gala", "start_date": "2026-12-08 20:00"})
		answer := httptest.NewRecorder()
		a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, fmt.Sprintf("http://localhost%s/series/%v?format=ics", a.Env.Deployment.APIPath(), seriesOf(first)), http.NoBody))
		feed := file(t, "series.ics", answer.Body.String())
		want := repeats(t, a)
		if report := importCalendar(t, a, icalendar.Options{}, feed); report.Count("events").Unchanged != 5 {
			t.Errorf("got %s", report)
		}
		same(t, a, "where it is from", want)
		b := open(t, databases.SQLite(t), testDeployment(t))
		for range 2 {
			importCalendar(t, b, icalendar.Options{}, feed)
			same(t, b, "elsewhere", want)
		}
	})
}

func TestFeedsFromBeforeAndAfterAMoveOfTheSiteAreKnown(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		at := func(site string) *service.Service {
			c := config(url, testDeployment(t))
			c.Deployment.SiteURL, c.StoreFeedSite = site, true
			return openConfig(t, c)
		}
		a := at("https://old.example/town")
		write(t, a, "/events", `{"title": "Tea", "start_date": "2027-01-02 10:00", "end_date": "2027-01-02 12:00"}`)
		series := seriesOf(jazz(t, a, "Jazz", js{"rule": "FREQ=WEEKLY;COUNT=2;BYDAY=TU"}))
		answer := httptest.NewRecorder()
		a.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, fmt.Sprintf("http://localhost%s/series/%v?format=ics", a.Env.Deployment.APIPath(), series), http.NoBody))
		want := repeats(t, a)
		moved := at("https://new.example")
		// An earlier release had the new address in the UIDs then.
		earlier := strings.NewReplacer("old.example/town?", "new.example?", "@old.example", "@new.example", "/old.example/town/", "/new.example/")
		for i, feed := range []string{feedOf(t, a, ""), feedOf(t, moved, ""), answer.Body.String()} {
			for _, feed := range []string{feed, earlier.Replace(strings.ReplaceAll(feed, "\r\n ", ""))} {
				n := 3 - i/2
				if report := importCalendar(t, moved, icalendar.Options{}, file(t, "feed.ics", feed)); report.Count("events").Unchanged != n {
					t.Errorf("got %s, want %d unchanged events of\n%s", report, n, feed)
				}
			}
		}
		same(t, moved, "after all of them", want)
	})
}

// stopper ends a context once something was written to it.
type stopper struct{ stop context.CancelFunc }

func (s stopper) Write(p []byte) (int, error) {
	s.stop()
	return len(p), nil
}

// TestASeriesIsImportedWholeOrNotAtAll stops an import in its middle, and does it again.
func TestASeriesIsImportedWholeOrNotAtAll(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		var lines []string
		for _, title := range []string{"One", "Two", "Three"} {
			lines = append(lines, titled(title, weekly("RRULE:FREQ=DAILY;COUNT=260"))...)
		}
		file := calendar(t, lines...)
		a := open(t, url, testDeployment(t))
		ctx, stop := context.WithCancel(t.Context())
		_, err := icalendar.Import(ctx, a.API, []string{file}, icalendar.Options{Options: transfer.Options{Progress: stopper{stop}}})
		counts := map[string]int{}
		for _, e := range listAll(t, a, "events") {
			counts[fmt.Sprint(e["title"], e["series"] != nil)]++
		}
		if want := map[string]int{"Onetrue": 260, "Twotrue": 260}; err == nil || !cmp.Equal(want, counts) {
			t.Errorf("got %v, %v", counts, err)
		}
		importCalendar(t, a, icalendar.Options{}, file)
		whole := open(t, databases.SQLite(t), testDeployment(t))
		importCalendar(t, whole, icalendar.Options{}, file)
		_, want := exported(t, whole)
		_, got := exported(t, a)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-at once +in two runs)\n%.2000s", diff)
		}
	})
}
