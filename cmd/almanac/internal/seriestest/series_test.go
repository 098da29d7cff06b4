package seriestest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"almanac/generated"
	"almanac/runtime/audit"
	"almanac/runtime/auth"
	"almanac/runtime/maintain"
	"almanac/runtime/mutate"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
	"almanac/runtime/store/storetest"
)

func TestMain(m *testing.M) { storetest.MainAlone(m) }

// migrated is a database with the schema.
var migrated = storetest.NewTemplate(func(url string) error {
	d := generated.Service()
	s, err := service.Open(context.Background(), d, service.Config{
		Database: url, Deployment: d.Deployment(), Migrate: true, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	return s.Close()
})

type js = map[string]any

// site is a service with an editor.
type site struct {
	*servicetest.Server
	t *testing.T
}

// each runs a test on both stores.
func each(t *testing.T, test func(s *site)) {
	t.Helper()
	migrated.Each(t, func(t *testing.T, url string) {
		s := &site{servicetest.New(t, url, generated.Service()), t}
		s.AddUser("editor", auth.RoleEditor)
		test(s)
	})
}

// logTo has everything logged to a buffer.
func logTo(log *bytes.Buffer) func(*service.Config) {
	return func(c *service.Config) {
		c.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
}

// do sends a request as the editor and returns the body of the response, which must have the
// status.
func (s *site) do(method, path string, body any, status int) js {
	s.t.Helper()
	return s.as("editor", method, path, body, status)
}

func (s *site) as(user, method, path string, body any, status int) js {
	s.t.Helper()
	r := s.Send(user, method, path, body)
	if r.Status != status {
		s.t.Fatalf("%s %s: status %d, want %d: %s", method, path, r.Status, status, r.Body)
	}
	var found js
	r.Decode(s.t, &found)
	return found
}

// exec executes a statement that no request can.
func (s *site) exec(sql string, args ...any) {
	s.t.Helper()
	err := s.Store.RunInTx(s.t.Context(), func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: sql, Args: args})
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// create makes an event in Paris from 19:00 to 22:00 that repeats from the 2nd of June 2026, a
// Tuesday.
func (s *site) create(recurrence any, more js) js {
	s.t.Helper()
	body := js{
		"title": "Jazz", "start_date": "2026-06-02 19:00:00", "end_date": "2026-06-02 22:00:00", "timezone": "Europe/Paris",
		"recurrence": recurrence,
	}
	for name, value := range more {
		body[name] = value
	}
	return s.do(http.MethodPost, "events", body, http.StatusCreated)
}

func number(v any) int64 {
	n, _ := v.(float64)
	return int64(n)
}

func path(event js, query string) string {
	return "events/" + strconv.FormatInt(number(event["id"]), 10) + query
}

func seriesOf(event js) js {
	series, _ := event["series"].(js)
	return series
}

// dates returns the events of a series, by their starts.
func (s *site) dates(series any, query string) []js {
	s.t.Helper()
	var list []js
	page := s.do(http.MethodGet, fmt.Sprintf("events?series=%d&per_page=50&orderby=start_date%s", number(series), query), nil, http.StatusOK)
	for _, e := range page["events"].([]any) {
		list = append(list, e.(js))
	}
	return list
}

// show writes dates one a line: start, and what a test is about.
func show(list []js, member string) string {
	var lines []string
	for _, e := range list {
		line := fmt.Sprint(e["start_date"].(string)[5:16])
		if member != "" {
			line += fmt.Sprintf(" %v", e[member])
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func (s *site) equal(what, want, got string) {
	s.t.Helper()
	want = strings.ReplaceAll(strings.TrimSpace(want), "\t", "")
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

func TestEachDateOfASeriesIsAnEvent(t *testing.T) {
	each(t, func(s *site) {
		first := s.create(js{
			"rule":   "FREQ=WEEKLY;BYDAY=TU;COUNT=4",
			"except": []string{"2026-06-16 19:00"},
			"dates":  []js{{"start_date": "2026-06-20 20:00", "end_date": "2026-06-20 23:30"}},
		}, js{"categories": []string{"Music"}, "venue": js{"venue": "Club"}})
		series := seriesOf(first)
		if got := fmt.Sprint(first["slug"], first["recurrence_id"], series["occurrences"], series["version"]); got != "jazz-2026-06-022026-06-02 19:00:004 1" {
			s.t.Errorf("got %s", got)
		}
		list := s.dates(series["id"], "")
		s.equal("slugs", `06-02 19:00 jazz-2026-06-02
			06-09 19:00 jazz-2026-06-09
			06-20 20:00 jazz-2026-06-20
			06-23 19:00 jazz-2026-06-23`, show(list, "slug"))
		s.equal("ends", `06-02 19:00 2026-06-02 22:00:00
			06-09 19:00 2026-06-09 22:00:00
			06-20 20:00 2026-06-20 23:30:00
			06-23 19:00 2026-06-23 22:00:00`, show(list, "end_date"))
		venue := list[0]["venue"].(js)["id"]
		for _, e := range list {
			if e["venue"].(js)["id"] != venue || len(e["categories"].([]any)) != 1 {
				s.t.Errorf("%v has the venue %v and the categories %v", e["slug"], e["venue"], e["categories"])
			}
		}
		if category := s.do(http.MethodGet, "categories", nil, http.StatusOK)["categories"].([]any)[0].(js); number(category["count"]) != 4 {
			s.t.Errorf("the category counts %v events, want 4", category["count"])
		}
		if later := s.create(js{"rule": "FREQ=WEEKLY;COUNT=3", "except": []string{"2026-06-02 19:00"}}, js{"title": "Late"}); later["slug"] != "late-2026-06-09" {
			s.t.Errorf("without its first date a series begins with %v", later["slug"])
		}
		single := s.do(http.MethodPost, "events", js{"title": "One", "start_date": "2026-06-02", "end_date": "2026-06-02"}, http.StatusCreated)
		if _, ok := single["series"]; ok || single["recurrence_id"] != nil {
			s.t.Errorf("a single event has %v and %v", single["series"], single["recurrence_id"])
		}
		visitor := s.as("", http.MethodGet, "events?search=Jazz", nil, http.StatusOK)
		if number(visitor["total"]) != 4 {
			s.t.Errorf("a visitor finds %v", visitor["total"])
		}
	})
}

func TestEditsOfASeriesKeepWhatWasChangedForOneDate(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("RRULE:FREQ=WEEKLY;COUNT=5", nil)
		id := seriesOf(first)["id"]
		list := s.dates(id, "")
		s.do(http.MethodPatch, path(list[1], ""), js{"title": "Gala", "start_date": "2026-06-09 20:00", "end_date": "2026-06-09 23:00"}, http.StatusOK)
		s.do(http.MethodPatch, path(list[2], ""), js{"event_status": "canceled"}, http.StatusOK)

		dry := s.do(http.MethodPatch, path(list[3], "?apply_to=all&dry_run=true"), js{"title": "Blues"}, http.StatusOK)
		changes := seriesOf(dry)["changes"].(js)
		next, text := changes["next"].([]any), changes["text"]
		delete(changes, "next")
		delete(changes, "text")
		s.equal("dry run", "map[created:0 detached:[] kept:["+fmt.Sprint(list[1]["id"])+"] removed:0 updated:4]", fmt.Sprint(changes))
		s.equal("dates of a dry run", "5 map[end_date:2026-06-09 23:00:00 start_date:2026-06-09 20:00:00]", fmt.Sprint(len(next), " ", next[1]))
		s.equal("a dry run in words", "Every Tuesday, 5 times", text.(string))
		s.equal("after a dry run", "06-02 19:00 Jazz\n06-09 20:00 Gala\n06-16 19:00 Jazz\n06-23 19:00 Jazz\n06-30 19:00 Jazz", show(s.dates(id, ""), "title"))

		s.do(http.MethodPatch, path(list[3], "?apply_to=all"), js{"title": "Blues", "start_date": "2026-06-23 18:00", "end_date": "2026-06-23 21:00"}, http.StatusOK)
		s.equal("all", "06-02 18:00 Blues\n06-09 20:00 Gala\n06-16 18:00 Blues\n06-23 18:00 Blues\n06-30 18:00 Blues", show(s.dates(id, ""), "title"))
		s.equal("cancelled", "06-02 18:00 <nil>\n06-09 20:00 <nil>\n06-16 18:00 canceled\n06-23 18:00 <nil>\n06-30 18:00 <nil>", show(s.dates(id, ""), "event_status"))

		s.do(http.MethodPatch, path(list[0], "?apply_to=all&overrides=replace"), js{"title": "Swing"}, http.StatusOK)
		s.equal("a field replaced", "06-02 18:00 Swing\n06-09 20:00 Swing\n06-16 18:00 Swing\n06-23 18:00 Swing\n06-30 18:00 Swing", show(s.dates(id, ""), "title"))
		s.do(http.MethodPatch, path(list[0], "?apply_to=all&overrides=replace"), js{"start_date": "2026-06-02 17:00", "end_date": "2026-06-02 20:00"}, http.StatusOK)
		s.equal("times replaced", "06-02 17:00 <nil>\n06-09 17:00 <nil>\n06-16 17:00 canceled\n06-23 17:00 <nil>\n06-30 17:00 <nil>", show(s.dates(id, ""), "event_status"))
	})
}

func TestADateBesideTheRuleMovesWithTheOthersAndKeepsItsLength(t *testing.T) {
	each(t, func(s *site) {
		first := s.create(js{"rule": "FREQ=WEEKLY;COUNT=2", "dates": []js{{"start_date": "2026-06-20 20:00", "end_date": "2026-06-20 23:30"}}}, nil)
		s.do(http.MethodPatch, path(first, "?apply_to=all"), js{"start_date": "2026-06-02 18:00", "end_date": "2026-06-02 21:00"}, http.StatusOK)
		s.equal("ends", "06-02 18:00 2026-06-02 21:00:00\n06-09 18:00 2026-06-09 21:00:00\n06-20 19:00 2026-06-20 22:30:00", show(s.dates(seriesOf(first)["id"], ""), "end_date"))
	})
}

func TestFollowingDatesGetASeriesOfTheirOwn(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("RRULE:FREQ=WEEKLY;COUNT=6", nil)
		id := seriesOf(first)["id"]
		list := s.dates(id, "")
		s.do(http.MethodDelete, path(list[4], ""), nil, http.StatusOK)
		changed := s.do(http.MethodPatch, path(list[3], "?apply_to=following"), js{"start_date": "2026-06-24 19:00", "end_date": "2026-06-24 22:00"}, http.StatusOK)
		next := seriesOf(changed)["id"]
		if next == id || seriesOf(changed)["occurrences"] != 2.0 {
			s.t.Errorf("the series is %v of %v", changed["series"], id)
		}
		s.equal("before", "06-02 19:00\n06-09 19:00\n06-16 19:00", show(s.dates(id, ""), ""))
		s.equal("following", "06-24 19:00\n07-08 19:00", show(s.dates(next, ""), ""))
		s.do(http.MethodPatch, path(list[4], ""), js{"status": "publish"}, http.StatusOK)
		s.equal("restored", "06-24 19:00\n07-01 19:00\n07-08 19:00", show(s.dates(next, ""), ""))
		for i, e := range slices.Concat(s.dates(id, ""), s.dates(next, "")) {
			if e["id"] != list[i]["id"] {
				s.t.Errorf("date %d has the ID %v, want %v", i, e["id"], list[i]["id"])
			}
		}
		s.do(http.MethodDelete, path(list[4], "?apply_to=following"), nil, http.StatusOK)
		s.equal("left", "06-24 19:00", show(s.dates(next, ""), ""))
		s.do(http.MethodDelete, path(list[0], "?apply_to=all&force=true"), nil, http.StatusOK)
		s.equal("deleted", "", show(s.dates(id, ""), ""))
	})
}

func TestARuleIsChangedAndEnded(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("RRULE:FREQ=WEEKLY;COUNT=4", nil)
		id := seriesOf(first)["id"]
		list := s.dates(id, "")
		s.do(http.MethodPatch, path(list[1], ""), js{"title": "Gala"}, http.StatusOK)
		changed := s.do(http.MethodPatch, path(first, "?apply_to=all"), js{"recurrence": "FREQ=WEEKLY;INTERVAL=2;COUNT=4"}, http.StatusOK)
		s.equal("changes", "map[created:2 detached:["+fmt.Sprint(list[1]["id"])+"] kept:[] removed:1 updated:0]", fmt.Sprint(seriesOf(changed)["changes"]))
		s.equal("every other week", "06-02 19:00\n06-16 19:00\n06-30 19:00\n07-14 19:00", show(s.dates(id, ""), ""))
		gala := s.do(http.MethodGet, path(list[1], ""), nil, http.StatusOK)
		if gala["series"] != nil || gala["title"] != "Gala" {
			s.t.Errorf("a changed date is %v of %v", gala["title"], gala["series"])
		}
		for _, query := range []string{"?apply_to=all&dry_run=true", "?apply_to=all"} {
			ended := s.do(http.MethodPatch, path(list[2], query), js{"recurrence": nil}, http.StatusOK)
			s.equal("ended", "map[changes:map[created:0 detached:[] kept:[] removed:3 updated:0]]", fmt.Sprint(ended["series"]))
		}
		ended := s.do(http.MethodGet, path(list[2], ""), nil, http.StatusOK)
		if ended["series"] != nil || ended["start_date"] != "2026-06-16 19:00:00" {
			s.t.Errorf("a single event is %v of %v", ended["start_date"], ended["series"])
		}
		s.equal("ended", "", show(s.dates(id, ""), ""))
		again := s.do(http.MethodPatch, path(list[2], ""), js{"recurrence": "FREQ=DAILY;COUNT=3"}, http.StatusOK)
		s.equal("again", "06-16 19:00 Jazz\n06-17 19:00 Jazz\n06-18 19:00 Jazz", show(s.dates(seriesOf(again)["id"], ""), "title"))
	})
}

func TestSeriesWithoutAnEndAreExtended(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=MONTHLY;BYDAY=1TU", nil)
		id := seriesOf(first)["id"]
		if n := len(s.dates(id, "")); n != 24 {
			s.t.Errorf("%d dates, want 24 within 24 months", n)
		}
		s.Clock.Advance(70 * 24 * time.Hour)
		for range 2 {
			if err := s.API.Writes.ExtendSeries(s.t.Context()); err != nil {
				s.t.Fatal(err)
			}
		}
		list := s.dates(id, "")
		if n := len(list); n != 27 || list[26]["start_date"] != "2028-08-01 19:00:00" {
			s.t.Errorf("%d dates, the last at %v", n, list[n-1]["start_date"])
		}

		s.Env.Deployment.SeriesMonths = 3 // What is there stays.
		ends := s.create("FREQ=MONTHLY;COUNT=9", js{"start_date": "2026-09-01 19:00", "end_date": "2026-09-01 20:00"})
		for i, want := range []int{27, 3} {
			event := []js{first, ends}[i]
			s.do(http.MethodPatch, path(event, "?apply_to=all"), js{"title": "Blues"}, http.StatusOK)
			if n := len(s.dates(seriesOf(event)["id"], "")); n != want {
				s.t.Errorf("with a shorter horizon a series has %d dates, want %d", n, want)
			}
		}
		s.Env.Deployment.SeriesMonths = 46
		if err := s.API.Writes.ExtendSeries(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
		s.Env.Deployment.SeriesMonths = 3
		s.do(http.MethodPatch, path(ends, "?apply_to=all"), js{"title": "Swing"}, http.StatusOK)
		for i, want := range []int{49, 9} {
			event := []js{first, ends}[i]
			if n := len(s.dates(seriesOf(event)["id"], "")); n != want {
				s.t.Errorf("with a longer horizon a series has %d dates, want %d", n, want)
			}
		}
	})
}

