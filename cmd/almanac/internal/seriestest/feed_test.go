package seriestest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"
	"github.com/google/go-cmp/cmp"

	"almanac/runtime/dates"
)

// occurrence is a date of a series as calendar programs list it.
type occurrence struct {
	Start, End time.Time // In UTC; days where it lasts whole days.
	Title      string
	Status     string
}

// rows returns the dates of a series that a visitor sees in lists.
func (s *site) rows(series int64) []occurrence {
	s.t.Helper()
	var list []occurrence
	for page := 1; ; page++ {
		r := s.Send("", http.MethodGet, fmt.Sprintf("events?series=%d&per_page=50&page=%d", series, page), nil)
		if r.Status == http.StatusNotFound {
			break
		}
		var found struct {
			Events []struct {
				Title        string
				Status       string `json:"event_status"`
				AllDay       bool   `json:"all_day"`
				Start        string `json:"start_date"`
				End          string `json:"end_date"`
				UTCStartDate string `json:"utc_start_date"`
				UTCEndDate   string `json:"utc_end_date"`
			}
		}
		r.Decode(s.t, &found)
		for _, e := range found.Events {
			o := occurrence{Title: e.Title, Status: "CONFIRMED"}
			if e.Status == "canceled" {
				o.Status = "CANCELLED"
			}
			start, end := dates.WallTime(e.UTCStartDate), dates.WallTime(e.UTCEndDate)
			if e.AllDay || strings.HasSuffix(e.Start, "00:00:00") && strings.HasSuffix(e.End, "23:59:59") { // Else it is protected.
				start, end = dates.WallTime(e.Start), dates.WallTime(e.End).AddSeconds(1)
			}
			o.Start, o.End = time.Unix(start.Unix(), 0).UTC(), time.Unix(end.Unix(), 0).UTC()
			list = append(list, o)
		}
		if len(found.Events) < 50 {
			break
		}
	}
	slices.SortFunc(list, func(a, b occurrence) int { return a.Start.Compare(b.Start) })
	return list
}

