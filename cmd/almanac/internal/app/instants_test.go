package app_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/app"
	"almanac/runtime/dates"
	"almanac/runtime/service"
)

// sixteen is when most requests of these tests are made: one o'clock on November
// 23 in Tokyo, eight o'clock on November 22 in Los Angeles.
func sixteen() time.Time { return time.Date(2026, time.November, 22, 16, 0, 0, 0, time.UTC) }

// zone returns a time zone by its name.
func zone(t *testing.T, name string) dates.Zone {
	t.Helper()
	z, err := dates.ParseZone(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// inZone sets the clock of a service and the time zone of its site.
func inZone(t *testing.T, name string, clock func() time.Time) func(*service.Config) {
	t.Helper()
	z := zone(t, name)
	return func(c *service.Config) { c.Clock, c.Deployment.Zone, c.Pages = clock, z, app.Pages }
}

// takesPlace creates an event by its local times in a zone; more fields go before.
func (s *site) takesPlace(title, zone, start, end string, more js) int64 {
	s.t.Helper()
	fields := js{"title": title, "timezone": zone, "start_date": start, "end_date": end}
	for name, value := range more {
		fields[name] = value
	}
	return s.must(http.StatusCreated, http.MethodPost, "/events", fields).id()
}

// titles returns what a list of events holds, in its order, and checks the total.
func (s *site) titles(query string) []string {
	s.t.Helper()
	a := s.must(http.StatusOK, http.MethodGet, "/events?per_page=50&"+query, nil)
	found := []string{}
	for _, e := range a.body["events"].([]any) {
		found = append(found, e.(js)["title"].(string))
	}
	if total := a.body["total"]; total != json.Number(fmt.Sprint(len(found))) {
		s.t.Errorf("%s: total %v of %q", query, total, found)
	}
	return found
}

// holds reports a list that does not hold these events in this order.
func (s *site) holds(query string, want ...string) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.titles(query)); diff != "" {
		s.t.Errorf("%s (-want +got)\n%s", query, diff)
	}
}

// column returns what a feed in CSV has in a column.
func (s *site) column(path, name string) []string {
	s.t.Helper()
	rows, err := csv.NewReader(strings.NewReader(s.must(http.StatusOK, http.MethodGet, path, nil).text)).ReadAll()
	if err != nil {
		s.t.Fatal(err)
	}
	at := slices.Index(rows[0], name)
	var cells []string
	for _, row := range rows[1:] {
		cells = append(cells, row[at])
	}
	return cells
}

// clocks are sites, and events whose clocks are far from theirs.
var clocks = []struct{ site, event string }{
	{"Asia/Tokyo", "America/Los_Angeles"}, {"America/Los_Angeles", "Asia/Tokyo"}, {"UTC+14", "UTC-12"}, {"UTC-12", "UTC+14"},
}

func TestStrictDatesAreInstantsInAnyZone(t *testing.T) {
	at := time.Date(2026, time.November, 23, 2, 0, 0, 0, time.UTC)
	for _, tt := range clocks {
		t.Run("site in "+tt.site+", event in "+tt.event, func(t *testing.T) {
			prepared.Each(t, func(t *testing.T, database string) {
				s := openSite(t, database, inZone(t, tt.site, sixteen))
				for i, title := range []string{"before", "at", "after"} {
					when := string(zone(t, tt.event).At(at.Add(time.Duration(i-1) * time.Second)))
					s.takesPlace(title, tt.event, when, when, js{"categories": "All"})
				}
				chosen := sample(t, 3)
				for _, sent := range []string{string(zone(t, tt.site).At(at)), "2026-11-23T02:00:00Z", "2026-11-22T21:00:00-05:00", fmt.Sprint(at.Unix())} {
					for param, want := range map[string][]string{
						"start_date": {"at", "after"}, "end_date": {"before", "at"},
						"starts_before": {"before"}, "starts_after": {"after"}, "ends_before": {"before"}, "ends_after": {"after"},
					} {
						query := url.Values{"strict_dates": {"1"}, param: {sent}}
						if param == "end_date" {
							query.Set("start_date", "2000-01-01")
						}
						for _, more := range []string{"", "&categories=all", "&orderby=end_date", "&status=any"} {
							if chosen() {
								s.holds(query.Encode()+more, want...)
							}
						}
						s.holds(query.Encode()+"&search="+want[0], want[0])
					}
					s.holds(url.Values{"strict_dates": {"1"}, "start_date": {sent}, "end_date": {sent}, "categories": {"all"}}.Encode(), "at")
				}
			})
		})
	}
}

