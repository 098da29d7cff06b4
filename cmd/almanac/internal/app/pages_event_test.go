package app_test

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/service/servicetest"
)

// menu returns where the links in the menus of a page lead, but for those that share it.
func (m *markup) menu() []string {
	var list []string
	for _, n := range m.nodes {
		if class, _ := attributeOf(n, "class"); n.Data != "details" || strings.Contains(class, "share") {
			continue
		}
		for c := range n.Descendants() {
			if href, ok := attributeOf(c, "href"); ok {
				list = append(list, href)
			}
		}
	}
	return list
}

func TestAnEventToComeIsAddedToCalendars(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		timed := s.must(http.StatusCreated, http.MethodPost, "/events", js{
			"title": "Jazz & wine", "start_date": "2036-05-05 20:00:00", "end_date": "2036-05-06 01:30:00", "timezone": "Europe/Paris",
			"description": "<p>With <b>words</b>.</p>", "venue": js{"venue": "Hall", "address": "1 Street", "zip": "750", "city": "Town"},
		})
		whole := s.must(http.StatusCreated, http.MethodPost, "/events", js{
			"title": "Fair", "start_date": "2036-05-05", "end_date": "2036-05-07", "all_day": true, "timezone": "UTC+5", "attendance_mode": "online", "online_url": "https://meet.example/7",
		})
		page := url.QueryEscape(timed.body["url"].(string))
		want := []string{
			"https://calendar.google.com/calendar/render?action=TEMPLATE&ctz=Europe%2FParis&dates=20360505T180000Z%2F20360505T233000Z&details=With+words.%0A%0A" + page +
				"&location=Hall%2C+1+Street%2C+Town+750&text=Jazz+%26+wine",
			"https://outlook.live.com/calendar/0/deeplink/compose?body=With+words.%0A%0A" + page + "&enddt=2036-05-05T23%3A30%3A00Z&location=Hall%2C+1+Street%2C+Town+750" +
				"&path=%2Fcalendar%2Faction%2Fcompose&rru=addevent&startdt=2036-05-05T18%3A00%3A00Z&subject=Jazz+%26+wine",
			"webcal://" + strings.TrimPrefix(deployments.B().APIURL(), "http://") + "/events/" + list(timed.id()) + "?format=ics",
			"../../calendar/events/v1/events/" + list(timed.id()) + "?format=ics",
		}
		if diff := cmp.Diff(want, s.look(below(timed.body["url"])).menu()); diff != "" {
			t.Errorf("a timed event (-want +got)\n%s", diff)
		}
		got := strings.Join(s.look(below(whole.body["url"])).menu(), "\n")
		for _, want := range []string{"dates=20360505%2F20360508&", "location=https%3A%2F%2Fmeet.example%2F7&", "allday=true&", "enddt=2036-05-08&", "startdt=2036-05-05&"} {
			if !strings.Contains(got, want) {
				t.Errorf("no %s in the menu of whole days:\n%s", want, got)
			}
		}
		twice := s.must(http.StatusCreated, http.MethodPost, "/events", js{
			"title": "Clocks go back", "start_date": "2036-10-26T00:30:00Z", "end_date": "2036-10-26T01:30:00Z", "timezone": "Europe/Berlin",
		})
		got = strings.Join(s.look(below(twice.body["url"])).menu(), "\n") + s.page(http.MethodGet, below(twice.body["url"]), nil).text
		for _, want := range []string{
			"dates=20361026T003000Z%2F20361026T013000Z", "startdt=2036-10-26T00%3A30%3A00Z", "enddt=2036-10-26T01%3A30%3A00Z",
			`datetime="2036-10-26T02:30:00&#43;02:00"`, `datetime="2036-10-26T02:30:00&#43;01:00"`,
		} {
			if !strings.Contains(got, want) {
				t.Errorf("no %s on the page of an event over the end of summer time:\n%s", want, got)
			}
		}
	})
}

