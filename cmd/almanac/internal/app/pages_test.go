package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"almanac/cmd/almanac/internal/app"
	"almanac/cmd/almanac/internal/demo"
	"almanac/cmd/internal/deployments"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// withPages makes a service show pages.
func withPages(c *service.Config) { c.Pages = app.Pages }

func withLanguages(c *service.Config) { c.Deployment = deployments.A() }

// page asks for an address outside the API as a browser does.
func (s *site) page(method, path string, header map[string]string) response {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.server.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	client := *s.server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	got, err := client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return response{status: got.StatusCode, header: got.Header, text: string(text)}
}

// look reads a page that has to be there.
func (s *site) look(path string) *markup {
	s.t.Helper()
	a := s.page(http.MethodGet, path, nil)
	if a.status != http.StatusOK {
		s.t.Fatalf("%s: status %d, want 200", path, a.status)
	}
	return parsed(s.t, a.text)
}

// markup is a page as a browser understands it.
type markup struct {
	t     *testing.T
	nodes []*html.Node
}

// parsed reads a page.
func parsed(t *testing.T, source string) *markup {
	t.Helper()
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	d := &markup{t: t}
	for n := range root.Descendants() {
		d.nodes = append(d.nodes, n)
	}
	return d
}

// texts returns the words of each element of a name.
func (m *markup) texts(name string) []string {
	var all []string
	for _, n := range m.nodes {
		if n.Type == html.ElementNode && n.Data == name {
			all = append(all, words(n))
		}
	}
	return all
}

// attributes returns an attribute of each element of a name that has it.
func (m *markup) attributes(name, attribute string) []string {
	var all []string
	for _, n := range m.nodes {
		if value, ok := attributeOf(n, attribute); ok && n.Data == name {
			all = append(all, value)
		}
	}
	return all
}

// attributeOf returns an attribute of an element.
func attributeOf(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// words returns the text in a node.
func words(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// cells returns what the cell of a day of the month has, below the day.
func (m *markup) cells(day string) []*html.Node {
	var list []*html.Node
	for _, n := range m.nodes {
		if n.Data != "td" {
			continue
		}
		here := false
		for c := range n.Descendants() {
			if at, ok := attributeOf(c, "datetime"); ok && at == day {
				here = true
			}
			if here {
				list = append(list, c)
			}
		}
	}
	return list
}

// day returns the titles in the cell of a day of the month.
func (m *markup) day(day string) []string {
	var titles []string
	for _, n := range m.cells(day) {
		if n.Data == "bdi" {
			titles = append(titles, words(n))
		}
	}
	return titles
}

// below returns the path of an address on the site.
func below(address any) string {
	text, _ := address.(string)
	return strings.TrimPrefix(text, deployments.B().SiteURL)
}

func TestEveryAddressOfARecordIsAPage(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		parent := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Music & More"}).id()
		child := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Jazz", "parent": parent})
		tag := s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": "Öffentlich"})
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Été à la <plage>", js{
			"venue": js{"venue": "Café Ünder", "address": "1 Street", "city": "Town"}, "organizer": js{"organizer": "Ada", "email": "ada@example.com"},
			"categories": []int64{child.id()}, "tags": []int64{tag.id()}, "description": "<p>With <strong>words</strong>.</p>",
		}))
		venue, organizer := event.body["venue"].(js), event.body["organizer"].([]any)[0].(js)
		for address, want := range map[any]string{
			event.body["url"]: "Été à la <plage>", venue["url"]: "Café Ünder", organizer["url"]: "Ada", child.body["url"]: "Jazz", tag.body["url"]: "Öffentlich",
			s.must(http.StatusOK, http.MethodGet, one("categories", parent), nil).body["url"]: "Music & More",
		} {
			page := s.look(below(address))
			if diff := cmp.Diff([]string{want}, page.texts("h1")); diff != "" {
				t.Errorf("%v (-want +got)\n%s", address, diff)
			}
			if got := page.attributes("link", "href")[0]; got != address {
				t.Errorf("%v is known as %s", address, got)
			}
			s.look(strings.TrimSuffix(below(address), "/"))
			if address != event.body["url"] && !strings.Contains(strings.Join(page.texts("h4"), "\n"), "Été à la <plage>") {
				t.Errorf("%v does not show the event", address)
			}
		}
		for _, path := range []string{"/events/category/jazz/", "/events/category/other/jazz/"} {
			if got := s.look(path).attributes("link", "href")[0]; got != child.body["url"] {
				t.Errorf("%s, a category below other terms, is known as %s", path, got)
			}
		}
	})
}