func TestDaysAreThoseOfTheSiteInListsFeedsAndPages(t *testing.T) {
	for _, tt := range clocks {
		t.Run("site in "+tt.site+", event in "+tt.event, func(t *testing.T) {
			prepared.Each(t, func(t *testing.T, database string) {
				s := openSite(t, database, inZone(t, tt.site, sixteen))
				day := zone(t, tt.site).At(sixteen()).StartOfDay()
				begin := zone(t, tt.site).Instant(day)
				for title, at := range map[string]time.Time{
					"yesterday": begin.Add(-time.Second), "first": begin, "last": begin.Add(24*time.Hour - time.Second), "tomorrow": begin.Add(24 * time.Hour),
				} {
					when := string(zone(t, tt.event).At(at))
					s.takesPlace(title, tt.event, when, when, js{"venue": js{"venue": "Venue of " + title}})
				}
				sent := string(day[:10])
				s.holds("start_date="+sent, "first", "last", "tomorrow")
				s.holds("start_date=2000-01-01&end_date="+sent, "yesterday", "first", "last")
				s.holds("start_date="+sent+"&end_date="+sent, "first", "last")
				for _, side := range []string{"starts", "ends"} {
					s.holds(side+"_before="+sent, "yesterday", "first")
					s.holds(side+"_after="+sent, "tomorrow")
				}
				want := []string{"first", "last", "tomorrow"}
				s.holds("", want...)
				s.holds("strict_dates=1", "last", "tomorrow")
				if diff := cmp.Diff(want, s.column("/events?format=csv", "title")); diff != "" {
					t.Errorf("feed (-want +got)\n%s", diff)
				}
				if diff := cmp.Diff(want, s.look("/?view=list").texts("h3")); diff != "" {
					t.Errorf("page (-want +got)\n%s", diff)
				}
				var venues []string
				for _, v := range s.get("/venues?only_with_upcoming=1").body["venues"].([]any) {
					venues = append(venues, v.(js)["venue"].(string))
				}
				slices.Sort(venues)
				if diff := cmp.Diff([]string{"Venue of last", "Venue of tomorrow"}, venues); diff != "" {
					t.Errorf("only_with_upcoming (-want +got)\n%s", diff)
				}
			})
		})
	}
}