func TestTheEventPageSaysWhetherOneCanStillAttend(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		c := servicetest.NewClock(time.Date(2031, 2, 5, 10, 0, 0, 0, time.UTC))
		s := openSite(t, database, withPages, withClock(c))
		add := func(title, end string, more js) string {
			fields := js{"title": title, "start_date": "2031-02-05 09:00:00", "end_date": end, "timezone": "UTC"}
			for name, value := range more {
				fields[name] = value
			}
			return below(s.must(http.StatusCreated, http.MethodPost, "/events", fields).body["url"])
		}
		soon, open := add("Soon over", "2031-02-05 10:00:01", nil), add("Without an end", "2031-02-05 09:00:00", nil)
		canceled := add("Canceled", "2031-02-05 23:00:00", js{"event_status": "canceled", "event_status_reason": "Storm"})
		postponed := add("Postponed", "2031-02-05 23:00:00", js{"event_status": "postponed", "event_status_reason": "Rain"})
		closed := add("Closed", "2031-02-05 23:00:00", js{"post_password": "word"})
		const ended, off = "This event has ended.", "This event is canceled."
		said := func(path string, attends bool, want ...string) {
			t.Helper()
			for range 3 { // The last one may be one that was cached.
				page := s.look(path)
				text := strings.Join(page.texts("main"), " ")
				if got := len(page.menu()) > 0; got != attends {
					t.Errorf("%s can be added to a calendar: %t", path, got)
				}
				for _, sentence := range []string{ended, off, "Storm", "Rain"} {
					if got := strings.Contains(text, sentence); got != strings.Contains(strings.Join(want, " "), sentence) {
						t.Errorf("%s says %q: %t", path, sentence, got)
					}
				}
			}
		}
		said(soon, true)
		said(open, true)
		said(canceled, false, off, "Storm")
		said(postponed, true, "Rain")
		said(closed, false)
		c.Advance(time.Second) // The page changes although nobody has written.
		said(soon, false, ended)
		said(open, true)
		c.Advance(14 * time.Hour)
		said(open, false, ended)
		said(canceled, false, off, "Storm")
		said(closed, false, ended)
	})
}

func TestThePagesOfACalendarNameThoseInOtherLanguages(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages, withLanguages)
	site := deployments.A().SiteURL
	for path, want := range map[string][]string{
		"/":                                   {"en " + site + "/", "fr " + site + "/?translation_language=fr", "x-default " + site + "/"},
		"/?translation_language=fr&view=list": {"en " + site + "/?view=list", "fr " + site + "/?translation_language=fr&view=list", "x-default " + site + "/?view=list"},
		"/?search=fair":                       nil,
	} {
		var got []string
		for _, n := range s.look(path).nodes {
			if language, is := attributeOf(n, "hreflang"); is && n.Data == "link" {
				address, _ := attributeOf(n, "href")
				got = append(got, language+" "+address)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", path, diff)
		}
	}
}

func TestTheEventPageLeadsOn(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 10, 0, 0, 0, time.UTC))))
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"}).id()
		add := func(title, day string, more js) string {
			fields := js{"title": title, "start_date": day + " 20:00:00", "end_date": day + " 22:00:00", "categories": "jazz"}
			maps.Copy(fields, more)
			return below(s.must(http.StatusCreated, http.MethodPost, "/events", fields).body["url"])
		}
		sold := add("Sold", "2031-02-06", js{"venue": hall, "cost": "$20", "website": "https://tickets.example/1"})
		free := add("Free one", "2031-02-07", js{"cost": "0", "website": "https://club.example/"})
		add("Draft", "2031-02-08", js{"venue": hall, "status": "draft"})
		add("Over", "2031-02-04", js{"venue": hall})
		for _, day := range []string{"10", "11", "12", "13"} {
			add("At the hall "+day, "2031-02-"+day, js{"venue": hall})
		}
		add("Elsewhere", "2031-02-20", js{"event_status": "canceled"})
		page := s.look(sold)
		want := []string{"Sold", "More at Hall", "At the hall 10", "At the hall 11", "At the hall 12", "More like this", "Free one", "At the hall 13", "Elsewhere"}
		var got []string
		for _, n := range page.nodes {
			class, _ := attributeOf(n.Parent, "class")
			if n.Data == "h1" || n.Data == "h2" || n.Data == "a" && n.Parent.Data == "li" && strings.Contains(words(n.Parent), " Feb") && (class == "" || class == "canceled") {
				got = append(got, words(n))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		weekly := js{"venue": hall, "recurrence": "FREQ=WEEKLY;COUNT=5"}
		add("Film", "2031-02-09", weekly)
		series := s.look(add("Choir", "2031-02-08", weekly)).texts("li")
		series = slices.DeleteFunc(series, func(item string) bool { return !strings.HasPrefix(item, "Choir") && !strings.HasPrefix(item, "Film") })
		if diff := cmp.Diff([]string{"Film Sun 9 Feb · 8 pm – 10 pm"}, series); diff != "" {
			t.Errorf("of series there are (-want +got)\n%s", diff)
		}
		if !slices.Contains(page.texts("li"), "Elsewhere Canceled Thu 20 Feb · 8 pm – 10 pm") {
			t.Errorf("a canceled event is not marked: %q", page.texts("li"))
		}
		if page.link("Tickets") != "https://tickets.example/1" || s.look(free).link("Website") != "https://club.example/" {
			t.Error("no button leads to the shop, or to the website")
		}
		if shared := strings.Join(page.attributes("input", "value"), " "); !strings.Contains(shared, sold) {
			t.Errorf("no field has the address to copy: %s", shared)
		}
	})
}