func TestAnEventPageTellsWhatTheInterfaceTells(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair & square", js{
			"venue":       js{"venue": "Hall", "address": "1 Street", "city": "Town", "geo_lat": 48.5, "geo_lng": -2.25},
			"description": "<p>With <strong>words</strong>. </p>", "cost": "$20", "website": "https://tickets.example/7",
		}))
		page := s.look(below(event.body["url"]))
		single, said := s.must(http.StatusOK, http.MethodGet, one("events", event.id()), nil).body["json_ld"].(js), page.jsonLD()
		for _, name := range []string{"@type", "url", "startDate", "endDate", "eventStatus", "eventAttendanceMode", "description"} {
			if diff := cmp.Diff(single[name], said[name]); diff != "" {
				t.Errorf("%s (-interface +page)\n%s", name, diff)
			}
		}
		links := strings.Join(page.attributes("a", "href"), "\n")
		for _, want := range []string{
			"../../calendar/events/v1/events/" + list(event.id()) + "?format=ics", "https://www.openstreetmap.org/?mlat=48.5&mlon=-2.25#map=17/48.5/-2.25",
			"https://tickets.example/7", "../../venue/hall/",
		} {
			if !strings.Contains(links, want) {
				t.Errorf("no link to %s among\n%s", want, links)
			}
		}
		about := map[string]string{}
		for _, n := range page.nodes {
			if property, ok := attributeOf(n, "property"); ok {
				about[property], _ = attributeOf(n, "content")
			}
		}
		if about["og:title"] != "Fair & square" || about["og:url"] != event.body["url"] || !strings.Contains(about["og:description"], "With words.") {
			t.Errorf("Open Graph says %v", about)
		}
		if a := s.page(http.MethodGet, "/calendar/events/v1/events/"+list(event.id())+"?format=ics", nil); !strings.HasPrefix(a.text, "BEGIN:VCALENDAR") {
			t.Errorf("the event as a calendar: %d %.100s", a.status, a.text)
		}
	})
}

func TestAMonthShowsEventsOnEachOfTheirDays(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		for _, e := range []struct{ title, start, end string }{
			{"Before", "2031-01-31 20:00:00", "2031-01-31 23:59:59"},
			{"Until midnight", "2031-01-30 10:00:00", "2031-02-01 00:00:00"},
			{"Into the month", "2031-01-01 10:00:00", "2031-02-02 12:00:00"},
			{"First second", "2031-02-01 00:00:00", "2031-02-01 00:00:00"},
			{"Out of the month", "2031-02-28 22:00:00", "2031-03-01 02:00:00"},
			{"After", "2031-03-01 00:00:00", "2031-03-01 01:00:00"},
			{"Around", "2030-06-01 00:00:00", "2032-06-01 00:00:00"},
		} {
			s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": e.title, "start_date": e.start, "end_date": e.end})
		}
		s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": "On top", "start_date": "2031-02-02 23:00:00", "end_date": "2031-02-02 23:30:00", "sticky": true})
		page := s.look("/?month=2031-02")
		for day, want := range map[string][]string{
			"2031-02-01": {"Around", "Into the month", "First second"}, "2031-02-02": {"On top", "Around", "Into the month"},
			"2031-02-03": {"Around"}, "2031-02-28": {"Around", "Out of the month"},
			"2031-01-31": {"Around", "Into the month", "Until midnight", "Before"}, "2031-03-01": {"Around", "Out of the month", "After"},
		} {
			if diff := cmp.Diff(want, page.day(day)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", day, diff)
			}
		}
		if got := page.texts("p"); !slices.Contains(got, "5 events") {
			t.Errorf("the month counts what its neighbors have: %q", got)
		}
		one := s.look("/?view=list&start_date=2031-02-01&end_date=2031-02-01")
		if diff := cmp.Diff([]string{"Around", "Into the month", "First second"}, one.texts("h3")); diff != "" {
			t.Errorf("one day in the list (-want +got)\n%s", diff)
		}
		for title, hour := range map[string]string{"Morning": "08", "Pinned": "20"} {
			s.takes(title, "2031-02-03 "+hour+":00:00", "2031-02-03 "+hour+":30:00", js{"sticky": title == "Pinned"})
		}
		if diff := cmp.Diff([]string{"Around", "Pinned", "Morning"}, s.look("/?view=day&start_date=2031-02-03").texts("h3")); diff != "" {
			t.Errorf("the view of a day (-want +got)\n%s", diff)
		}
		for _, edge := range []string{"0000-01", "9999-12"} {
			s.look("/?month=" + edge)
		}
	})
}

