package importer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/importer/icalendar"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

type js = map[string]any

// send writes over HTTP and returns the response, whose status must be of success.
func send(t *testing.T, a *service.Service, method, path string, body js) js {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(method, "http://localhost"+a.Env.Deployment.APIPath()+path, bytes.NewReader(text))
	r.RemoteAddr = "127.0.0.1:1"
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	a.Handler().ServeHTTP(answer, r)
	var got js
	if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || answer.Code >= http.StatusBadRequest {
		t.Fatalf("%s %s: %d %s", method, path, answer.Code, answer.Body)
	}
	return got
}

// jazz makes an event in Paris that repeats.
func jazz(t *testing.T, a *service.Service, title string, recurrence any) js {
	t.Helper()
	return send(t, a, http.MethodPost, "/events", js{
		"title": title, "start_date": "2026-12-01 19:00", "end_date": "2026-12-01 22:00", "timezone": "Europe/Paris",
		"categories": []string{"Music"}, "venue": js{"venue": "Club"}, "recurrence": recurrence,
	})
}

func eventPath(event js) string { return fmt.Sprintf("/events/%.0f", event["id"]) }

// seriesOf returns the ID of the series of an event, nil for none.
func seriesOf(event js) any {
	of, _ := event["series"].(js)
	return of["id"]
}

// datesOf writes the events of a series, one a line: ID, recurrence ID, start, title.
func datesOf(t *testing.T, a *service.Service, event js) string {
	t.Helper()
	var lines []string
	for id, e := range listAll(t, a, "events") {
		if of := seriesOf(e); of != nil && of == seriesOf(event) {
			lines = append(lines, fmt.Sprintf("%04d %v %v %v", id, e["recurrence_id"], e["start_date"], e["title"]))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// dateNumber returns a date of a series by its number, from 1 on.
func dateNumber(t *testing.T, a *service.Service, event js, n int) js {
	t.Helper()
	var id int64
	if _, err := fmt.Sscan(strings.Split(datesOf(t, a, event), "\n")[n-1], &id); err != nil {
		t.Fatal(err)
	}
	return get(t, a, fmt.Sprint("/events/", id))
}

func TestAnExportKeepsSeries(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		from := at(t, url, now.Add(-time.Hour))
		first := jazz(t, from, "Jazz", js{
			"rule": "FREQ=WEEKLY;BYDAY=TU", "except": []string{"2026-12-22 19:00"},
			"dates": []js{{"start_date": "2027-01-02 20:00", "end_date": "2027-01-02 23:30"}},
		})
		send(t, from, http.MethodPatch, eventPath(dateNumber(t, from, first, 3)), js{"title": "Gala", "start_date": "2026-12-15 20:00"})
		send(t, from, http.MethodPatch, eventPath(dateNumber(t, from, first, 9))+"?apply_to=following", js{"title": "Late jazz"})
		remove(t, from, eventPath(dateNumber(t, from, first, 2)))
		choir := jazz(t, from, "Choir", "FREQ=DAILY;COUNT=3")
		dir, want := exported(t, from)

		to := at(t, databases.SQLite(t), now.Add(-time.Hour))
		report := importFrom(t, to, dir)
		if got := report.Count("series"); got.Created != 3 || len(report.Problems) > 0 {
			t.Errorf("got %+v\n%s", got, report)
		}
		_, got := exported(t, to)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-first +second)\n%s", diff)
		}
		for _, n := range importFrom(t, to, dir).Counts {
			if n.Created+n.Updated+n.Skipped != 0 {
				t.Errorf("the second run does something: %+v", n)
			}
		}

		original, clone := at(t, url, now), to
		whole := eventPath(choir) + "?apply_to=all"
		send(t, original, http.MethodPatch, whole, js{"title": "Choirs", "recurrence": "FREQ=DAILY;COUNT=5"})
		send(t, original, http.MethodPatch, eventPath(first)+"?apply_to=all", js{"recurrence": nil})
		changes, _ := changed(t, original, now.Add(-time.Minute))
		if report := importFrom(t, clone, changes); report.Count("series").Updated != 1 || len(report.Problems) > 0 {
			t.Errorf("changes: %s", report)
		}
		_, want = exported(t, original)
		_, got = exported(t, clone)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after the changes: (-original +copy)\n%s", diff)
		}
	})
}