func TestASeriesThatCannotBeExtendedStopsNoOther(t *testing.T) {
	migrated.Each(t, func(t *testing.T, url string) {
		var log bytes.Buffer
		refuses := false
		s := &site{servicetest.New(t, url, generated.Service(), logTo(&log), servicetest.WithHooks(mutate.Hooks[*generated.Event]{
			BeforeSave: func(_ context.Context, _ *mutate.Mutation, change mutate.Change[*generated.Event]) error {
				if refuses && change.Next.Title == "Refused" {
					return errors.New("no more of them")
				}
				return nil
			},
		})), t}
		s.AddUser("editor", auth.RoleEditor)
		var series []any
		for _, title := range []string{"Jazz", "Broken", "Choir", "Refused", "Swing"} {
			series = append(series, seriesOf(s.create("FREQ=MONTHLY;BYDAY=1TU", js{"title": title}))["id"])
		}
		s.exec("UPDATE record_series SET rule = 'FREQ=NEVER' WHERE id = $1", number(series[1]))
		refuses = true
		s.Clock.Advance(70 * 24 * time.Hour)
		for range 2 {
			log.Reset()
			if err := s.API.Writes.ExtendSeries(t.Context()); err == nil || err.Error() != "2 series were not extended" {
				t.Errorf("the error is %v", err)
			}
			for i, want := range []int{27, 24, 27, 24, 27} {
				logged := strings.Count(log.String(), fmt.Sprintf(`msg="series not extended" series=%d `, number(series[i])))
				if n := len(s.dates(series[i], "")); n != want || (logged == 1) != (want == 24) {
					t.Errorf("series %v has %d dates, want %d, and is logged %d times", series[i], n, want, logged)
				}
			}
		}
	})
}