func TestAMonthWithMoreThanAPageSaysSo(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages)
	for i := range 505 {
		s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": fmt.Sprintf("Number %d", i), "start_date": "2031-02-05 10:00:00", "end_date": "2031-02-05 11:00:00"})
	}
	a := s.page(http.MethodGet, "/?month=2031-02", nil)
	for _, want := range []string{"the first 500 of 505", "Events in the list"} {
		if !strings.Contains(a.text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if got := s.look("/?view=list&start_date=2031-02-05&page=2").texts("h3"); len(got) != 10 {
		t.Errorf("%d events on the second page of the list, want 10", len(got))
	}
}

func TestAFewEventsGetNoPageOfTheirOwn(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		var last int64
		for i := range 13 {
			last = s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(fmt.Sprintf("Number %d", i), js{"tags": "many"})).id()
		}
		holds := func(path string, titles int, isMore bool) {
			t.Helper()
			text := s.page(http.MethodGet, path, nil).text
			if got, has := strings.Count(text, "<bdi>Number "), strings.Contains(text, "Next page"); got != titles || has != isMore {
				t.Errorf("%s has %d events, and more: %t", path, got, has)
			}
		}
		holds("/?view=list", 10, true)
		holds("/?view=list&page=2", 3, false)
		s.must(http.StatusOK, http.MethodDelete, fmt.Sprintf("/events/%d", last), nil)
		for _, path := range []string{"/?view=list", "/?view=list&page=2", "/?view=list&search=number", "/tag/many/"} {
			holds(path, 12, false)
		}
	})
}

func TestAPageShowsNothingHidden(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		seen := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Seen", js{"venue": js{"venue": "Hall"}, "organizer": js{"organizer": "Ada"}, "categories": "Jazz", "tags": "free"}))
		links := js{"venue": seen.body["venue"].(js)["id"], "organizer": []any{seen.body["organizer"].([]any)[0].(js)["id"]}, "categories": "Jazz", "tags": "free"}
		with := func(more js) js {
			for name, value := range links {
				more[name] = value
			}
			return more
		}
		var paths []string
		for _, status := range []string{"draft", "pending", "private"} {
			paths = append(paths, below(s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Secret "+status, with(js{"status": status}))).body["url"]))
		}
		future := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Secret future", with(js{"status": "publish", "date": time.Now().AddDate(0, 0, 9).Format(time.DateTime)})))
		trashed := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Secret trash", with(js{})))
		s.must(http.StatusOK, http.MethodDelete, one("events", trashed.id()), nil)
		again := s.must(http.StatusOK, http.MethodGet, one("events", trashed.id()), nil)
		venue := s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Secret venue", "status": "draft"})
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Seen too", js{"venue": venue.id()}))
		paths = append(paths, below(future.body["url"]), below(trashed.body["url"]), below(again.body["url"]), below(venue.body["url"]))
		for _, path := range paths {
			if a := s.page(http.MethodGet, path, nil); a.status != http.StatusNotFound || strings.Contains(a.text, "Secret") {
				t.Errorf("%s: %d, want 404 without a word of it", path, a.status)
			}
		}

		unlisted := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Secret unlisted", with(js{"hide_from_listings": true})))
		closed := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Closed", with(js{
			"post_password": "word", "description": "Secret words", "excerpt": "Secret excerpt", "cost": "7531", "website": "https://secret.example/", "all_day": true,
		})))
		month := "/?month=" + time.Now().AddDate(0, 1, 0).Format("2006-01")
		for _, path := range []string{month, "/?view=list", "/?view=list&search=secret", "/venue/hall/", "/organizer/ada/", "/events/category/jazz/", "/tag/free/", "/event/seen-too/"} {
			if a := s.page(http.MethodGet, path, nil); a.status != http.StatusOK || strings.Contains(a.text, "Secret") {
				t.Errorf("%s: %d shows what is secret", path, a.status)
			}
		}
		if got := s.look(below(unlisted.body["url"])).texts("h1"); !cmp.Equal(got, []string{"Secret unlisted"}) {
			t.Errorf("an event that is not listed is read at its address, got %v", got)
		}
		page := s.page(http.MethodGet, below(closed.body["url"]), nil)
		for _, hidden := range []string{"Secret", "secret.example", "7531", "Hall", "Ada", "Jazz", "format=ics&amp;password", "ld+json"} {
			if strings.Contains(page.text, hidden) {
				t.Errorf("the page of a protected event has %q", hidden)
			}
		}
		if page.status != http.StatusOK || !strings.Contains(page.text, "password-protected") || !strings.Contains(page.text, "Closed") {
			t.Errorf("a protected event: %d %s", page.status, page.text)
		}
		if a := s.page(http.MethodGet, below(closed.body["url"])+"?password=word&context=edit", nil); strings.Contains(a.text, "Secret") {
			t.Error("a password in the address of a page opens the event")
		}
	})
}

