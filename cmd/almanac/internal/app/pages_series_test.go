package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
)

// seriesDates returns the dates of a series, whatever their status.
func (s *site) seriesDates(series any) []js {
	s.t.Helper()
	var list []js
	found := s.must(http.StatusOK, http.MethodGet, fmt.Sprintf("/events?series=%v&per_page=50&status=any", series), nil)
	for _, e := range found.body["events"].([]any) {
		list = append(list, e.(js))
	}
	return list
}

// roundTrips returns how often a page that nobody has asked for yet waits for the store.
func (s *site) roundTrips(path string) int64 {
	s.t.Helper()
	ctx, counter := store.WithQueryStats(s.t.Context())
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, s.server.URL+path, nil))
	if w.Code != http.StatusOK {
		s.t.Fatalf("%s: status %d", path, w.Code)
	}
	return counter.RoundTrips()
}

func TestThePageOfADateSaysHowItRepeats(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2026, 6, 5, 12, 0, 0, 0, time.UTC))))
		first := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Jazz", js{
			"start_date": "2026-06-02 19:00", "end_date": "2026-06-02 22:00", "timezone": "Europe/Paris",
			"recurrence": js{"rule": "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630T170000Z", "except": []string{"2026-06-23 19:00"}},
		}))
		series := first.body["series"].(js)
		dates := s.seriesDates(series["id"])
		change := func(i int, fields js) {
			s.must(http.StatusOK, http.MethodPatch, fmt.Sprintf("/events/%v", dates[i]["id"]), fields)
		}
		change(2, js{"event_status": "canceled"})
		change(3, js{"status": "draft", "title": "Secret"})
		change(4, js{"hide_from_listings": true})
		change(5, js{"status": "private", "slug": "secret"})
		s.must(http.StatusOK, http.MethodDelete, fmt.Sprintf("/events/%v", dates[6]["id"]), nil)

		page := s.look(below(dates[1]["url"]))
		facts := strings.Join(page.texts("dd"), "\n")
		if !strings.Contains(facts, "Every Tuesday until June 30, 2027") {
			t.Errorf("the facts are %s", facts)
		}
		var next []string
		for _, item := range page.texts("li") {
			if strings.Contains(item, " · 7 pm") {
				next = append(next, strings.TrimSuffix(item, " · 7 pm – 10 pm"))
			}
		}
		want := []string{
			"Tue 16 Jun · 7 pm – 10 pm Canceled", "Tue 28 Jul", "Tue 4 Aug", "Tue 11 Aug", "Tue 18 Aug", "Tue 25 Aug",
		}
		if diff := cmp.Diff(want, next[:min(len(next), len(want))]); diff != "" {
			t.Errorf("the next dates are %q: %s", next, diff)
		}
		if folded := page.within("folded", "li"); len(next) != 50 || len(folded) != 40 || folded[39] != "Tue 29 Jun 2027 · 7 pm – 10 pm" {
			t.Errorf("of %d next dates are %d folded: %q", len(next), len(folded), folded)
		}
		for _, item := range s.look(below(dates[9]["url"])).texts("li") {
			if strings.HasPrefix(item, "Tue 4 Aug") {
				t.Error("the next dates of one in August have an earlier one")
			}
		}
		const toCalendar = `<summary class="button%s">Add to calendar</summary>`
		for i, class := range []string{" second", "", " second"} { // Past, to come, canceled.
			if !strings.Contains(s.page(http.MethodGet, below(dates[i]["url"]), nil).text, fmt.Sprintf(toCalendar, class)) {
				t.Errorf("the menu of date %d does not have the class button%s", i, class)
			}
		}
		links := page.attributes("a", "href")
		feed := fmt.Sprintf("/series/%v?format=ics", series["id"])
		for _, wanted := range []string{"../.." + below(dates[2]["url"]), "../../calendar/events/v1" + feed} {
			if !slices.Contains(links, wanted) {
				t.Errorf("nothing links to %s: %q", wanted, links)
			}
		}
		if !slices.ContainsFunc(links, func(l string) bool { return strings.HasPrefix(l, "webcal://") && strings.HasSuffix(l, feed) }) {
			t.Errorf("nothing leads to the series in a calendar program: %q", links)
		}
		if whole := s.page(http.MethodGet, below(dates[1]["url"]), nil).text; len(whole) > 60_000 || strings.Contains(strings.ToLower(whole), "secret") {
			t.Errorf("%d bytes, or something secret: %s", len(whole), whole)
		}
		wantSchedule := js{
			"@type": "Schedule", "repeatFrequency": "P1W", "byDay": []any{"https://schema.org/Tuesday"},
			"startDate": "2026-06-09", "endDate": "2027-06-30", "startTime": "19:00:00", "endTime": "22:00:00",
			"scheduleTimezone": "Europe/Paris", "exceptDate": []any{"2026-06-23"},
		}
		if diff := cmp.Diff(wantSchedule, page.jsonLD()["eventSchedule"]); diff != "" {
			t.Errorf("the schedule (-want +got):\n%s", diff)
		}
		single := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Single", js{"start_date": "2026-07-02 19:00", "end_date": "2026-07-02 22:00"}))
		s.look(below(dates[8]["url"])) // Identity and links are known from here on.
		if one, date := s.roundTrips(below(single.body["url"])), s.roundTrips(below(dates[9]["url"])); date != one+1 {
			t.Errorf("a date takes %d round trips and a single event %d", date, one)
		}
		list := s.page(http.MethodGet, "/?view=list", nil).text
		if events, marks := strings.Count(list, "<h3>"), strings.Count(list, ">Repeats<"); events < 5 || marks != events-1 {
			t.Errorf("%d events of a list are marked, of %d: %s", marks, events, list)
		}
		href := s.look("/?view=list").link("Group repeating events")
		once := s.look("/" + strings.TrimPrefix(href, "./"))
		if diff := cmp.Diff([]string{"Jazz", "Single"}, once.texts("h3")); diff != "" {
			t.Errorf("the list at %s has (-want +got)\n%s", href, diff)
		}
		const nextDates = "Next dates: Tue 16 Jun, Tue 28 Jul, Tue 4 Aug, Tue 11 Aug, Tue 18 Aug, Tue 25 Aug, Tue 1 Sep, Tue 8 Sep, Tue 15 Sep"
		if said := once.texts("p"); !slices.Contains(said, "Every Tuesday until June 30, 2027") || !slices.Contains(said, nextDates) {
			t.Errorf("the list says %q", said)
		}
		if back := once.link("Remove filter: Group repeating events"); back != "./?view=list" {
			t.Errorf("every date is shown again by %q", back)
		}
		if month := s.look("/?month=2026-06&collapse=series"); len(month.attributes("td", "class")) == 0 || month.link("Group repeating events") != "" {
			t.Error("a month does not show each date")
		}
		// One that is over leads to those that come.
		if over := s.look(below(dates[0]["url"])); !slices.Contains(over.texts("h2"), "Next dates") {
			t.Errorf("the page of a past date has the headings %q", over.texts("h2"))
		}
	})
}