func TestASeriesThatComesBackFromTheTrashGoesOn(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=MONTHLY;BYDAY=1TU", nil)
		id := seriesOf(first)["id"]
		extend := func() {
			s.Clock.Advance(70 * 24 * time.Hour)
			if err := s.API.Writes.ExtendSeries(s.t.Context()); err != nil {
				s.t.Fatal(err)
			}
		}
		s.do(http.MethodDelete, path(first, "?apply_to=all"), nil, http.StatusOK)
		extend()
		s.do(http.MethodPatch, path(first, "?apply_to=all"), js{"title": "Blues"}, http.StatusOK)
		s.equal("in the trash", "", show(s.dates(id, ""), ""))
		s.do(http.MethodPatch, path(first, ""), js{"status": "publish"}, http.StatusOK)
		extend()
		s.equal("one is back, and new ones come", "06-02 19:00\n06-06 19:00\n07-04 19:00\n08-01 19:00\n09-05 19:00\n10-03 19:00", show(s.dates(id, ""), ""))
		s.do(http.MethodPatch, path(first, "?apply_to=all&overrides=replace"), js{"status": "publish"}, http.StatusOK)
		if n := len(s.dates(id, "")); n != 29 {
			s.t.Errorf("%d dates, want all 29", n)
		}
		s.Clock.Advance(70 * 24 * time.Hour)
		trashed := s.do(http.MethodPatch, path(first, "?apply_to=all&overrides=replace"), js{"status": "trash"}, http.StatusOK)
		s.equal("dates go to the trash, and none is made there", "map[created:0 detached:[] kept:[] removed:0 updated:29]", fmt.Sprint(seriesOf(trashed)["changes"]))
	})
}