func TestAPageIsTheSameForAnEditor(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages, withUsers)
	s.mustBy("administrator", http.StatusCreated, http.MethodPost, "/events", newEvent("Secret", js{"status": "draft"}))
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.server.URL+"/?view=list", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth("administrator", password)
	response, err := s.server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if a := s.read(response); a.status != http.StatusOK || strings.Contains(a.text, "Secret") {
		t.Errorf("%d, want the page that a visitor sees", a.status)
	}
}

// attacks are texts that would do something in a page that forgot to escape them.
var attacks = []string{
	`<script>alert(1)</script>`, `</title><svg onload=alert(1)>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`,
	`javascript:alert(1)`, `{{.}}<x-y onclick="alert(1)">`, "`${alert(1)}`", `<!--`, `</script><script>alert(1)</script>`, "\u202Eover", `&lt;script&gt;`,
}

func TestHostileTextStaysTextOnPages(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		for i, attack := range attacks {
			name := fmt.Sprintf("%s %d", attack, i)
			created := s.send("", http.MethodPost, "/events", newEvent(name, js{
				"venue": js{"venue": name, "address": name, "city": name, "phone": name}, "organizer": js{"organizer": name, "email": "a@" + name, "phone": name},
				"description": name, "excerpt": name, "cost": name,
			}))
			if created.status != http.StatusCreated {
				t.Errorf("%s: %d %s", name, created.status, created.text)
				continue
			}
			for _, path := range []string{below(created.body["url"]), below(created.body["venue"].(js)["url"]), below(created.body["organizer"].([]any)[0].(js)["url"])} {
				s.harmless(path)
			}
			sent := url.QueryEscape(attack)
			for _, query := range []string{"?search=", "?view=list&search=", "?month=", "?categories=", "?view=list&start_date=", "?page=", "event/", "tag/", "events/category/"} {
				s.harmless("/" + query + sent)
			}
		}
		s.harmless("/?month=" + time.Now().AddDate(0, 1, 0).Format("2006-01"))
		s.harmless("/?view=list")
	})
}

// harmless holds that a page has no script, nothing that runs one, and links
// that lead somewhere.
func (s *site) harmless(path string) {
	s.t.Helper()
	a := s.page(http.MethodGet, path, nil)
	s.healthy(path, a)
	for _, n := range parsed(s.t, a.text).nodes {
		if n.Type != html.ElementNode {
			continue
		}
		if resource, _ := attributeOf(n, "type"); n.Data == "script" && resource != "application/ld+json" {
			s.t.Errorf("%s has a script: %s", path, words(n))
		} else if n.Data == "script" && !json.Valid([]byte(n.FirstChild.Data)) {
			s.t.Errorf("%s: json_ld is broken: %s", path, n.FirstChild.Data)
		}
		for _, attribute := range n.Attr {
			value := strings.ToLower(attribute.Val)
			if strings.HasPrefix(attribute.Key, "on") || attribute.Key == "style" || attribute.Key != "content" && attribute.Key != "value" && strings.HasPrefix(value, "javascript:") || strings.Contains(value, "zgotmplz") {
				s.t.Errorf("%s: <%s %s=%q>", path, n.Data, attribute.Key, attribute.Val)
			}
		}
		class, _ := attributeOf(n, "class")
		if n.Data == "svg" && !strings.HasPrefix(class, "icon") || n.Data == "x-y" || n.Data == "iframe" {
			s.t.Errorf("%s has <%s>", path, n.Data)
		}
	}
}

