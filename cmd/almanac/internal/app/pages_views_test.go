package app_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"almanac/cmd/almanac/internal/demo"
	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
)

// within returns the words of each element of a name below an element of a class.
func (m *markup) within(class, name string) []string {
	var all []string
	for _, n := range m.nodes {
		if is, _ := attributeOf(n, "class"); !strings.Contains(" "+is+" ", " "+class+" ") {
			continue
		}
		for c := range n.Descendants() {
			if c.Type == html.ElementNode && c.Data == name {
				all = append(all, words(c))
			}
		}
	}
	return all
}

// link returns where the link with some words, which may be its name for screen readers alone, leads
// from a page; "" if there is none.
func (m *markup) link(text string) string {
	for _, n := range m.nodes {
		if name, _ := attributeOf(n, "aria-label"); n.Data == "a" && (words(n) == text || name == text) {
			href, _ := attributeOf(n, "href")
			return href
		}
	}
	return ""
}

// takes creates an event with a start and an end.
func (s *site) takes(title, start, end string, more js) {
	s.t.Helper()
	event := js{"title": title, "start_date": start, "end_date": end}
	for name, value := range more {
		event[name] = value
	}
	s.must(http.StatusCreated, http.MethodPost, "/events", event)
}

func TestTheViewsShowTheSameEvents(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 12, 0, 0, 0, time.UTC))))
		s.takes("Festival", "2031-01-20 10:00:00", "2031-02-10 18:00:00", nil)
		s.takes("Morning", "2031-02-05 08:00:00", "2031-02-05 09:00:00", js{"categories": "Music"})
		s.takes("Evening", "2031-02-05 20:00:00", "2031-02-05 22:00:00", nil)
		s.takes("Thursday", "2031-02-06 20:00:00", "2031-02-06 22:00:00", js{"categories": "Music"})
		s.takes("Next week", "2031-02-12 20:00:00", "2031-02-12 22:00:00", js{"categories": "Music"})
		week := s.look("/?view=week")
		for day, want := range map[string][]string{
			"2031-02-02": {"Festival"}, "2031-02-05": {"Festival", "Morning", "Evening"}, "2031-02-06": {"Festival", "Thursday"}, "2031-02-08": {"Festival"}, "2031-02-12": nil,
		} {
			if diff := cmp.Diff(want, week.day(day)); diff != "" {
				t.Errorf("the week shows %s (-want +got)\n%s", day, diff)
			}
		}
		if diff := cmp.Diff([]string{"Festival", "Morning", "Evening"}, s.look("/?view=day").texts("h3")); diff != "" {
			t.Errorf("the day (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff([]string{"Festival", "Evening", "Morning", "Thursday", "Next week"}, s.look("/?view=photo").within("photos", "h2")); diff != "" {
			t.Errorf("the photos (-want +got)\n%s", diff)
		}
		if diff := cmp.Diff([]string{"Thursday"}, s.look("/?view=day&start_date=2031-02-06&categories=music").texts("h3")); diff != "" {
			t.Errorf("the music of a day (-want +got)\n%s", diff)
		}
	})
}

func TestTheViewsSayWhereEventsAre(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 12, 0, 0, 0, time.UTC))))
		s.takes("Fair", "2031-02-05 20:00:00", "2031-02-05 22:00:00", js{
			"venue": []js{{"venue": "Hall", "city": "Town"}, {"venue": "Barn", "city": ""}, {"venue": "Club", "city": "Bern"}}, "categories": "Music",
		})
		toCalendar := func(href string) bool { return strings.Contains(href, "location=Hall%2C+Town%3B+Barn%3B+Club%2C+Bern") }
		if !slices.ContainsFunc(s.look("/event/fair/").attributes("a", "href"), toCalendar) {
			t.Error("calendar programs do not get all venues")
		}
		for _, path := range []string{"/?view=list", "/?view=photo", "/?view=day", "/?view=week", "/", "/events/category/music/", "/?view=list&search=fair"} {
			for range 2 { // What it links to is shared by the requests.
				if got := s.page(http.MethodGet, path, nil).text; !strings.Contains(got, "Hall, Town and 2 more") {
					t.Errorf("%s does not say where: %s", path, got)
				}
			}
		}
	})
}