func TestARuleThatCannotBeIsRefused(t *testing.T) {
	each(t, func(s *site) {
		for rule, want := range map[string]string{
			"FREQ=HOURLY":                         "FREQ: expected one of DAILY, WEEKLY, MONTHLY, YEARLY",
			"FREQ=WEEKLY;BYDAY=WE":                "the next date that it has is 2026-06-03 19:00:00",
			"FREQ=WEEKLY;COUNT=3;UNTIL=2027":      "use COUNT or UNTIL, not both",
			"FREQ=WEEKLY;UNTIL=20260630":          "UNTIL: expected a time in UTC",
			"FREQ=WEEKLY;UNTIL=20260101T0000Z":    "UNTIL: expected a time in UTC",
			"FREQ=WEEKLY;UNTIL=20260101T000000Z":  "UNTIL: expected the start or a later time",
			"FREQ=WEEKLY;BYDAY=5FR":               "BYDAY: numbered days such as 2TU need FREQ=MONTHLY",
			"FREQ=MONTHLY;BYWEEKNO=3":             "BYWEEKNO needs FREQ=YEARLY",
			"FREQ=DAILY;INTERVAL=1000":            "INTERVAL: expected a number from 1 to 999",
			"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30": "has no date within 10 years",
			"EXDATE:20260602T190000":              "expected an object such as",
			"FREQ=WEEKLY\nEXDATE:20260603T190000": "there is no date 2026-06-03 19:00:00 to leave out",
		} {
			body := s.do(http.MethodPost, "events", js{
				"title": "Jazz", "start_date": "2026-06-02 19:00:00", "end_date": "2026-06-02 22:00:00", "timezone": "Europe/Paris",
				"recurrence": rule,
			}, http.StatusBadRequest)
			if text := fmt.Sprint(body); !strings.Contains(text, want) {
				s.t.Errorf("%s: %s, want %s", rule, text, want)
			}
		}
	})
}

func TestASeriesIsReadableWithADateThatIs(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=WEEKLY;COUNT=3", js{"status": "draft"})
		route := fmt.Sprintf("series/%d", number(seriesOf(first)["id"]))
		s.as("", http.MethodGet, route, nil, http.StatusNotFound)
		if r := s.Send("", http.MethodGet, "series", nil); string(r.Body) != "[]\n" && string(r.Body) != "[]" || r.Header.Get("X-TEC-Total") != "0" {
			s.t.Errorf("a visitor reads %s of %s", r.Body, r.Header.Get("X-TEC-Total"))
		}
		s.do(http.MethodPatch, path(first, ""), js{"status": "publish"}, http.StatusOK)
		seen, all := s.as("", http.MethodGet, route, nil, http.StatusOK), s.do(http.MethodGet, route, nil, http.StatusOK)
		if seen["occurrences"] != 1.0 || all["occurrences"] != 3.0 || all["rule"] != "FREQ=WEEKLY;COUNT=3" || all["start_date"] != "2026-06-02 19:00:00" {
			s.t.Errorf("a visitor reads %v, the editor %v", seen, all)
		}
		if got := s.as("", http.MethodGet, path(first, ""), nil, http.StatusOK); seriesOf(got)["occurrences"] != 1.0 {
			s.t.Errorf("a visitor reads the series %v", got["series"])
		}
	})
}

func TestWhoMayNotChangeADateMayNotChangeTheSeries(t *testing.T) {
	each(t, func(s *site) {
		s.AddUser("author", auth.RoleAuthor)
		first := s.create("FREQ=WEEKLY;COUNT=3", nil)
		list := s.dates(seriesOf(first)["id"], "")
		author, err := s.Env.Users.Find(s.t.Context(), "author")
		if err != nil {
			s.t.Fatal(err)
		}
		s.do(http.MethodPatch, path(list[0], ""), js{"author": author.ID}, http.StatusOK)
		s.as("author", http.MethodPatch, path(list[0], ""), js{"title": "Mine"}, http.StatusOK)
		s.as("author", http.MethodPatch, path(list[0], "?apply_to=all"), js{"title": "Ours"}, http.StatusForbidden)
		s.as("author", http.MethodDelete, path(list[0], "?apply_to=all"), nil, http.StatusForbidden)
		dry := s.as("author", http.MethodPatch, path(list[0], "?apply_to=all&dry_run=true"), js{"title": "Ours"}, http.StatusOK)
		var refused []any
		for _, f := range seriesOf(dry)["changes"].(js)["faults"].([]any) {
			refused = append(refused, f.(js)["id"], f.(js)["code"])
		}
		s.equal("faults of a dry run", fmt.Sprint(list[1]["id"], "rest_forbidden", list[2]["id"], "rest_forbidden"), fmt.Sprint(refused...))
		s.as("", http.MethodPatch, path(list[0], "?apply_to=all"), js{"title": "Ours"}, http.StatusUnauthorized)
		s.do(http.MethodPatch, path(list[2], ""), js{"status": "draft", "start_date": "2026-06-17 04:05", "end_date": "2026-06-17 06:05"}, http.StatusOK)
		s.as("author", http.MethodPatch, path(list[0], "?apply_to=all&dry_run=true"), js{"title": "Ours"}, http.StatusForbidden) // Nothing of a hidden date.
	})
}

func TestAChangedSeriesIsNotOverwritten(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=WEEKLY;COUNT=3", nil)
		s.do(http.MethodPatch, path(first, "?apply_to=all&series_version=1"), js{"title": "Blues"}, http.StatusOK)
		s.do(http.MethodPatch, path(first, "?apply_to=all&series_version=1"), js{"title": "Swing"}, http.StatusConflict)
		same := s.do(http.MethodPatch, path(first, "?apply_to=all&series_version=2"), js{"title": "Blues", "categories": []int{}}, http.StatusOK)
		s.equal("the version after a write that changes nothing", "2", fmt.Sprint(seriesOf(same)["version"]))
		s.do(http.MethodPatch, path(first, "?apply_to=all"), js{"title": "Swing", "slug": "swing"}, http.StatusBadRequest)
		s.do(http.MethodPatch, path(first, ""), js{"recurrence": "FREQ=DAILY"}, http.StatusBadRequest)
		s.do(http.MethodPatch, path(first, "?apply_to=some"), js{"title": "Swing"}, http.StatusBadRequest)
		list := s.dates(seriesOf(first)["id"], "")
		s.equal("left", "06-02 19:00 Blues\n06-09 19:00 Blues\n06-16 19:00 Blues", show(list, "title"))
		said := func(e js) string { return fmt.Sprint(seriesOf(e)["version"], " ", seriesOf(e)["occurrences"]) }
		s.equal("the series of a date in the trash", "2 2", said(s.do(http.MethodDelete, path(list[2], ""), nil, http.StatusOK)))
		s.equal("the series of a deleted date", "3 2", said(s.do(http.MethodDelete, path(list[2], "?force=true"), nil, http.StatusOK)))
	})
}