func TestAWrongAddressShowsTheCalendarAndSaysWhatIsWrong(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withLanguages)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
		tests := []struct{ name, query, want string }{
			{"a month that is none", "month=2026-13", "isn’t a month"},
			{"a month in words", "month=soon", "isn’t a month"},
			{"a day that is none", "view=list&start_date=2026-02-30", "isn’t a date"},
			{"a day before the first", "view=list&start_date=2026-02-03&end_date=2026-02-02", "The end date is before the start date."},
			{"a category that is not there", "categories=nothing", "No category called"},
			{"a list with such a category", "view=list&categories=nothing", "No category called"},
			{"a search without end", "search=" + strings.Repeat("word+", 300), "1,000 characters"},
			{"a view that is none", "view=decade", "isn’t an option"},
			{"a page that is none", "view=list&page=x", "There is no page"},
			{"a page past the end", "view=list&page=99", "There is no page"},
			{"a page beyond all numbers", "view=list&page=9223372036854775807", "There is no page"},
			{"a language that is not spoken", "translation_language=de", "isn’t an available language"},
			{"a zero character", "search=a%00b", "invalid characters"},
			{"invalid characters", "search=%ff", "invalid characters"},
			{"several at once", "view=list&categories=nothing&page=9", "No category called"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				a := s.page(http.MethodGet, "/?"+tt.query, nil)
				if a.status != http.StatusBadRequest || !strings.Contains(a.text, tt.want) {
					t.Errorf("%d, want 400 and %q", a.status, tt.want)
				}
				if !strings.Contains(a.text, `role="search"`) || strings.Contains(a.text, "goroutine") {
					t.Errorf("this is not the calendar: %s", a.text)
				}
				if a.header.Get("ETag") != "" {
					t.Error("a mistake has an entity tag")
				}
			})
		}
		for _, query := range []string{"search=&categories=&month=", "unknown=1", "view=list&start_date=tomorrow", "translation_language=", "%zz", "view="} {
			s.look("/?" + query)
		}
	})
}