func TestAViewLeadsToTheOthersOfItsTime(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 12, 0, 0, 0, time.UTC))))
	s.takes("Fair", "2031-03-04 10:00:00", "2031-03-04 18:00:00", js{"categories": "Music"})
	tests := []struct{ name, address, link, want string }{
		{"the month has the present week", "/", "Week", "./?view=week"},
		{"and the present day", "/", "Day", "./?view=day"},
		{"another month has its first week", "/?month=2031-03", "Week", "./?start_date=2031-02-23&view=week"},
		{"a week has its month", "/?view=week&start_date=2031-03-05", "Month", "./?month=2031-03"},
		{"a week is known by its first day", "/?view=week&start_date=2031-03-05", "Week", "./?start_date=2031-03-02&view=week"},
		{"the week before", "/?view=week&start_date=2031-03-05", "Previous: Week of 23 Feb", "./?start_date=2031-02-23&view=week"},
		{"the week after", "/?view=week", "Next: Week of 9 Feb", "./?start_date=2031-02-09&view=week"},
		{"the week before the next one is the present one", "/?view=week&start_date=2031-02-09", "Previous: Week of 2 Feb", "./?view=week"},
		{"the day after", "/?view=day", "Next: Thursday, February 6", "./?start_date=2031-02-06&view=day"},
		{"today", "/?view=day&start_date=2031-03-04", "Today", "./?view=day#today"},
		{"tomorrow", "/", "Tomorrow", "./?end_date=2031-02-06&start_date=2031-02-06&view=list"},
		{"the weekend, with the filters and in the view", "/?view=photo&free=true", "This weekend", "./?end_date=2031-02-09&free=true&start_date=2031-02-08&view=photo"},
		{"what is free", "/", "Free", "./?free=true"},
		{"a filter that is set is taken back", "/?free=true&view=week", "Price: Free", "./?view=week"},
		{"what is online", "/?view=list", "Online", "./?attendance_mode=online%2Cmixed&view=list"},
		{"a category", "/?view=list", "Music", "./?categories=music&view=list"},
		{"what the site is", "/", "About", "./about/"},
		{"what its zone is", "/about/", "API", "../calendar/events/v1/doc"},
		{"filters stay", "/?view=day&start_date=2031-03-04&categories=music", "Photos", "./?categories=music&start_date=2031-03-04&view=photo"},
		{"a list has its end in photos too", "/?view=list&start_date=2031-03-04&end_date=2031-03-06", "Photos", "./?end_date=2031-03-06&start_date=2031-03-04&view=photo"},
		{"a list has what is over", "/?view=list&free=true&start_date=2031-03-04", "Past events", "./?free=true&view=past"},
		{"which leads back", "/?view=past&free=true", "Upcoming events", "./?free=true&view=list"},
		{"an empty month has the next event", "/", "Next event: Tuesday, March 4", "./?month=2031-03"},
		{"and its page", "/", "Fair", "./event/fair/"},
		{"an empty day has the next event", "/?view=day&categories=music", "Next event: Tuesday, March 4", "./?categories=music&start_date=2031-03-04&view=day"},
		{"after the last event there is none", "/?view=day&start_date=2031-03-05", "Next event: Tuesday, March 4", ""},
		{"but what comes from today on", "/?month=2031-05", "Upcoming events: 1 event", "./?view=list"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := s.look(tt.address).link(tt.link); got != tt.want {
				t.Errorf("%s leads to %q, want %q", tt.link, got, tt.want)
			}
		})
	}
	for address, rel := range map[string]string{
		"/?view=week&start_date=0000-01-01": "prev", "/?view=day&start_date=0000-01-01": "prev", "/?view=week&start_date=9999-12-31": "next", "/?view=day&start_date=9999-12-31": "next",
	} {
		got := s.look(address).attributes("a", "rel")
		if slices.Contains(got, rel) || !slices.Contains(got, map[string]string{"prev": "next", "next": "prev"}[rel]) {
			t.Errorf("%s leads to %v", address, got)
		}
	}
}