func TestDatesKeepTheTimeOfTheDayWhenClocksChange(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=WEEKLY;COUNT=3", js{"start_date": "2026-10-17 02:30", "end_date": "2026-10-17 04:30"})
		var got []string
		for _, e := range s.dates(seriesOf(first)["id"], "") {
			got = append(got, fmt.Sprint(e["start_date"], " = ", e["utc_start_date"], " to ", e["end_date"]))
		}
		s.equal("dates", `2026-10-17 02:30:00 = 2026-10-17 00:30:00 to 2026-10-17 04:30:00
			2026-10-24 02:30:00 = 2026-10-24 00:30:00 to 2026-10-24 04:30:00
			2026-10-31 02:30:00 = 2026-10-31 01:30:00 to 2026-10-31 04:30:00`, strings.Join(got, "\n"))
		day := s.create("FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20260831", js{"start_date": "2026-06-30", "end_date": "2026-06-30", "all_day": true})
		s.equal("whole days", "06-30 00:00 2026-06-30 23:59:59\n07-31 00:00 2026-07-31 23:59:59\n08-31 00:00 2026-08-31 23:59:59",
			show(s.dates(seriesOf(day)["id"], ""), "end_date"))
		moved := s.do(http.MethodPatch, path(first, "?apply_to=all"), js{"timezone": "America/New_York"}, http.StatusOK)
		if moved["utc_start_date"] != "2026-10-17 06:30:00" {
			s.t.Errorf("in New York it begins at %v", moved["utc_start_date"])
		}
	})
}

// The clocks of Paris go back in the night of the 25th of October 2026, and forward in that of the
// 28th of March 2027.
func TestNightsEndAtTheSameTimeOfTheDayWhenClocksChange(t *testing.T) {
	night := js{"start_date": "2026-10-23 23:00", "end_date": "2026-10-24 05:00"}
	nights := func(s *site, e js) string {
		s.t.Helper()
		var lines []string
		for _, e := range s.dates(seriesOf(e)["id"], "&start_date=2026-01-01") {
			lines = append(lines, fmt.Sprint(e["start_date"].(string)[5:16], " to ", e["end_date"].(string)[11:16], " = ", e["utc_end_date"].(string)[11:16]))
		}
		return strings.Join(lines, "\n")
	}
	each(t, func(s *site) {
		first := s.create("FREQ=DAILY;COUNT=3", night)
		s.equal("dates", `10-23 23:00 to 05:00 = 03:00
			10-24 23:00 to 05:00 = 04:00
			10-25 23:00 to 05:00 = 04:00`, nights(s, first))
		list := s.dates(seriesOf(first)["id"], "")
		longer := s.do(http.MethodPatch, path(list[1], "?apply_to=all"), js{"title": "Club", "end_date": "2026-10-25 06:00"}, http.StatusOK)
		if changes := seriesOf(longer)["changes"].(js); number(changes["updated"]) != 3 || len(changes["kept"].([]any)) > 0 {
			s.t.Errorf("an hour longer, from the night of the change: %v", changes)
		}
		s.do(http.MethodPatch, path(list[1], "?apply_to=following"), js{"start_date": "2026-10-24 22:00", "end_date": "2026-10-25 05:00"}, http.StatusOK)
		s.equal("earlier from the night of the change on", `10-24 22:00 to 05:00 = 04:00
			10-25 22:00 to 05:00 = 04:00`, nights(s, s.do(http.MethodGet, path(list[1], ""), nil, http.StatusOK)))
		s.equal("the night before", `10-23 23:00 to 06:00 = 04:00`, nights(s, first))

		skipped := s.create("FREQ=DAILY;COUNT=3", js{"start_date": "2027-03-26 23:00", "end_date": "2027-03-27 02:30"})
		list = s.dates(seriesOf(skipped)["id"], "")
		for count, scope := range []string{"following", "all"} {
			s.do(http.MethodPatch, path(list[1], "?apply_to="+scope), js{"recurrence": fmt.Sprintf("FREQ=DAILY;COUNT=%d", count+2)}, http.StatusOK)
		}
		s.equal("until a time that the clocks skip", `03-27 23:00 to 03:30 = 01:30
			03-28 23:00 to 02:30 = 00:30
			03-29 23:00 to 02:30 = 00:30`, nights(s, s.do(http.MethodGet, path(list[1], ""), nil, http.StatusOK)))

		twice := s.create("FREQ=DAILY;COUNT=2", js{"start_date": "2026-10-25T02:50:00+02:00", "end_date": "2026-10-25T02:10:00+01:00"})
		s.equal("from one of two equal hours into the other", `10-25 02:50 to 02:10 = 01:10
			10-26 02:50 to 03:10 = 02:10`, nights(s, twice))
	})
}

func TestAnUpgradeHasNightsEndByTheClockThatNobodyChanged(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=DAILY;COUNT=5", js{"start_date": "2026-10-23 23:00", "end_date": "2026-10-24 05:00"})
		list := s.dates(seriesOf(first)["id"], "")
		until := func(e js, end, utc string) { // As release 1.1.0 stored it.
			s.exec("UPDATE events SET end_date = $1, utc_end_date = $2 WHERE id = $3", end, utc, number(e["id"]))
		}
		until(list[1], "2026-10-25 04:00:00", "2026-10-25 03:00:00")
		until(list[2], "2026-10-26 04:00:00", "2026-10-26 03:00:00") // By hand.
		upgrade := func() []js {
			s.exec("DELETE FROM schema_metadata WHERE name LIKE 'series_ends/%'")
			if err := maintain.Recompute(t.Context(), s.Store, s.Env.Resources, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			return s.dates(seriesOf(first)["id"], "")
		}
		upgraded := upgrade()
		s.equal("ends", `10-23 23:00 2026-10-24 05:00:00
			10-24 23:00 2026-10-25 05:00:00
			10-25 23:00 2026-10-26 04:00:00
			10-26 23:00 2026-10-27 05:00:00
			10-27 23:00 2026-10-28 05:00:00`, show(upgraded, "end_date"))
		if upgraded[1]["utc_end_date"] != "2026-10-25 04:00:00" || upgraded[1]["modified_utc"] != list[1]["modified_utc"] {
			t.Errorf("got %v", upgraded[1])
		}
		if diff := cmp.Diff(upgraded, upgrade()); diff != "" {
			t.Errorf("the second time (-want +got)\n%s", diff)
		}
		changes := seriesOf(s.do(http.MethodPatch, path(list[0], "?apply_to=all"), js{"end_date": "2026-10-24 06:00"}, http.StatusOK))["changes"].(js)
		if kept := changes["kept"].([]any); len(kept) != 1 || kept[0] != list[2]["id"] {
			t.Errorf("an hour longer: %v", changes)
		}
	})
}