func TestPagesAreAnsweredAsBrowsersWant(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages)
	s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
	style := "/" + strings.TrimPrefix(s.look("/").attributes("link", "href")[1], "./")
	const pages, jsonType = "text/html; charset=utf-8", "application/json; charset=UTF-8"
	tests := []struct {
		name, method, path string
		status             int
		media              string
	}{
		{"the month", http.MethodGet, "/", 200, pages},
		{"its head", http.MethodHead, "/", 200, pages},
		{"the list", http.MethodGet, "/?view=list", 200, pages},
		{"an event", http.MethodGet, "/event/fair/", 200, pages},
		{"an event in other letters", http.MethodGet, "/Event/fair/", 404, pages},
		{"the style", http.MethodGet, style, 200, "text/css; charset=utf-8"},
		{"an older style", http.MethodGet, "/calendar-00000000.css", 404, jsonType},
		{"no such event", http.MethodGet, "/event/other/", 404, pages},
		{"no event", http.MethodGet, "/event/", 404, pages},
		{"no slug", http.MethodGet, "/event", 404, pages},
		{"a slug too many", http.MethodGet, "/event/fair/more/", 404, pages},
		{"two slashes", http.MethodGet, "/event//fair/", 404, pages},
		{"dots", http.MethodGet, "/event/../", 404, pages},
		{"a broken escape", http.MethodGet, "/event/%00/", 404, pages},
		{"an escaped slash", http.MethodGet, "/event/a%2Fb/", 404, pages},
		{"no such category", http.MethodGet, "/events/category/a/b/", 404, pages},
		{"no page", http.MethodGet, "/nothing", 404, pages},
		{"no page below", http.MethodGet, "/events/", 404, pages},
		{"a longer word", http.MethodGet, "/eventful/", 404, pages},
		{"a write", http.MethodPost, "/", 405, pages},
		{"a delete", http.MethodDelete, "/event/fair/", 405, pages},
		{"the interface", http.MethodGet, "/calendar/events/v1", 200, jsonType},
		{"a route that is not there", http.MethodGet, "/calendar/events/v1/event/fair/", 404, jsonType},
		{"the document", http.MethodGet, "/calendar/events/v1/doc", 200, "text/html; charset=utf-8"},
		{"a probe", http.MethodGet, "/livez", 200, "text/plain; charset=utf-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := s.page(tt.method, tt.path, nil)
			if got := a.header.Get("Content-Type"); a.status != tt.status || got != tt.media {
				t.Errorf("%d %s, want %d %s", a.status, got, tt.status, tt.media)
			}
			if a.header.Get("Set-Cookie") != "" {
				t.Error("a cookie")
			}
			if tt.method == http.MethodHead && a.text != "" {
				t.Error("a body")
			}
			if policy := a.header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") && !strings.Contains(tt.path, "doc") || strings.Contains(policy, "unsafe") && !strings.Contains(tt.path, "doc") {
				t.Errorf("the policy is %q", policy)
			}
			if tt.status == 405 && a.header.Get("Allow") != "GET, HEAD" {
				t.Errorf("Allow %q", a.header.Get("Allow"))
			}
			if tag := a.header.Get("ETag"); tag != "" {
				if again := s.page(tt.method, tt.path, map[string]string{"If-None-Match": tag}); again.status != http.StatusNotModified || again.text != "" {
					t.Errorf("%d for the tag that was given", again.status)
				}
			} else if tt.status == 200 && tt.media == pages && !strings.Contains(tt.path, "doc") {
				t.Error("no entity tag")
			}
		})
	}
	if got := s.page(http.MethodGet, style, nil).header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		t.Errorf("the style is kept as %q", got)
	}
	off := openSite(t, prepared.SQLite(t))
	for _, path := range []string{"/", "/event/fair/", style} {
		if a := off.page(http.MethodGet, path, nil); a.status != http.StatusNotFound || a.header.Get("Content-Type") != jsonType {
			t.Errorf("without pages %s: %d", path, a.status)
		}
	}
}

func TestAMountThatLooksLikeAPageIsTheInterface(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages, func(c *service.Config) { c.Deployment.BasePath, c.Deployment.Namespace = "event", "v1" })
	for path, want := range map[string]string{"/event/v1/events": "application/json; charset=UTF-8", "/event/V1": "application/json; charset=UTF-8", "/event/v1x": "text/html; charset=utf-8"} {
		if got := s.page(http.MethodGet, path, nil).header.Get("Content-Type"); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestPagesSpeakTheLanguagesOfTheDeployment(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withLanguages)
		english := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Summer fair", js{"categories": "Fairs", "cost": "0"}))
		french := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Foire", js{"translation_language": "fr", "categories": "Foires", "venue": js{"venue": "Salle"}, "cost": "0"}))
		list := "?view=list"
		for path, want := range map[string][2][]string{
			"/" + list: {{"Upcoming events"}, {"Summer fair"}}, "/" + list + "&translation_language=fr": {{"Événements à venir"}, {"Foire"}},
		} {
			page := s.look(path)
			if diff := cmp.Diff(want, [2][]string{page.texts("h1"), page.texts("h3")}); diff != "" {
				t.Errorf("%s (-want +got)\n%s", path, diff)
			}
		}
		for path, want := range map[string]string{
			below(english.body["url"]): "en", below(french.body["url"]): "fr", below(french.body["url"]) + "?translation_language=en": "en",
			below(english.body["url"]) + "?translation_language=fr": "fr", "/?translation_language=fr": "fr", "/event/no/?translation_language=fr": "fr",
		} {
			a := s.page(http.MethodGet, path, nil)
			if got := parsed(t, a.text).attributes("html", "lang"); !cmp.Equal(got, []string{want}) || a.header.Get("Content-Language") != want {
				t.Errorf("%s is in %v, want %s", path, got, want)
			}
			if want == "fr" && !strings.Contains(a.text, "S’abonner") {
				t.Errorf("%s has texts in English", path)
			}
		}
		if a := s.page(http.MethodGet, below(french.body["url"]), nil); !strings.Contains(a.text, "Gratuit") || !strings.Contains(a.text, "translation_language=fr") {
			t.Error("the page of a French event is not French all through")
		}
		b := openSite(t, prepared.SQLite(t), withPages)
		if strings.Contains(b.page(http.MethodGet, "/?translation_language=fr", nil).text, "English") {
			t.Error("a deployment with one language offers others")
		}
	})
}