func TestSearchEnginesListNoViewsOfOtherTimes(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages)
	for path, want := range map[string]bool{
		"/": true, "/?view=week": true, "/?view=day": true, "/?view=photo": true, "/?view=list": true,
		"/?view=week&start_date=2031-02-05": false, "/?view=day&start_date=2031-02-05": false, "/?view=photo&search=x": false,
	} {
		if got := !strings.Contains(s.page(http.MethodGet, path, nil).text, `content="noindex"`); got != want {
			t.Errorf("%s: listed %t, want %t", path, got, want)
		}
	}
}

func TestADayOfTheMonthHasRoomForFourEvents(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		for i := range 7 {
			s.takes(fmt.Sprintf("Number %d", i), fmt.Sprintf("2031-02-05 1%d:00:00", i), fmt.Sprintf("2031-02-05 1%d:30:00", i), nil)
		}
		page := s.look("/?month=2031-02")
		if diff := cmp.Diff([]string{"Number 0", "Number 1", "Number 2", "Number 3"}, page.day("2031-02-05")); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if diff := cmp.Diff([]string{"2 pm Number 4", "3 pm Number 5", "4 pm Number 6"}, page.within("printed", "li")); diff != "" {
			t.Errorf("paper also has (-want +got)\n%s", diff)
		}
		if got := page.link("+3 more: Wednesday, February 5"); got != "./?start_date=2031-02-05&view=day" {
			t.Errorf("the rest is at %q", got)
		}
		if got := len(s.look("/?start_date=2031-02-05&view=day").texts("h3")); got != 7 {
			t.Errorf("the day shows %d events, want 7", got)
		}
	})
}

func TestTodayBeginsWithWhatIsOnOrComesNext(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		c := servicetest.NewClock(time.Date(2031, 2, 5, 12, 0, 0, 0, time.UTC))
		s := openSite(t, database, withPages, withClock(c))
		for _, hour := range []string{"07", "08", "09", "10", "11", "13", "20"} {
			s.takes("At "+hour, "2031-02-05 "+hour+":00:00", "2031-02-05 "+hour+":30:00", nil)
		}
		for _, query := range []string{"view=list", "view=list&when=today", "view=day"} {
			page := s.look("/?" + query)
			if diff := cmp.Diff([]string{"At 07", "At 08", "At 09", "At 10", "At 11"}, page.within("over", "h3")); diff != "" {
				t.Errorf("%s folds (-want +got)\n%s", query, diff)
			}
			if diff := cmp.Diff([]string{"At 13", "At 20"}, page.within("day", "h3")); diff != "" {
				t.Errorf("%s begins with (-want +got)\n%s", query, diff)
			}
		}
		if photos := s.look("/?view=photo").within("photos", "h2"); photos[0] != "At 13" {
			t.Errorf("the photos begin with %q", photos)
		}
		month := s.look("/")
		if diff := cmp.Diff([]string{"At 07", "At 08", "At 13", "At 20"}, month.day("2031-02-05")); diff != "" {
			t.Errorf("of today the month has (-want +got)\n%s", diff)
		}
		if list := month.within("agenda", "bdi"); list[0] != "At 13" {
			t.Errorf("the list below the month begins with %q", list)
		}
		c.Advance(2 * time.Hour) // The pages were kept.
		if got := s.look("/?view=day").within("day", "h3"); !slices.Equal(got, []string{"At 20"}) {
			t.Errorf("later the day begins with %q", got)
		}
	})
}