func TestASitemapHasTheNextDateOfASeries(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		c := servicetest.NewClock(time.Date(2026, 6, 5, 12, 0, 0, 0, time.UTC))
		s := openSite(t, database, withPages, withClock(c))
		create := func(title string, more js) js {
			event := newEvent(title, js{"start_date": "2026-06-02 19:00", "end_date": "2026-06-02 22:00"})
			maps.Copy(event, more)
			return s.must(http.StatusCreated, http.MethodPost, "/events", event).body
		}
		create("Single", nil)
		create("Over", js{"recurrence": "FREQ=DAILY;COUNT=3"})
		create("Draft", js{"recurrence": "FREQ=DAILY", "status": "draft"})
		weekly := s.seriesDates(create("Weekly", js{"recurrence": "FREQ=WEEKLY"})["series"].(js)["id"])
		s.must(http.StatusOK, http.MethodPatch, fmt.Sprintf("/events/%v", weekly[1]["id"]), js{"status": "private"})
		listed := func() string {
			_, pages := s.sitemapPages()
			var slugs []string
			for address := range pages {
				slugs = append(slugs, strings.Trim(strings.TrimPrefix(below(address), "/event/"), "/"))
			}
			slices.Sort(slugs)
			return strings.Join(slugs, " ")
		}
		if got, want := listed(), "single weekly-2026-06-16"; got != want {
			t.Errorf("the sitemap has %s, want %s", got, want)
		}
		c.Advance(12 * 24 * time.Hour)
		if got, want := listed(), "single weekly-2026-06-23"; got != want {
			t.Errorf("later the sitemap has %s, want %s", got, want)
		}
	})
}

func TestSchedulesOfRules(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC))))
		for rule, want := range map[string]js{
			"FREQ=MONTHLY;BYDAY=1TU;COUNT=4":          {"repeatFrequency": "P1M", "byDay": []any{"1TU"}, "repeatCount": 4.0},
			"FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=2,16": {"repeatFrequency": "P2M", "byMonthDay": []any{2.0, 16.0}},
			"FREQ=YEARLY":                                    {"repeatFrequency": "P1Y", "byMonth": []any{6.0}, "byMonthDay": []any{2.0}},
			"FREQ=DAILY;INTERVAL=3":                          {"repeatFrequency": "P3D"},
			"FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=2":         nil,
			"FREQ=MONTHLY;BYMONTHDAY=-29":                    nil,
			"FREQ=YEARLY;BYYEARDAY=153":                      nil,
			"RDATE:20260801T190000":                          nil,
			"FREQ=MONTHLY;BYMONTHDAY=2;SKIP=FORWARD;COUNT=3": nil,
		} {
			event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Jazz", js{
				"start_date": "2026-06-02 19:00", "end_date": "2026-06-02 22:00", "timezone": "Europe/Paris", "recurrence": rule,
			}))
			got, _ := s.look(below(event.body["url"])).jsonLD()["eventSchedule"].(js)
			if want != nil {
				want["@type"], want["startDate"], want["startTime"], want["endTime"] = "Schedule", "2026-06-02", "19:00:00", "22:00:00"
				want["scheduleTimezone"] = "Europe/Paris"
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", rule, diff)
			}
		}
	})
}