func TestClocksThatAreSetAndTheEndsOfTheCalendar(t *testing.T) {
	tests := []struct{ name, site, query, zone, start, end string }{
		{"a day that begins at one", "America/Sao_Paulo", "start_date=2018-11-04", "UTC", "2018-11-04 03:00:00", ""},
		{"not a second earlier", "America/Sao_Paulo", "start_date=2018-11-04", "UTC", "2018-11-04 02:59:59", "no"},
		{"the day before it ends with its last second", "America/Sao_Paulo", "start_date=2018-11-03&end_date=2018-11-03", "UTC", "2018-11-04 02:59:59", ""},
		{"a day whose last hour comes twice", "America/Sao_Paulo", "start_date=2018-02-17&end_date=2018-02-17", "UTC", "2018-02-18 02:59:59", ""},
		{"the day after it", "America/Sao_Paulo", "start_date=2018-02-18", "UTC", "2018-02-18 02:59:59", "no"},
		{"a day that was left out means the next", "Pacific/Apia", "start_date=2011-12-30&end_date=2011-12-30", "UTC", "2011-12-30 10:00:00", ""},
		{"an hour that comes twice, the first time by offset", "America/New_York", "strict_dates=1&starts_after=2026-11-01T01:30:00-04:00", "UTC", "2026-11-01 06:00:00", ""},
		{"the second time by offset", "America/New_York", "strict_dates=1&starts_after=2026-11-01T01:30:00-05:00", "UTC", "2026-11-01 06:00:00", "no"},
		{"local means the first", "America/New_York", "strict_dates=1&start_date=2026-11-01+01:30:00&end_date=2026-11-01+01:30:00", "UTC", "2026-11-01 05:30:00", ""},
		{"a time that is skipped", "America/New_York", "strict_dates=1&start_date=2026-03-08+02:30:00&end_date=2026-03-08+02:30:00", "UTC", "2026-03-08 07:30:00", ""},
		{"an event at a time that is skipped", "UTC", "strict_dates=1&start_date=2026-03-08+07:30:00&end_date=2026-03-08+07:30:00", "America/New_York", "2026-03-08 02:30:00", ""},
		{"an event of a whole day begins with the day of its zone", "America/Los_Angeles", "strict_dates=1&start_date=2026-11-21+07:00:00", "Asia/Tokyo", "2026-11-22", "all day"},
		{"not later", "America/Los_Angeles", "strict_dates=1&start_date=2026-11-21+07:00:01", "Asia/Tokyo", "2026-11-22", "no, all day"},
		{"and ends with it", "America/Los_Angeles", "strict_dates=1&start_date=2026-01-01&end_date=2026-11-22+06:59:59", "Asia/Tokyo", "2026-11-22", "all day"},
		{"the last day of the calendar where it ends in the year 10000", "America/New_York", "start_date=9999-12-31&end_date=9999-12-31", "America/New_York", "9999-12-31", "all day"},
		{"the same for a site in the east", "Asia/Tokyo", "ends_after=9999-12-31", "America/New_York", "9999-12-31", "all day"},
		{"the first day of the calendar where it begins in the year -1", "Asia/Tokyo", "start_date=0000-01-01&end_date=0000-01-01", "Asia/Tokyo", "0000-01-01", "all day"},
		{"the same for a site in the west", "America/New_York", "start_date=0000-01-01&end_date=0000-01-01", "UTC+14", "0000-01-01", "no, all day"},
		{"and from its first second", "UTC", "start_date=0000-01-01", "UTC+14", "0000-01-01", "all day"},
	}
	prepared.Each(t, func(t *testing.T, database string) {
		sites := map[string]*site{}
		for i, tt := range tests {
			s := sites[tt.site]
			if s == nil {
				s = openSite(t, database, inZone(t, tt.site, sixteen))
				sites[tt.site] = s
			}
			title := fmt.Sprintf("number %d", i)
			id := s.takesPlace(title, tt.zone, tt.start, tt.start, js{"all_day": strings.HasSuffix(tt.end, "all day")})
			if got := slices.Contains(s.titles(tt.query), title); got == strings.HasPrefix(tt.end, "no") {
				t.Errorf("%s: listed %t", tt.name, got)
			}
			s.must(http.StatusOK, http.MethodDelete, one("events", id)+"?force=true", nil)
		}
	})
}

func TestLinksToOtherPagesNameTheInstant(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), inZone(t, "America/New_York", sixteen))
	for i := range 3 {
		s.takesPlace(fmt.Sprint(i), "UTC", fmt.Sprintf("2026-11-01 06:%d5:00", i+2), fmt.Sprintf("2026-11-01 06:%d5:00", i+2), nil)
	}
	for sent, want := range map[string]string{
		"2026-11-01T01:30:00-05:00": "2026-11-01T06:30:00Z", "2026-11-01T01:20:00-04:00": "2026-11-01 01:20:00", "2026-10-31T01:20:00Z": "2026-10-30 21:20:00",
	} {
		a := s.get("/events?" + url.Values{"strict_dates": {"1"}, "per_page": {"1"}, "start_date": {sent}}.Encode())
		next, err := url.Parse(a.body["next_rest_url"].(string))
		if err != nil {
			t.Fatal(err)
		}
		if got := next.Query().Get("start_date"); got != want {
			t.Errorf("%s goes on with %s, want %s", sent, got, want)
		}
	}
}