func TestASeriesMovesToAnotherWeekday(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=WEEKLY;BYDAY=TU;UNTIL=20260616T170000Z", nil)
		id := seriesOf(first)["id"]
		s.do(http.MethodPatch, path(first, "?apply_to=all"), js{"start_date": "2026-06-03 20:00", "end_date": "2026-06-03 23:00"}, http.StatusOK)
		s.equal("moved", "06-03 20:00\n06-10 20:00\n06-17 20:00", show(s.dates(id, ""), ""))
		series := s.do(http.MethodGet, fmt.Sprintf("series/%d", number(id)), nil, http.StatusOK)
		if series["rule"] != "FREQ=WEEKLY;UNTIL=20260617T180000Z;BYDAY=WE" {
			s.t.Errorf("the rule is %v", series["rule"])
		}
		second := s.create("FREQ=MONTHLY;BYDAY=1TU;COUNT=2", nil)
		s.do(http.MethodPatch, path(second, "?apply_to=all"), js{"start_date": "2026-06-03 20:00", "end_date": "2026-06-03 23:00"}, http.StatusBadRequest)
	})
}

func TestAListCanHaveEachSeriesOnce(t *testing.T) {
	each(t, func(s *site) {
		jazz := s.create(js{"rule": "FREQ=WEEKLY;BYDAY=TU;COUNT=12"}, js{"categories": []string{"Music"}})
		s.create(js{"rule": "FREQ=WEEKLY;BYDAY=TU;COUNT=3"}, js{"title": "Choir"})
		single := js{"title": "Single", "start_date": "2026-06-10 10:00", "end_date": "2026-06-10 11:00", "timezone": "Europe/Paris"}
		s.do(http.MethodPost, "events", single, http.StatusCreated)
		second := s.dates(seriesOf(jazz)["id"], "")[1]
		s.do(http.MethodPatch, path(second, ""), js{"title": "Guest"}, http.StatusOK)

		for _, list := range []struct{ query, want string }{
			{"", "06-02 Jazz 12/10\n06-02 Choir 3/3\n06-10 Single"},
			{"&order=desc", "08-18 Jazz 12/10\n06-16 Choir 3/3\n06-10 Single"},
			{"&orderby=title", "06-02 Choir 3/3\n06-09 Guest 12/10\n06-10 Single"},
			{"&starts_after=2026-06-12", "06-16 Jazz 10/10\n06-16 Choir 1/1"},
			{"&search=guest", "06-09 Guest 1/1"},
			{"&categories=music&include=" + strconv.FormatInt(number(second["id"]), 10), "06-09 Guest 1/1"},
		} {
			page := s.do(http.MethodGet, "events?collapse=series&start_date=2026-01-01&orderby=start_date"+list.query, nil, http.StatusOK)
			var lines []string
			for _, e := range page["events"].([]any) {
				e := e.(js)
				line := fmt.Sprint(e["start_date"].(string)[5:10], " ", e["title"])
				if dates, ok := seriesOf(e)["dates"].(js); ok {
					next := dates["next"].([]any)
					line += fmt.Sprintf(" %v/%d", dates["count"], len(next))
					if first := next[0].(js); first["id"] != e["id"] || first["start_date"] != e["start_date"] {
						s.t.Errorf("%s: the first date is %v, the event begins %v", list.query, first, e["start_date"])
					}
				}
				lines = append(lines, line)
			}
			s.equal(list.query, list.want, strings.Join(lines, "\n"))
			if got := number(page["total"]); got != int64(len(lines)) {
				s.t.Errorf("%s: total is %d, want %d", list.query, got, len(lines))
			}
		}
		page := s.do(http.MethodGet, "events?collapse=series&start_date=2026-01-01&per_page=2&page=2", nil, http.StatusOK)
		if number(page["total"]) != 3 || number(page["total_pages"]) != 2 || len(page["events"].([]any)) != 1 {
			t.Errorf("page 2 of collapsed events: %v events of %v", len(page["events"].([]any)), page["total"])
		}
		s.do(http.MethodGet, "events?collapse=dates", nil, http.StatusBadRequest)
	})
}

func TestTheAuditLogHasAnEntryOfTheSeriesAndOneOfEachDate(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=WEEKLY;COUNT=4", nil)
		list := s.dates(seriesOf(first)["id"], "")
		s.do(http.MethodPatch, path(list[2], "?apply_to=following"), js{"title": "Late"}, http.StatusOK)
		s.do(http.MethodDelete, path(list[0], "?apply_to=all&force=true"), nil, http.StatusOK)
		trashed := s.create("FREQ=WEEKLY;COUNT=2", js{"title": "In the trash, and in no series with another rule"})
		s.do(http.MethodDelete, path(trashed, "?apply_to=all"), nil, http.StatusOK)
		s.do(http.MethodPatch, path(trashed, "?apply_to=all"), js{"recurrence": "FREQ=WEEKLY;BYDAY=WE;COUNT=2"}, http.StatusOK)
		entries, err := audit.List(s.t.Context(), s.Store.Reader(), audit.Filter{User: "editor", Limit: 100})
		if err != nil {
			s.t.Fatal(err)
		}
		counts := map[string]map[string]int{}
		for _, e := range entries {
			if counts[e.Request] == nil {
				counts[e.Request] = map[string]int{}
			}
			counts[e.Request][e.Resource+" "+e.Action]++
		}
		var lines []string
		for _, c := range counts {
			lines = append(lines, fmt.Sprint(c))
		}
		slices.Sort(lines)
		s.equal("entries", `
			map[event created:2 series created:1]
			map[event created:4 series created:1]
			map[event deleted:2 series deleted:1]
			map[event trashed:2 series updated:1]
			map[event updated:2 series created:1 series updated:1]
			map[event updated:2 series deleted:1]`, strings.Join(lines, "\n"))
	})
}