func TestABarIsLinkedOnceAWeek(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages)
	s.takes("Festival", "2031-02-05 10:00:00", "2031-02-25 18:00:00", nil)
	page := s.look("/?month=2031-02")
	if got := len(page.within("bar", "a")); got != 4 {
		t.Errorf("%d links to an event in four weeks, want 4", got)
	}
	if got := len(page.within("agenda", "a")); got != 1 {
		t.Errorf("%d links to the event below the table, want 1", got)
	}
}

func TestTheListBelowTheMonthBeginsWithToday(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 12, 0, 0, 0, time.UTC))))
		s.takes("Over", "2031-02-02 10:00:00", "2031-02-02 11:00:00", nil)
		s.takes("Under way", "2031-02-03 10:00:00", "2031-02-15 11:00:00", nil)
		s.takes("To come", "2031-02-20 10:00:00", "2031-02-20 11:00:00", nil)
		s.takes("January", "2031-01-20 10:00:00", "2031-01-20 11:00:00", nil)
		page := s.page(http.MethodGet, "/", nil).text
		_, list, _ := strings.Cut(page, `<div class="agenda">`)
		folded, rest, _ := strings.Cut(list, "</details>")
		for part, want := range map[string][2]string{folded: {"Over", "To come"}, rest: {"To come", "Over"}} {
			if !strings.Contains(part, want[0]) || strings.Contains(part, "<bdi>"+want[1]+"</bdi>") || !strings.Contains(part, "Under way") {
				t.Errorf("a part of the list does not have %q, or has %q: %s", want[0], want[1], part)
			}
		}
		if !strings.Contains(rest, "Ongoing (day 3 of 13)") {
			t.Error("what is under way does not say that it has begun")
		}
		page = s.page(http.MethodGet, "/?month=2031-01", nil).text
		_, list, _ = strings.Cut(page, `<div class="agenda">`)
		if before, _, found := strings.Cut(list, "<bdi>January</bdi>"); !found || strings.Contains(before, "<details>") {
			t.Error("a month that is over is folded")
		}
	})
}

func TestAVenueHasItsEventsToComeAndThoseThatAreOver(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 12, 0, 0, 0, time.UTC))))
		hall := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall"})
		at := func(title, start, end string) { s.takes(title, start, end, js{"venue": hall.id()}) }
		for i := range 7 {
			at(fmt.Sprintf("Over %d", i), fmt.Sprintf("2031-01-0%d 10:00:00", i+1), fmt.Sprintf("2031-01-0%d 11:00:00", i+1))
		}
		at("Until midnight", "2031-02-04 20:00:00", "2031-02-05 00:00:00")
		at("This morning", "2031-02-05 08:00:00", "2031-02-05 09:00:00")
		at("Under way", "2031-02-01 08:00:00", "2031-02-15 09:00:00")
		at("To come", "2031-02-15 08:00:00", "2031-02-15 09:00:00")
		s.takes("Elsewhere", "2031-01-15 08:00:00", "2031-01-15 09:00:00", nil)
		page := s.look("/venue/hall/")
		last := []string{"Until midnight", "Over 6", "Over 5", "Over 4", "Over 3"}
		if diff := cmp.Diff(append([]string{"Under way", "This morning", "To come"}, last...), page.texts("h4")); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		more := page.link("All past events")
		all := s.look("/venue/hall/" + strings.TrimPrefix(more, "./"))
		if diff := cmp.Diff(append(last, "Over 2", "Over 1", "Over 0"), all.texts("h4")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", more, diff)
		}
		if a := s.page(http.MethodGet, "/venue/hall/?view=past&page=9", nil); a.status != http.StatusBadRequest || !strings.Contains(a.text, "There is no page") {
			t.Errorf("a page past the end: %d", a.status)
		}
	})
}