// expand returns the dates that a library reads in a feed, up to a time.
func expand(t *testing.T, feed []byte, until time.Time) []occurrence {
	t.Helper()
	cal, err := ical.NewDecoder(bytes.NewReader(feed)).Decode()
	if err != nil {
		t.Fatalf("%v in %s", err, feed)
	}
	moment := func(p *ical.Prop) time.Time {
		at, err := p.DateTime(time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		return at.UTC()
	}
	found := map[string]occurrence{}
	for _, e := range cal.Events() {
		if e.Props.Get(ical.PropRecurrenceID) != nil {
			continue
		}
		uid, set := e.Props.Get(ical.PropUID).Value, []time.Time{moment(e.Props.Get(ical.PropDateTimeStart))}
		if rule, err := e.RecurrenceSet(time.UTC); err != nil {
			t.Fatal(err)
		} else if rule != nil {
			set = rule.Between(set[0], until, true)
		}
		for _, p := range e.Props[ical.PropRecurrenceDates] {
			set = append(set, moment(&p))
		}
		length := time.Duration(0)
		if end := e.Props.Get(ical.PropDateTimeEnd); end != nil {
			length = moment(end).Sub(moment(e.Props.Get(ical.PropDateTimeStart)))
		} else if d := e.Props.Get(ical.PropDuration); d != nil {
			if length, err = d.Duration(); err != nil {
				t.Fatal(err)
			}
		}
		for _, at := range set {
			found[uid+at.UTC().String()] = occurrence{at.UTC(), at.Add(length).UTC(), text(e, ical.PropSummary), text(e, ical.PropStatus)}
		}
	}
	for _, e := range cal.Events() {
		id := e.Props.Get(ical.PropRecurrenceID)
		if id == nil {
			continue
		}
		key := e.Props.Get(ical.PropUID).Value + moment(id).String()
		if _, ok := found[key]; !ok && moment(id).Before(until) {
			t.Errorf("no date has the RECURRENCE-ID %s", id.Value)
		}
		found[key] = occurrence{
			moment(e.Props.Get(ical.PropDateTimeStart)), moment(e.Props.Get(ical.PropDateTimeEnd)),
			text(e, ical.PropSummary), text(e, ical.PropStatus),
		}
	}
	list := slices.DeleteFunc(slices.Collect(maps.Values(found)), func(o occurrence) bool { return o.Start.After(until) })
	slices.SortFunc(list, func(a, b occurrence) int { return a.Start.Compare(b.Start) })
	return list
}

func text(e ical.Event, name string) string {
	value, _ := e.Props.Text(name)
	return value
}

// feedCase is a series whose feed is read.
type feedCase struct {
	name    string
	make    func(s *site) js // Returns a date of it.
	without string           // Does not stand in the feed; "" for nothing.
	offset  bool             // Its zone is an offset, which the library does not read.
}

func patch(s *site, event js, query string, body js) {
	s.t.Helper()
	s.do(http.MethodPatch, path(event, query), body, http.StatusOK)
}

var feedCases = []feedCase{
	{name: "endless-with-changed-dates", without: "Secret", make: func(s *site) js {
		first := s.create(js{
			"rule": "FREQ=WEEKLY;BYDAY=TU", "except": []string{"2026-06-16 19:00"},
			"dates": []js{{"start_date": "2026-06-20 20:00", "end_date": "2026-06-20 23:30"}, {"start_date": "2026-06-27 20:00"}},
		}, js{"categories": []string{"Music"}, "venue": js{"venue": "Club"}})
		list := s.dates(seriesOf(first)["id"], "")
		patch(s, list[1], "", js{"title": "Jazz, outdoors; \"really\"", "venue": js{"venue": "Park"}})
		patch(s, list[3], "", js{"start_date": "2026-06-24 18:00", "end_date": "2026-06-24 22:30"})
		patch(s, list[5], "", js{"event_status": "canceled"})
		s.do(http.MethodDelete, path(list[6], ""), nil, http.StatusOK)
		patch(s, list[7], "", js{"status": "private", "title": "Secret"})
		patch(s, list[8], "", js{"timezone": "America/New_York"})
		patch(s, list[9], "", js{"all_day": true})
		return first
	}},
	{name: "counted-last-weekday", make: func(s *site) js {
		return s.create("RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=14", js{"start_date": "2026-06-30 19:00", "end_date": "2026-06-30 22:00"})
	}},
	{name: "whole-days", make: func(s *site) js {
		first := s.create(js{"rule": "FREQ=WEEKLY;BYDAY=SA;UNTIL=20260901", "except": []string{"2026-06-13"}, "dates": []js{{"start_date": "2026-06-15"}}},
			js{"all_day": true, "start_date": "2026-06-06", "end_date": "2026-06-07"})
		patch(s, s.dates(seriesOf(first)["id"], "")[2], "", js{"end_date": "2026-06-22"})
		return first
	}},
	{name: "protected-whole-days", without: "word", make: func(s *site) js {
		return s.create("RRULE:FREQ=WEEKLY;BYDAY=SA;COUNT=3", js{
			"all_day": true, "start_date": "2026-06-06", "end_date": "2026-06-07", "post_password": "sesame", "description": "The word",
		})
	}},
	{name: "utc", make: func(s *site) js {
		return s.create("RRULE:FREQ=DAILY;INTERVAL=3;COUNT=10", js{"timezone": "UTC"})
	}},
	{name: "offset", offset: true, make: func(s *site) js {
		return s.create("RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=5", js{"timezone": "UTC+9", "start_date": "2026-06-02 08:00", "end_date": "2026-06-02 09:00"})
	}},
	{name: "clocks-skip-and-repeat", make: func(s *site) js {
		return s.create("RRULE:FREQ=DAILY;COUNT=250", js{"start_date": "2026-10-20 02:30", "end_date": "2026-10-20 02:45"})
	}},
	{name: "over-a-change-of-clocks", make: func(s *site) js {
		return s.create("RRULE:FREQ=DAILY;COUNT=20", js{"start_date": "2026-10-20 23:00", "end_date": "2026-10-21 05:00"})
	}},
	{name: "from-a-change-of-clocks-on", make: func(s *site) js {
		return s.create("RRULE:FREQ=DAILY;COUNT=9", js{"start_date": "2026-10-24 23:00", "end_date": "2026-10-25 05:00"})
	}},
	{name: "dates-alone", make: func(s *site) js {
		return s.create(js{"dates": []js{{"start_date": "2026-06-20 20:00"}, {"start_date": "2026-07-20 20:00", "end_date": "2026-07-21 01:00"}}}, nil)
	}},
	{name: "last-day-of-shorter-months", without: "RRULE", make: func(s *site) js {
		return s.create("RRULE:FREQ=MONTHLY;BYMONTHDAY=31;RSCALE=GREGORIAN;SKIP=BACKWARD;COUNT=6", js{"start_date": "2026-07-31 19:00", "end_date": "2026-07-31 22:00"})
	}},
	{name: "hidden-from-the-first-on", without: "20260602", make: func(s *site) js {
		first := s.create(js{"rule": "FREQ=WEEKLY;BYDAY=TU;COUNT=9", "dates": []js{{"start_date": "2026-07-01 05:05"}}}, nil)
		list := s.dates(seriesOf(first)["id"], "")
		for _, i := range []int{0, 1, 5} {
			patch(s, list[i], "", js{"status": "draft"})
		}
		if list[5]["start_date"] != "2026-07-01 05:05:00" {
			s.t.Fatalf("the sixth date is %v", list[5]["start_date"])
		}
		return list[3]
	}},
	{name: "drafts-go-on-without-visitors", without: "RRULE", make: func(s *site) js {
		first := s.create("RRULE:FREQ=WEEKLY;BYDAY=TU", js{"status": "draft"})
		var list []js
		for _, e := range s.do(http.MethodGet, fmt.Sprintf("events?series=%d&status=draft&per_page=5", number(seriesOf(first)["id"])), nil, http.StatusOK)["events"].([]any) {
			list = append(list, e.(js))
		}
		patch(s, list[1], "", js{"status": "publish"})
		patch(s, list[3], "", js{"status": "publish"})
		return list[1]
	}},
	{name: "a-date-before-the-rule", make: func(s *site) js {
		return s.create(js{"rule": "FREQ=WEEKLY;BYDAY=TU;COUNT=3", "dates": []js{{"start_date": "2026-05-30 20:00"}}}, nil)
	}},
	{name: "ended", without: "Bye", make: func(s *site) js {
		first := s.create("RRULE:FREQ=WEEKLY;BYDAY=TU", nil)
		list := s.dates(seriesOf(first)["id"], "")
		s.do(http.MethodDelete, path(list[0], "?apply_to=all"), nil, http.StatusOK)
		patch(s, list[2], "", js{"status": "publish"})
		patch(s, list[4], "", js{"status": "publish"})
		return list[2]
	}},
	{name: "split", without: "Late", make: func(s *site) js {
		first := s.create("RRULE:FREQ=WEEKLY;BYDAY=TU", nil)
		list := s.dates(seriesOf(first)["id"], "")
		patch(s, list[4], "?apply_to=following", js{"title": "Late"})
		return first
	}},
}

// Other programs read the files too that this writes into the folder SERIES: see .ci/clients.
func TestFeedOfASeriesHasTheDatesThatListsShow(t *testing.T) {
	each(t, func(s *site) {
		for _, c := range feedCases {
			id := number(seriesOf(c.make(s))["id"])
			r := s.Send("", http.MethodGet, fmt.Sprintf("series/%d?format=ics", id), nil)
			if r.Status != http.StatusOK || r.Header.Get("Content-Type") != "text/calendar; charset=utf-8" {
				s.t.Fatalf("%s: status %d, %s: %s", c.name, r.Status, r.Header.Get("Content-Type"), r.Body)
			}
			if c.without != "" && bytes.Contains(r.Body, []byte(c.without)) {
				s.t.Errorf("%s: %q stands in\n%s", c.name, c.without, r.Body)
			}
			want := s.rows(id)
			if len(want) < 2 {
				s.t.Errorf("%s: only %d dates", c.name, len(want))
			}
			until := want[len(want)-1].Start
			if !c.offset {
				if diff := cmp.Diff(want, expand(s.t, r.Body, until)); diff != "" {
					s.t.Errorf("%s (-rows +feed)\n%s\n%s", c.name, diff, r.Body)
				}
			}
			if folder := os.Getenv("SERIES"); folder != "" {
				rows, err := json.Marshal(want)
				if err == nil {
					err = os.WriteFile(filepath.Join(folder, c.name+".json"), rows, 0o600)
				}
				if err == nil {
					err = os.WriteFile(filepath.Join(folder, c.name+".ics"), r.Body, 0o600)
				}
				if err != nil {
					s.t.Fatal(err)
				}
			}
		}
	})
}

// The feed of the first case without addresses, time zones and what all events have.
const recorded = `BEGIN:VEVENT
DTEND;TZID=Europe/Paris:20260602T220000
DTSTART;TZID=Europe/Paris:20260602T190000
EXDATE;TZID=Europe/Paris:20260616T190000
EXDATE;TZID=Europe/Paris:20260707T190000
EXDATE;TZID=Europe/Paris:20260714T190000
LOCATION:Club
RDATE;TZID=Europe/Paris:20260620T200000
RDATE;TZID=Europe/Paris:20260627T200000
RRULE:FREQ=WEEKLY;BYDAY=TU
STATUS:CONFIRMED
SUMMARY:Jazz
END:VEVENT
`

func TestFeedOfASeriesIsAsRecorded(t *testing.T) {
	each(t, func(s *site) {
		series := seriesOf(feedCases[0].make(s))["id"]
		id := number(series)
		address := fmt.Sprintf("series/%d?format=ics", id)
		r := s.Send("", http.MethodGet, address, nil)
		unfolded := strings.ReplaceAll(strings.ReplaceAll(string(r.Body), "\r\n ", ""), "\r\n", "\n")
		first := regexp.MustCompile(`(?s)BEGIN:VEVENT.*?END:VEVENT\n`).FindString(unfolded)
		first = regexp.MustCompile(`(?m)^(CATEGORIES|CREATED|DTSTAMP|LAST-MODIFIED|SEQUENCE|UID|URL|X-[A-Z-]+)[:;].*\n`).ReplaceAllString(first, "")
		if diff := cmp.Diff(recorded, first); diff != "" {
			s.t.Errorf("(-want +got)\n%s", diff)
		}
		uids := map[string]bool{}
		for _, line := range regexp.MustCompile(`(?m)^UID:.*`).FindAllString(unfolded, -1) {
			uids[line] = true
		}
		if len(uids) != 1 || strings.Count(unfolded, "BEGIN:VEVENT") != 7 {
			s.t.Errorf("the UIDs are %v in\n%s", uids, unfolded)
		}
		for range 2 { // The second may be from the cache.
			again := s.request(address, http.Header{"If-None-Match": {r.Header.Get("ETag")}})
			if r.Header.Get("ETag") == "" || again != http.StatusNotModified {
				s.t.Errorf("with the tag %s: status %d", r.Header.Get("ETag"), again)
			}
		}
		patch(s, s.dates(series, "")[0], "", js{"title": "Blues"})
		if again := s.request(address, http.Header{"If-None-Match": {r.Header.Get("ETag")}}); again != http.StatusOK {
			s.t.Errorf("after a change: status %d", again)
		}
		if got := s.request(fmt.Sprintf("series/%d", id), http.Header{"Accept": {"text/calendar"}}); got != http.StatusOK {
			s.t.Errorf("by Accept: status %d", got)
		}
		for address, status := range map[string]int{
			fmt.Sprintf("series/%d?format=csv", id): http.StatusBadRequest, "series/999?format=ics": http.StatusNotFound,
		} {
			if got := s.Send("", http.MethodGet, address, nil); got.Status != status {
				s.t.Errorf("%s: status %d, want %d", address, got.Status, status)
			}
		}
	})
}

// request returns the status of the response to a GET with a header.
func (s *site) request(path string, header http.Header) int {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.URL+"/"+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header = header
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode == http.StatusOK && header.Get("Accept") != "" && !strings.HasPrefix(response.Header.Get("Content-Type"), header.Get("Accept")) {
		s.t.Errorf("%s has the type %s", path, response.Header.Get("Content-Type"))
	}
	return response.StatusCode
}