func TestAUserWritesSoManySeriesAtOnce(t *testing.T) {
	each(t, func(s *site) {
		s.AddUser("other", auth.RoleEditor)
		for range 300 { // Those that fail count too.
			s.do(http.MethodDelete, "events/999999?apply_to=all", nil, http.StatusNotFound)
		}
		body := js{"title": "One more", "start_date": "2026-06-02", "end_date": "2026-06-02", "recurrence": "FREQ=DAILY;COUNT=2"}
		if r := s.Send("editor", http.MethodPost, "events", body); r.Status != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" {
			s.t.Errorf("status %d, Retry-After %q", r.Status, r.Header.Get("Retry-After"))
		}
		s.as("other", http.MethodPost, "events", body, http.StatusCreated)
		delete(body, "recurrence")
		s.do(http.MethodPost, "events", body, http.StatusCreated)
	})
}

func TestTwoServersThatExtendASeriesAtOnceMakeEachDateOnce(t *testing.T) {
	migrated.Each(t, func(t *testing.T, url string) {
		s := &site{servicetest.New(t, url, generated.Service()), t}
		other := servicetest.New(t, url, generated.Service())
		s.AddUser("editor", auth.RoleEditor)
		var series []any
		for range 6 {
			series = append(series, seriesOf(s.create("FREQ=WEEKLY", nil))["id"])
		}
		s.Clock.Advance(200 * 24 * time.Hour)
		other.Clock.Advance(200 * 24 * time.Hour)
		var both errgroup.Group
		for _, one := range []*servicetest.Server{s.Server, other} {
			both.Go(func() error { return one.API.Writes.ExtendSeries(t.Context()) })
		}
		if err := both.Wait(); err != nil {
			t.Fatal(err)
		}
		for _, id := range series {
			page := s.do(http.MethodGet, fmt.Sprintf("events?series=%d&orderby=start_date&order=desc&per_page=50", number(id)), nil, http.StatusOK)
			days := map[any]bool{}
			for _, e := range page["events"].([]any) {
				days[e.(js)["recurrence_id"]] = true
			}
			if n := number(page["total"]); n != 133 || len(days) != 50 {
				t.Errorf("series %v has %d dates, %d of the last 50 different; want 133", id, n, len(days))
			}
		}
	})
}

func TestOneOfSeveralEditsOfTheSameVersionWins(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=WEEKLY;COUNT=20", nil)
		var mu sync.Mutex
		var together sync.WaitGroup
		statuses := map[int]int{}
		for n := range 6 {
			together.Go(func() {
				query := fmt.Sprintf("?apply_to=all&series_version=%d", number(seriesOf(first)["version"]))
				r := s.Send("editor", http.MethodPatch, path(first, query), js{"title": fmt.Sprint("Title ", n)})
				mu.Lock()
				defer mu.Unlock()
				statuses[r.Status]++
			})
		}
		together.Wait()
		if statuses[http.StatusOK] != 1 || statuses[http.StatusConflict] != 5 {
			s.t.Errorf("statuses %v", statuses)
		}
		titles := map[any]bool{}
		for _, e := range s.dates(seriesOf(first)["id"], "") {
			titles[e["title"]] = true
		}
		if len(titles) != 1 {
			s.t.Errorf("titles %v", titles)
		}
	})
}

func TestWritesToASeriesAtOnceWaitForEachOtherInOneOrder(t *testing.T) {
	migrated.Each(t, func(t *testing.T, url string) {
		var log bytes.Buffer
		s := &site{servicetest.New(t, url, generated.Service(), logTo(&log)), t}
		s.AddUser("editor", auth.RoleEditor)
		list := s.dates(seriesOf(s.create("FREQ=DAILY;COUNT=40", nil))["id"], "")
		var together sync.WaitGroup
		for n := range 6 {
			together.Go(func() {
				for i, query := range []string{"?apply_to=all", "", "?apply_to=following", "?force=true", "?apply_to=all"} {
					method, body := http.MethodPatch, any(js{"title": fmt.Sprint("Title ", n, i)})
					if query == "?force=true" {
						method, body = http.MethodDelete, nil
					}
					if r := s.Send("editor", method, path(list[6*n+i], query), body); r.Status != http.StatusOK {
						t.Errorf("%s %s: %s", method, query, r.Body)
					}
				}
			})
		}
		together.Wait()
		if strings.Contains(log.String(), "deadlock") {
			t.Errorf("writes have waited in a circle: %s", log.String())
		}
	})
}

func TestTheUIDOfOneDateIsNotThatOfTheOthers(t *testing.T) {
	each(t, func(s *site) {
		first := s.create("FREQ=WEEKLY;COUNT=3", js{"ical_uid": "jazz@elsewhere.example"})
		s.do(http.MethodPatch, path(first, "?apply_to=all"), js{"recurrence": "FREQ=WEEKLY;COUNT=5"}, http.StatusOK)
		feed := string(s.Send("", http.MethodGet, fmt.Sprintf("events?series=%d&format=ics&start_date=2026-01-01", number(seriesOf(first)["id"])), nil).Body)
		if n, all := strings.Count(feed, "UID:jazz@elsewhere.example"), strings.Count(feed, "\nUID:"); n != 1 || all != 5 {
			s.t.Errorf("%d of %d have it:\n%s", n, all, feed)
		}
	})
}