func TestEveryLinkOfThePagesLeadsSomewhere(t *testing.T) {
	for name, options := range map[string][]func(*service.Config){"deployment A": {withPages, withLanguages}, "deployment B": {withPages}} {
		t.Run(name, func(t *testing.T) {
			s := openSite(t, prepared.SQLite(t), options...)
			if _, err := demo.Fill(t.Context(), s.Service, demo.Options{Events: 40}); err != nil {
				t.Fatal(err)
			}
			queue, known := []string{"/"}, map[string]bool{"/": true}
			for ; len(queue) > 0 && len(known) < 2000; queue = queue[1:] {
				a := s.page(http.MethodGet, queue[0], nil)
				if a.status != http.StatusOK && a.status != http.StatusFound {
					t.Errorf("%s: %d", queue[0], a.status)
				}
				if !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") || strings.HasSuffix(queue[0], "/doc") {
					continue
				}
				here, err := url.Parse(queue[0])
				if err != nil {
					t.Fatal(err)
				}
				page := parsed(t, a.text)
				for _, href := range append(page.attributes("a", "href"), page.attributes("link", "href")[1:]...) {
					u, err := here.Parse(href)
					if err != nil || u.Host != "" || u.Scheme == "mailto" || far(u) {
						continue
					}
					u.Fragment = ""
					if !known[u.String()] {
						known[u.String()] = true
						queue = append(queue, u.String())
					}
				}
			}
			if len(known) < 60 {
				t.Errorf("%d links were followed", len(known))
			}
		})
	}
}

// far reports whether a link leads to another month than those around now, of
// which there are many.
func far(u *url.URL) bool {
	month := u.Query().Get("month")
	return month != "" && month != time.Now().AddDate(0, 1, 0).Format("2006-01") || u.Query().Get("start_date") != ""
}

func TestAPageFollowsWritesAndTheDay(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		c := servicetest.NewClock(time.Date(2031, 2, 5, 23, 50, 0, 0, time.UTC))
		s := openSite(t, database, withPages, withClock(c))
		add := func(title, start, end string) int64 {
			return s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": title, "start_date": start, "end_date": end}).id()
		}
		upcoming := func() []string {
			s.look("/?view=list") // The second time it may be one that was kept.
			return s.look("/?view=list").texts("h3")
		}
		id := add("Today", "2031-02-05 10:00:00", "2031-02-05 11:00:00")
		add("Over at midnight", "2031-02-05 20:00:00", "2031-02-06 00:00:00")
		if diff := cmp.Diff([]string{"Today", "Over at midnight"}, upcoming()); diff != "" {
			t.Errorf("at first (-want +got)\n%s", diff)
		}
		add("Tomorrow", "2031-02-06 10:00:00", "2031-02-06 11:00:00")
		s.must(http.StatusOK, http.MethodPatch, one("events", id), js{"title": "Changed"})
		if diff := cmp.Diff([]string{"Changed", "Over at midnight", "Tomorrow"}, upcoming()); diff != "" {
			t.Errorf("after writes (-want +got)\n%s", diff)
		}
		c.Advance(11 * time.Minute)
		if diff := cmp.Diff([]string{"Tomorrow"}, upcoming()); diff != "" {
			t.Errorf("after midnight (-want +got)\n%s", diff)
		}
		for _, n := range s.look("/").nodes {
			if _, today := attributeOf(n, "aria-current"); today && n.Data == "td" && !strings.HasPrefix(words(n), "Thursday, February 6") {
				t.Errorf("today is %s", words(n))
			}
		}
	})
}

func TestAPageOfADatabaseThatIsAwaySaysSo(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages)
	if err := s.Store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/?view=list", "/event/fair/"} {
		a := s.page(http.MethodGet, path, nil)
		if a.status < 500 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") || !strings.Contains(a.text, "Try again in a moment") || strings.Contains(a.text, "sql") {
			t.Errorf("%s: %d %s", path, a.status, a.text)
		}
	}
}