// TestASiteKeepsSeries reads a running service: with the rules of its series, as far as the caller
// may see them, and again after changes on both sides.
func TestASiteKeepsSeries(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		source, target := databases.SQLite(t), url
		from := at(t, source, now.Add(-time.Hour))
		first := jazz(t, from, "Jazz", js{
			"rule": "FREQ=WEEKLY;BYDAY=TU", "except": []string{"2026-12-22 19:00"},
			"dates": []js{{"start_date": "2027-01-02 20:00", "end_date": "2027-01-02 23:30"}},
		})
		send(t, from, http.MethodPatch, eventPath(first), js{"title": "Gala"})
		late := dateNumber(t, from, first, 9)
		send(t, from, http.MethodPatch, eventPath(late)+"?apply_to=following", js{"title": "Late jazz"})
		choir := jazz(t, from, "Choir", "FREQ=DAILY;COUNT=3")
		secret := jazz(t, from, "Secret", "FREQ=WEEKLY")
		shown := dateNumber(t, from, secret, 2)
		send(t, from, http.MethodPatch, eventPath(secret)+"?apply_to=all", js{"status": "draft"})
		send(t, from, http.MethodPatch, eventPath(shown), js{"status": "publish"})
		site := quick(t, serve(t, from), "")
		series := func(a *service.Service, event js) js {
			s := get(t, a, fmt.Sprint("/series/", seriesOf(event)))
			delete(s, "version")
			return s
		}
		same := func(to *service.Service, events ...js) {
			t.Helper()
			for _, event := range events {
				got := get(t, to, eventPath(event))
				if diff := cmp.Diff(series(from, get(t, from, eventPath(event))), series(to, got)); diff != "" {
					t.Errorf("series of %v (-want +got)\n%s", event["title"], diff)
				}
				if diff := cmp.Diff(datesOf(t, from, get(t, from, eventPath(event))), datesOf(t, to, got)); diff != "" {
					t.Errorf("dates of %v (-want +got)\n%s", event["title"], diff)
				}
			}
		}

		to := at(t, target, now)
		if report := importSite(t, to, site, transfer.Options{}); report.Count("series").Created != 4 {
			t.Errorf("got %s", report)
		}
		same(to, first, late, choir, secret)
		if again := importSite(t, to, site, transfer.Options{}); again.Count("series").Unchanged != 4 {
			t.Errorf("again: %s", again)
		}
		from, to = at(t, source, now.Add(time.Hour)), at(t, target, now.Add(2*time.Hour))
		site = quick(t, serve(t, from), "")
		send(t, from, http.MethodPatch, eventPath(choir)+"?apply_to=all", js{"title": "Choirs", "recurrence": "FREQ=DAILY;COUNT=5"})
		send(t, to, http.MethodPatch, eventPath(late)+"?apply_to=all", js{"title": "My jazz"})
		if report := importSite(t, to, site, transfer.Options{}); report.Count("series").Updated != 1 {
			t.Errorf("after changes: %s", report)
		}
		same(to, choir, first)

		visitor := at(t, databases.SQLite(t), now)
		from.Env.AuthDisabled = false
		importSite(t, visitor, site, transfer.Options{})
		from.Env.AuthDisabled = true
		same(visitor, choir, first)
		for id, e := range listAll(t, visitor, "events") {
			if s := seriesOf(e); e["title"] == "Secret" && s != nil {
				if shown := get(t, visitor, fmt.Sprint("/series/", s)); shown["rule"] != "" {
					t.Errorf("event %v has the hidden rule: %v", id, shown)
				}
			}
		}
	})
}