// checkSize holds a page or a file to a number of bytes, and to 10,000 of them compressed.
func checkSize(t *testing.T, name string, content []byte, limit int) {
	t.Helper()
	var compressed bytes.Buffer
	w := gzip.NewWriter(&compressed)
	_, _ = w.Write(content)
	_ = w.Close()
	if len(content) == 0 || len(content) > limit || compressed.Len() > 10_000 {
		t.Errorf("%s has %d bytes, %d compressed, want %d and 10,000 at most", name, len(content), compressed.Len(), limit)
	}
}

func TestAPageIsSmallAndReadsLittle(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		if _, err := demo.Fill(t.Context(), s.Service, demo.Options{Events: 300}); err != nil {
			t.Fatal(err)
		}
		small := func(s *site, path string) {
			ctx, counter := store.WithQueryStats(t.Context())
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+path, nil))
			t.Logf("%s: %d statements, %d bytes", path, counter.Statements(), w.Body.Len())
			if w.Code != http.StatusOK || counter.Statements() > 12 {
				t.Errorf("%s: status %d with %d statements, want 200 with at most 12", path, w.Code, counter.Statements())
			}
			checkSize(t, path, w.Body.Bytes(), 60_000)
		}
		cold := func() *site { // Its caches are empty.
			cold := openSite(t, database, withPages)
			cold.must(http.StatusOK, http.MethodGet, "/events?per_page=1", nil)
			return cold
		}
		for _, path := range []string{
			"/", "/?view=week", "/?view=day", "/?view=list", "/?view=list&collapse=series", "/?view=photo", "/?month=2050-01",
		} {
			small(cold(), path)
		}
		date := s.must(http.StatusOK, http.MethodGet, "/events?search=jazz+night&per_page=1", nil).body["events"].([]any)[0]
		small(cold(), below(date.(js)["url"]))
		style := s.look("/").attributes("link", "href")
		style = slices.DeleteFunc(style, func(href string) bool { return !strings.HasPrefix(href, "./calendar-") })
		checkSize(t, "the style", []byte(s.page(http.MethodGet, "/"+style[0], nil).text), 36_000)
		for _, venue := range s.must(http.StatusOK, http.MethodGet, "/venues?per_page=3", nil).body["venues"].([]any) {
			for _, query := range []string{"", "?view=past"} {
				small(cold(), below(venue.(js)["url"])+query)
			}
		}
	})
}

func TestTheViewsFollowWritesAndTheDay(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		c := servicetest.NewClock(time.Date(2031, 2, 8, 23, 50, 0, 0, time.UTC)) // A Saturday.
		s := openSite(t, database, withPages, withClock(c))
		shown := func() map[string][]string {
			s.look("/?view=day")
			s.look("/?view=week")
			week := s.look("/?view=week") // The second time it may be one that was kept.
			return map[string][]string{"day": s.look("/?view=day").texts("h3"), "Saturday": week.day("2031-02-08"), "Sunday": week.day("2031-02-09")}
		}
		s.takes("Saturday", "2031-02-08 10:00:00", "2031-02-08 11:00:00", nil)
		if diff := cmp.Diff(map[string][]string{"day": {"Saturday"}, "Saturday": {"Saturday"}, "Sunday": nil}, shown()); diff != "" {
			t.Errorf("at first (-want +got)\n%s", diff)
		}
		s.takes("Evening", "2031-02-08 20:00:00", "2031-02-08 21:00:00", nil)
		s.takes("Sunday", "2031-02-09 10:00:00", "2031-02-09 11:00:00", nil)
		both := []string{"Saturday", "Evening"}
		if diff := cmp.Diff(map[string][]string{"day": both, "Saturday": both, "Sunday": nil}, shown()); diff != "" {
			t.Errorf("after writes (-want +got)\n%s", diff)
		}
		c.Advance(11 * time.Minute)
		if diff := cmp.Diff(map[string][]string{"day": {"Sunday"}, "Saturday": nil, "Sunday": {"Sunday"}}, shown()); diff != "" {
			t.Errorf("after midnight (-want +got)\n%s", diff)
		}
	})
}