// TestNoDateIsLostByAnEdit has edits in which dates do not fit, are in the trash, or were purged.
func TestNoDateIsLostByAnEdit(t *testing.T) {
	each(t, func(s *site) {
		edit := func(event js, query string, body js) js {
			s.t.Helper()
			return s.do(http.MethodPatch, path(event, query), body, http.StatusOK)
		}
		for _, tt := range []struct {
			name, rule string
			edit       func(list []js) any // Returns the series.
			want       string
		}{
			{"a rule that has none of the old dates", "FREQ=WEEKLY;BYDAY=TU;COUNT=3", func(list []js) any {
				edit(list[0], "?apply_to=all", js{"recurrence": "FREQ=WEEKLY;BYDAY=WE;COUNT=3"})
				return seriesOf(list[0])["id"]
			}, "06-03 19:00\n06-10 19:00\n06-17 19:00"},
			{"a rule that is shorter, then longer", "FREQ=WEEKLY;COUNT=5", func(list []js) any {
				edit(list[0], "?apply_to=all", js{"recurrence": "FREQ=WEEKLY;COUNT=3"})
				return seriesOf(edit(list[0], "?apply_to=all", js{"recurrence": "FREQ=WEEKLY;COUNT=5"}))["id"]
			}, "06-02 19:00\n06-09 19:00\n06-16 19:00\n06-23 19:00\n06-30 19:00"},
			{"dates that move to days of others in the trash", "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4", func(list []js) any {
				edit(list[1], "?apply_to=all", js{"recurrence": "FREQ=WEEKLY;BYDAY=TH;COUNT=2"})
				edit(list[1], "?apply_to=all", js{"start_date": "2026-06-02 19:00", "end_date": "2026-06-02 22:00"})
				return seriesOf(edit(list[1], "?apply_to=all", js{"title": "New"}))["id"]
			}, "06-02 19:00\n06-09 19:00"},
			{"a date that was purged after the end", "FREQ=WEEKLY;COUNT=5", func(list []js) any {
				s.do(http.MethodDelete, path(list[3], "?apply_to=following"), nil, http.StatusOK)
				s.do(http.MethodDelete, path(list[3], "?force=true"), nil, http.StatusOK)
				return seriesOf(edit(list[0], "?apply_to=all", js{"start_date": "2026-06-02 20:00"}))["id"]
			}, "06-02 20:00\n06-09 20:00\n06-16 20:00"},
			{"a new rule from an extra date on, which it has", "RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:20260613T200000", func(list []js) any {
				return seriesOf(edit(list[2], "?apply_to=following", js{"recurrence": "FREQ=DAILY;COUNT=3"}))["id"]
			}, "06-13 20:00\n06-14 20:00\n06-15 20:00"},
			{"a new rule from an extra date on, which it lacks", "RRULE:FREQ=WEEKLY;COUNT=4\nRDATE:20260613T200000", func(list []js) any {
				return seriesOf(edit(list[2], "?apply_to=following", js{"recurrence": "FREQ=WEEKLY;BYDAY=WE;COUNT=2"}))["id"]
			}, "06-13 20:00\n06-17 20:00\n06-24 20:00"},
			{"a new rule from an extra date on, after dates without one", "RDATE:20260613T200000,20260620T200000", func(list []js) any {
				return seriesOf(edit(list[1], "?apply_to=following", js{"recurrence": "FREQ=WEEKLY;COUNT=2"}))["id"]
			}, "06-13 20:00\n06-20 20:00"},
			{"another zone", "FREQ=WEEKLY;UNTIL=20260623T170000Z", func(list []js) any {
				return seriesOf(edit(list[0], "?apply_to=all", js{"timezone": "America/New_York"}))["id"]
			}, "06-02 19:00\n06-09 19:00\n06-16 19:00\n06-23 19:00"},
		} {
			list := s.dates(seriesOf(s.create(tt.rule, js{"title": tt.name}))["id"], "")
			s.equal(tt.name, tt.want, show(s.dates(tt.edit(list), ""), ""))
		}

		endless := s.create("FREQ=MONTHLY;BYDAY=1TU", js{"title": "Endless"})
		list := s.dates(seriesOf(endless)["id"], "")
		edit(list[len(list)-1], "", js{"title": "Last"})
		moved := edit(endless, "?apply_to=all", js{"start_date": "2026-06-02 21:00", "end_date": "2026-06-03 00:00"})
		s.equal("a later time", "map[created:0 detached:[] kept:[] removed:0 updated:24]", fmt.Sprint(seriesOf(moved)["changes"]))

		secret := s.create("FREQ=WEEKLY;COUNT=3", js{"title": "Talk"})
		list = s.dates(seriesOf(secret)["id"], "")
		edit(list[1], "", js{"status": "draft", "title": "Secret", "start_date": "2026-06-09 20:00"})
		alone := edit(list[1], "?apply_to=all", js{"recurrence": nil})
		if alone["status"] != "draft" || alone["title"] != "Secret" || alone["start_date"] != "2026-06-09 20:00:00" {
			s.t.Errorf("the date that is left is %v, %v at %v", alone["status"], alone["title"], alone["start_date"])
		}

		gone := s.create("FREQ=YEARLY;COUNT=2", js{"title": "Gone"})
		for _, e := range s.dates(seriesOf(gone)["id"], "") {
			s.do(http.MethodDelete, path(e, "?force=true"), nil, http.StatusOK)
		}
		s.do(http.MethodGet, fmt.Sprintf("series/%d", number(seriesOf(gone)["id"])), nil, http.StatusNotFound)

		long := js{"title": "Long", "start_date": "2026-06-02", "end_date": "2026-06-02", "description": strings.Repeat("text ", 40_000), "recurrence": "FREQ=DAILY"}
		s.do(http.MethodPost, "events", long, http.StatusBadRequest)
		large := s.create("FREQ=DAILY;COUNT=50", js{"title": "Large", "description": "short"})
		s.exec(`UPDATE record_series SET template = replace(template, 'short', $1) WHERE id = $2`, long["description"], number(seriesOf(large)["id"]))
		edit(large, "?apply_to=all", js{"title": "As it was imported, with another title"})
		s.do(http.MethodPatch, path(large, "?apply_to=all"), js{"description": fmt.Sprint(long["description"], strings.Repeat("more ", 300))}, http.StatusBadRequest)
		long["recurrence"] = "RRULE:FREQ=WEEKLY;COUNT=2\nRDATE;TZID=Asia/Tokyo:20260701T190000"
		s.do(http.MethodPost, "events", long, http.StatusBadRequest)
	})
}

func TestADryRunNamesTheDatesOfASeries(t *testing.T) {
	migrated.Each(t, func(t *testing.T, url string) {
		s := &site{servicetest.New(t, url, generated.Service(), func(c *service.Config) {
			c.Deployment.LanguageParam, c.Deployment.Languages = "lang", []string{"en", "de"}
		}), t}
		s.AddUser("editor", auth.RoleEditor)
		dry := s.do(http.MethodPost, "events?dry_run=true", js{
			"title": "Choir", "start_date": "2026-06-02 19:00", "end_date": "2026-06-02 22:00", "recurrence": "FREQ=DAILY;COUNT=12",
		}, http.StatusCreated)
		changes := seriesOf(dry)["changes"].(js)
		next := changes["next"].([]any)
		s.equal("a dry run", "12 Every day, 12 times 10 2026-06-11 19:00:00",
			fmt.Sprint(changes["created"], " ", changes["text"], " ", len(next), " ", next[9].(js)["start_date"]))
		german := s.create("FREQ=DAILY;COUNT=12", js{"lang": "de"})
		for _, method := range []string{http.MethodPatch, http.MethodDelete} {
			dry = s.do(method, path(german, "?apply_to=all&dry_run=true"), js{"title": "Chor"}, http.StatusOK)
			s.equal("what a dry run of "+method+" says of a German series", "Jeden Tag, 12-mal", seriesOf(dry)["changes"].(js)["text"].(string))
		}
	})
}