func TestATotalOfTodayEndsWithTheDayOfTheSite(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		var now atomic.Pointer[time.Time]
		set := func(at time.Time) { now.Store(&at) }
		midnight := time.Date(2026, time.November, 23, 15, 0, 0, 0, time.UTC) // In Tokyo.
		set(midnight.Add(-time.Second))
		s := openSite(t, database, inZone(t, "Asia/Tokyo", func() time.Time { return *now.Load() }))
		s.takesPlace("today", "America/Los_Angeles", "2026-11-23 06:00:00", "2026-11-23 06:30:00", nil)
		for range 2 {
			s.holds("", "today")
		}
		set(midnight)
		for range 2 {
			s.holds("", []string{}...)
		}
	})
}

func TestUpcomingEventsAreThoseThatTheCallerMaySee(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, withUsers)
		for title, more := range map[string]js{
			"public": {}, "draft": {"status": "draft"}, "pending": {"status": "pending"}, "private": {"status": "private"}, "hidden": {"hide_from_listings": true},
		} {
			venue := s.mustBy("editor", http.StatusCreated, http.MethodPost, "/venues", js{"venue": title, "status": "publish"}).id()
			more["venue"] = venue
			s.mustBy("editor", http.StatusCreated, http.MethodPost, "/events", newEvent(title, more))
		}
		for user, want := range map[string][]string{"": {"public"}, "subscriber": {"public"}, "editor": {"draft", "pending", "private", "public"}} {
			var venues []string
			for _, v := range s.mustBy(user, http.StatusOK, http.MethodGet, "/venues?only_with_upcoming=1", nil).body["venues"].([]any) {
				venues = append(venues, v.(js)["venue"].(string))
			}
			slices.Sort(venues)
			if diff := cmp.Diff(want, venues); diff != "" {
				t.Errorf("%q (-want +got)\n%s", user, diff)
			}
		}
	})
}

// zones returns how many zones the cell of a day of the month names.
func (m *markup) zones(day string) int {
	n := 0
	for _, cell := range m.cells(day) {
		if class, _ := attributeOf(cell, "class"); class == "zone" && words(cell) == "PST" {
			n++
		}
	}
	return n
}

func TestPagesPutAnEventOnTheDayOfItsOwnClock(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, inZone(t, "Asia/Tokyo", sixteen))
		s.takesPlace("January in Los Angeles", "America/Los_Angeles", "2031-01-31 22:00:00", "2031-01-31 23:00:00", nil)
		s.takesPlace("February in Los Angeles", "America/Los_Angeles", "2031-02-28 22:00:00", "2031-02-28 23:00:00", nil)
		s.takesPlace("February in Tokyo", "Asia/Tokyo", "2031-02-28 10:00:00", "2031-02-28 11:00:00", nil)
		s.takesPlace("All day in Los Angeles", "America/Los_Angeles", "2031-02-27", "2031-02-27", js{"all_day": true})
		page := s.look("/?month=2031-02")
		want := map[string][]string{
			"2031-02-01": nil, "2031-02-27": {"All day in Los Angeles"}, "2031-02-28": {"February in Tokyo", "February in Los Angeles"},
		}
		for day, titles := range want {
			if diff := cmp.Diff(titles, page.day(day)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", day, diff)
			}
			listed := s.look("/?view=list&start_date=" + day + "&end_date=" + day)
			if diff := cmp.Diff(titles, listed.texts("h3")); diff != "" {
				t.Errorf("%s in the list (-want +got)\n%s", day, diff)
			}
		}
		if got := len(s.look("/?month=2031-01").day("2031-01-31")); got != 1 {
			t.Errorf("%d events at the end of January, want 1", got)
		}
		for day, want := range map[string]int{"2031-01-31": 1, "2031-02-27": 1, "2031-02-28": 1} {
			if got := page.zones(day); got != want {
				t.Errorf("%s names %d zones that are not those of the site, want %d", day, got, want)
			}
		}
	})
}