// The clocks of Paris go forward in the second night.
func TestDTENDIsByTheClockAndDURATIONIsExact(t *testing.T) {
	events := vevent("1", "SUMMARY:Club", "DTSTART;TZID=Europe/Paris:20270320T230000", "DTEND;TZID=Europe/Paris:20270321T050000", "RRULE:FREQ=WEEKLY;COUNT=3")
	events = append(events, vevent("2", "SUMMARY:Watch", "DTSTART;TZID=Europe/Paris:20270320T230000", "DURATION:PT6H", "RRULE:FREQ=WEEKLY;COUNT=3")...)
	ends := func(a *service.Service) map[string]string {
		found := map[string]string{}
		for _, e := range listAll(t, a, "events") {
			title := e["title"].(string)
			found[fmt.Sprint(title, " ", e["start_date"].(string)[5:10])] = e["end_date"].(string)[11:16]
			found[title+" lasts"] = fmt.Sprint(get(t, a, fmt.Sprint("/series/", seriesOf(e)))["duration"])
		}
		return found
	}
	want := map[string]string{
		"Club 03-20": "05:00", "Club 03-27": "05:00", "Club 04-03": "05:00", "Club lasts": "<nil>",
		"Watch 03-20": "05:00", "Watch 03-27": "06:00", "Watch 04-03": "05:00", "Watch lasts": "21600",
	}
	databases.Each(t, func(t *testing.T, url string) {
		a := at(t, url, now)
		importCalendar(t, a, icalendar.Options{}, calendar(t, events...))
		dir, _ := exported(t, a)
		fromExport, fromSite, fromFeeds := at(t, databases.SQLite(t), now), at(t, databases.SQLite(t), now), at(t, databases.SQLite(t), now)
		importFrom(t, fromExport, dir)
		importSite(t, fromSite, quick(t, serve(t, a), ""), transfer.Options{})
		for id := range 2 {
			response := httptest.NewRecorder()
			a.Handler().ServeHTTP(response, httptest.NewRequest(http.MethodGet, fmt.Sprintf("http://localhost%s/series/%d?format=ics", a.Env.Deployment.APIPath(), id+1), http.NoBody))
			importCalendar(t, fromFeeds, icalendar.Options{}, file(t, "series.ics", response.Body.String()))
		}
		for from, to := range map[string]*service.Service{"the file": a, "an export": fromExport, "a site": fromSite, "the feeds": fromFeeds} {
			if diff := cmp.Diff(want, ends(to)); diff != "" {
				t.Errorf("from %s (-want +got)\n%s", from, diff)
			}
			for _, e := range listAll(t, to, "events") {
				changed := send(t, to, http.MethodPatch, eventPath(e)+"?apply_to=all&dry_run=true", js{"start_date": e["start_date"].(string)[:11] + "22:00"})
				if changes := changed["series"].(js)["changes"].(js); len(changes["kept"].([]any)) > 0 {
					t.Errorf("from %s: an edit of all dates takes some for changed: %v", from, changes)
				}
			}
		}
	})
}

// TestASeriesGetsAnotherID imports a series into a service where its ID, and none of its
// events, belongs to another one.
func TestASeriesGetsAnotherID(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		from, to := open(t, databases.SQLite(t), testDeployment(t)), open(t, url, testDeployment(t))
		send(t, from, http.MethodPost, "/events", js{"title": "Gone", "start_date": "2026-12-01", "end_date": "2026-12-01"})
		remove(t, from, "/events/1?force=true")
		first := jazz(t, from, "Jazz", "FREQ=WEEKLY;COUNT=4")
		late := dateNumber(t, from, first, 3)
		send(t, from, http.MethodPatch, eventPath(late)+"?apply_to=following", js{"title": "Late"})
		dir, _ := exported(t, from)
		mine := send(t, to, http.MethodPost, "/events", js{
			"title": "Mine", "start_date": "2026-12-01", "end_date": "2026-12-01", "recurrence": "FREQ=DAILY;COUNT=1",
		})
		report := importFrom(t, to, dir)
		late = get(t, to, eventPath(late))
		if got := seriesOf(late); report.Count("series").Created != 2 || len(report.Problems) > 0 || got == 1 {
			t.Errorf("got %s\n%v", report, got)
		}
		first = get(t, to, eventPath(first))
		series := get(t, to, fmt.Sprint("/series/", seriesOf(late)))
		if got := datesOf(t, to, first); strings.Count(got, "Jazz") != 2 || series["previous"] != seriesOf(first) {
			t.Errorf("got %s\n%v", got, series)
		}
		if got := datesOf(t, to, mine); got != "0001 2026-12-01 00:00:00 2026-12-01 00:00:00 Mine" {
			t.Errorf("the series here: %s", got)
		}
	})
}