func TestPagesListWhatIsStillToComeBelowItsOwnDay(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, inZone(t, "Asia/Tokyo", sixteen))
		s.takesPlace("Under way", "Asia/Tokyo", "2026-11-22 23:00:00", "2026-11-23 02:00:00", nil)
		s.takesPlace("Still to come", "America/Los_Angeles", "2026-11-22 18:00:00", "2026-11-22 19:00:00", js{"venue": js{"venue": "Hall"}})
		s.takesPlace("Over", "America/Los_Angeles", "2026-11-22 05:00:00", "2026-11-22 07:00:00", nil)
		s.takesPlace("Today", "Asia/Tokyo", "2026-11-23 08:00:00", "2026-11-23 09:00:00", nil)
		s.takesPlace("All the time", "UTC", "0000-01-01 00:00:00", "9999-12-31 23:59:59", nil)
		page := s.look("/?view=list")
		if diff := cmp.Diff([]string{"All the time", "Under way", "Still to come", "Today"}, page.texts("h3")); diff != "" {
			t.Errorf("events (-want +got)\n%s", diff)
		}
		want := []string{"Subscribe", "Ongoing", "Sunday, November 22", "Monday, November 23"}
		if diff := cmp.Diff(want, page.texts("h2")[:4]); diff != "" {
			t.Errorf("headings (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff([]string{"Still to come"}, s.look("/venue/hall/").texts("h4")); diff != "" {
			t.Errorf("page of the venue (-want +got)\n%s", diff)
		}
	})
}

// Offsets of a zone change with the rules of its country: clients may know older ones.
func TestAnOffsetThatTheZoneDoesNotHaveFixesTheInstant(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		e := openSite(t, url, inZone(t, "America/Vancouver", sixteen)).must(http.StatusCreated, http.MethodPost, "/events", js{
			"title": "Jazz", "timezone": "America/Vancouver", "start_date": "2026-07-15 19:00:00-08:00", "end_date": "2026-07-15 21:30:00",
		}).body
		if e["start_date"] != "2026-07-15 20:00:00" || e["utc_start_date"] != "2026-07-16 03:00:00" || e["utc_end_date"] != "2026-07-16 04:30:00" {
			t.Errorf("from %v (%v in UTC) to %v in UTC", e["start_date"], e["utc_start_date"], e["utc_end_date"])
		}
	})
}

func TestAPublicationDateIsTheInstantThatWasWritten(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, inZone(t, "Europe/Berlin", sixteen))
		post := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall", "date": "2026-10-25T01:30:00Z"})
		path := fmt.Sprint("/venues/", post.id())
		for _, tt := range []struct {
			name      string
			sent      js
			date, utc string
		}{
			{"the second of two equal hours by its offset", js{}, "2026-10-25 02:30:00", "2026-10-25 01:30:00"},
			{"the same local time again", js{"date": "2026-10-25 02:30:00"}, "2026-10-25 02:30:00", "2026-10-25 01:30:00"},
			{"the first one by its offset", js{"date": "2026-10-25T02:30:00+02:00"}, "2026-10-25 02:30:00", "2026-10-25 00:30:00"},
			{"the second one in UTC", js{"date_utc": "2026-10-25 01:15:00"}, "2026-10-25 02:15:00", "2026-10-25 01:15:00"},
			{"another local time", js{"date": "2026-10-25 02:20:00"}, "2026-10-25 02:20:00", "2026-10-25 00:20:00"},
		} {
			got := s.must(http.StatusOK, http.MethodPatch, path, tt.sent).body
			if got["date"] != tt.date || got["date_utc"] != tt.utc {
				t.Errorf("%s: %v, in UTC %v, want %s, %s", tt.name, got["date"], got["date_utc"], tt.date, tt.utc)
			}
		}
	})
}