func TestABadSeriesLeavesItsDates(t *testing.T) {
	from := open(t, databases.SQLite(t), testDeployment(t))
	first, second := jazz(t, from, "Jazz", "FREQ=WEEKLY;COUNT=4"), jazz(t, from, "Choir", "FREQ=WEEKLY;COUNT=3")
	dir, files := exported(t, from)
	for name, bad := range map[string][2]string{
		"a rule that is none":          {`"rule":"FREQ=WEEKLY;COUNT=4"`, `"rule":"FREQ=HOURLY"`},
		"a template that is none":      {`"start_date":"2026-12-01 19:00:00","`, `"start_date":7,"`},
		"a value that is none":         {`"event_status":"scheduled"`, `"event_status":"unsure"`},
		"an invalid time":              {`"extended_to":"`, `"extended_to":"x`},
		"a date that it does not have": {`"except":[]`, `"except":["2026-12-02 19:00:00"]`},
	} {
		t.Run(name, func(t *testing.T) {
			to := open(t, databases.SQLite(t), testDeployment(t))
			broken := strings.Replace(files["series-1.json"], bad[0], bad[1], 1)
			if broken == files["series-1.json"] {
				t.Fatalf("no %s in %s", bad[0], broken)
			}
			series := file(t, "series-1.json", broken)
			report := importFrom(t, to, filepath.Join(dir, "events-1.json"), series)
			if len(listAll(t, to, "events")) != 7 || seriesOf(get(t, to, eventPath(first))) != nil {
				t.Errorf("got %s", datesOf(t, to, first))
			}
			if got := texts(report); len(got) != 1 || !strings.HasPrefix(got[0], "series 1: its dates are now separate events: ") {
				t.Errorf("got %q", got)
			}
			if diff := cmp.Diff(datesOf(t, from, second), datesOf(t, to, second)); diff != "" {
				t.Errorf("the other series: (-want +got)\n%s", diff)
			}
			importFrom(t, to, dir)
			if diff := cmp.Diff(datesOf(t, from, first), datesOf(t, to, first)); diff != "" {
				t.Errorf("once it is mended: (-want +got)\n%s", diff)
			}
		})
	}
}

func TestAnExportOfAnEarlierReleaseHasNoSeries(t *testing.T) {
	from, to := open(t, databases.SQLite(t), testDeployment(t)), open(t, databases.SQLite(t), testDeployment(t))
	first := jazz(t, from, "Jazz", "FREQ=WEEKLY;COUNT=4")
	dir, files := exported(t, from)
	old := file(t, "events-1.json", strings.NewReplacer(`"series":`, `"x":`, `"recurrence_id":`, `"y":`, `"modified_utc":"2026-11-20 12:00:00"`, `"modified_utc":"2026-11-20 12:00:05"`).Replace(files["events-1.json"]))
	if report := importFrom(t, to, old); len(listAll(t, to, "events")) != 4 || report.Skipped() > 0 {
		t.Errorf("got %s", report)
	}
	remove(t, to, "/events/1?force=true")
	importFrom(t, to, dir)
	want := datesOf(t, to, first)
	importFrom(t, to, old)
	if got := datesOf(t, to, first); got != want || got == "" {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestASeriesIsExtendedOnce moves a series while both services go on to extend it.
func TestASeriesIsExtendedOnce(t *testing.T) {
	databases.Each(t, func(t *testing.T, url string) {
		copied := databases.SQLite(t)
		from, to := at(t, url, now), at(t, copied, now)
		first := jazz(t, from, "Jazz", "FREQ=WEEKLY")
		gone := jazz(t, from, "Choir", "FREQ=WEEKLY")
		dir, _ := exported(t, from)
		importFrom(t, to, dir)
		later := now.AddDate(0, 0, 15)
		from, to = at(t, url, later), at(t, copied, later)
		remove(t, from, eventPath(gone)+"?apply_to=all&force=true")
		for _, a := range []*service.Service{to, from} {
			if err := a.API.Writes.ExtendSeries(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want := datesOf(t, from, first)
		dir, _ = changed(t, from, now.Add(time.Minute))
		for range 2 {
			report, err := transfer.Import(t.Context(), to.API, []string{dir}, transfer.Options{Delete: true})
			got := datesOf(t, to, first)
			if err != nil || len(report.Problems) > 0 || strings.Count(got, "\n") != strings.Count(want, "\n") ||
				strings.Count(want, "\n") < 100 || len(listAll(t, to, "events")) != len(listAll(t, from, "events")) {
				t.Errorf("%v\n%s\nwant %s\ngot %s", err, report, want, got)
			}
		}
		if series := get(t, to, fmt.Sprint("/series/", seriesOf(gone))); series["code"] != "rest-series-not-found" {
			t.Errorf("the deleted series: %v", series)
		}
	})
}
