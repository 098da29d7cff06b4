package app_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service/servicetest"
)

func TestAFilterThatIsSetIsNamedOnce(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 10, 0, 0, 0, time.UTC))))
	page := s.look("/?view=list&start_date=2031-02-06&end_date=2031-02-06&free=true")
	want := []string{
		"Tomorrow ./?free=true&view=list", "Price: Free ./?end_date=2031-02-06&start_date=2031-02-06&view=list",
		"Clear filters ./?view=list",
	}
	if diff := cmp.Diff(want, page.choices("choices removals")); diff != "" {
		t.Errorf("filters that can be removed (-want +got)\n%s", diff)
	}
	for _, set := range []string{"Tomorrow", "Free"} {
		if n := strings.Count(strings.Join(page.texts("a"), "\n"), set); n != 1 {
			t.Errorf("%d links name %s", n, set)
		}
	}
}

func TestEventsAreFilteredByCityAndCost(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		for title, about := range map[string]js{
			"Zero":     {"cost": "0", "venue": js{"venue": "Hall", "city": "Bern"}},
			"Decimals": {"cost": "$0.00", "venue": js{"venue": "Barn", "city": "Saint-Rémy & <Co>"}},
			"Comma":    {"cost": "0,00 €"},
			"Word":     {"cost": "FREE", "venue": js{"venue": "Club", "city": "bern"}},
			"Range":    {"cost": "Free – 20$", "venue": []js{{"venue": "Park", "city": "Bern"}, {"venue": "Quay", "city": "Basel"}}},
			"Hundred":  {"cost": "100", "venue": js{"venue": "Tower", "city": ""}},
			"Text":     {"cost": "Freedom of choice", "attendance_mode": "online"},
			"Unknown":  {"attendance_mode": "mixed"},
		} {
			s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(title, about))
		}
		tests := []struct {
			query string
			want  []string
		}{
			{"free=true", []string{"Comma", "Decimals", "Word", "Zero"}},
			{"free=false", []string{"Hundred", "Range", "Text"}},
			{"city=Bern", []string{"Range", "Zero"}},
			{"city=Bern&free=true", []string{"Zero"}},
			{"city=" + url.QueryEscape("Saint-Rémy & <Co>"), []string{"Decimals"}},
			{"city=Ber", nil},
			{"attendance_mode=online%2Cmixed", []string{"Text", "Unknown"}},
		}
		for _, tt := range tests {
			var got []string
			for _, e := range s.must(http.StatusOK, http.MethodGet, "/events?per_page=50&"+tt.query, nil).body["events"].([]any) {
				got = append(got, e.(js)["title"].(string))
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("the list with %s (-want +got)\n%s", tt.query, diff)
			}
			a := s.page(http.MethodGet, "/?view=list&"+tt.query, nil)
			got = parsed(t, a.text).texts("h3")
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("the page with %s (-want +got)\n%s", tt.query, diff)
			}
			if !strings.Contains(a.text, `content="noindex`) {
				t.Errorf("search engines may list the page with %s", tt.query)
			}
		}
		page := s.page(http.MethodGet, "/?city=Bern&free=false", nil).text
		for _, want := range []string{
			`<button type="submit" name="view" value="list">`, // A search of all that comes.
			`<option value="Basel">Basel</option>`, `<option value="Bern" selected>Bern</option>`, `<option value="Saint-Rémy &amp; &lt;Co&gt;">`,
			`value="false" form="find" checked>Paid</label>`,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("the form lacks %s", want)
			}
		}
		if a := s.page(http.MethodGet, "/?free=perhaps", nil); a.status != http.StatusBadRequest || !strings.Contains(a.text, "“perhaps” isn’t an option here.") {
			t.Errorf("a filter that is no choice: %d", a.status)
		}
		if robots := s.page(http.MethodGet, "/robots.txt", nil).text; !strings.Contains(robots, "Disallow: /?city=\n") || !strings.Contains(robots, "Disallow: /?free=\n") {
			t.Error("crawlers may read what the filters leave")
		}
	})
}

func TestATimeWithANameIsAListOfItsDates(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		at := time.Date(2031, 2, 5, 10, 0, 0, 0, time.UTC) // A Wednesday.
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(at)))
		s.takes("Morning", "2031-02-05 08:00:00", "2031-02-05 09:00:00", nil)
		s.takes("Night", "2031-02-05 16:00:00", "2031-02-05 23:00:00", nil)
		s.takes("Thursday", "2031-02-06 10:00:00", "2031-02-06 11:00:00", nil)
		s.takes("Saturday", "2031-02-08 10:00:00", "2031-02-08 11:00:00", nil)
		s.takes("Next week", "2031-02-11 10:00:00", "2031-02-11 11:00:00", nil)
		for query, want := range map[string][]string{
			"when=today": {"Morning", "Night"}, "when=tonight": {"Night"}, "when=tomorrow": {"Thursday"}, "when=weekend": {"Saturday"},
			"when=dates&start_date=2031-02-08&end_date=2031-02-11":      {"Saturday", "Next week"},
			"when=weekend&start_date=2031-02-05&end_date=2031-02-05":    {"Saturday"},
			"view=list&when=&start_date=2031-02-08":                     {"Morning", "Night", "Thursday", "Saturday", "Next week"},
			"view=list&start_date=2031-02-08&end_date=2031-02-08":       {"Saturday"},
			"view=day&when=2031-02-06":                                  {"Thursday"},
			"view=day&when=2031-02-06&start_date=2031-02-08&end_date=x": {"Thursday"},
		} {
			if diff := cmp.Diff(want, parsed(t, s.page(http.MethodGet, "/?"+query, nil).text).texts("h3")); diff != "" {
				t.Errorf("%s (-want +got)\n%s", query, diff)
			}
		}
		for query, want := range map[string]string{"when=weekend": "This weekend, 8–9 Feb", "when=tonight": "Tonight, 5 Feb"} {
			if got := s.look("/?" + query).texts("h1"); !slices.Equal(got, []string{want}) {
				t.Errorf("%s is headed %q", query, got)
			}
		}
		page := s.look("/?when=tonight&free=")
		want := []string{"Tonight ./?view=list", "Clear filters ./?view=list"}
		if diff := cmp.Diff(want, page.choices("choices removals")); diff != "" || page.link("Photos") != "./?view=photo&when=tonight" {
			t.Errorf("%s (-want +got)\n%s", page.link("Photos"), diff)
		}
		if a := s.page(http.MethodGet, "/?when=whenever", nil); a.status != http.StatusBadRequest || !strings.Contains(a.text, "“whenever” isn’t a date.") {
			t.Errorf("a time that has no name: %d", a.status)
		}
	})
}

func TestAnEmptySiteSaysWhatToDoFirst(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages, withDesk)
	for _, view := range []string{"", "week", "day", "list", "photo", "past"} {
		page := s.look("/?view=" + view)
		if said := page.texts("p"); !slices.Contains(said, "No events yet.") || page.link("Add the first event") != "./desk/records/events/new" {
			t.Errorf("the view %q says %q", view, said)
		}
	}
	if page := s.look("/?view=list&search=fair"); page.link("Add the first event") != "" {
		t.Error("a search that finds nothing is taken for an empty site")
	}
}

func TestAListWithoutEventsLeadsOn(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 10, 0, 0, 0, time.UTC))))
	for title, cost := range map[string]string{"Bus": "5", "Walk": "0", "Run": "0"} {
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(title, js{
			"start_date": "2031-02-07 10:00", "end_date": "2031-02-07 11:00", "cost": cost, "venue": js{"venue": title, "city": "Bern"},
			"categories": map[bool]string{true: "Trips", false: "Sports"}[title == "Bus"],
		}))
	}
	for path, want := range map[string]struct {
		said string
		ways []string
	}{
		"/?search=station":                     {"No results for “station”.", []string{"Clear search – 3 events ./", "All upcoming events ./?view=list"}},
		"/?view=list&search=station&free=true": {"No results for “station”.", []string{"Clear search – 2 events ./?free=true&view=list", "Clear filters – 3 events ./?view=list", "All upcoming events ./?view=list"}},
		"/?view=list&categories=trips&free=true": {
			"No matching events. Try different dates or clear the filters.",
			[]string{"Remove “Trips” – 2 events ./?free=true&view=list", "Remove “Free” – 1 event ./?categories=trips&view=list", "Clear filters – 3 events ./?view=list"},
		},
		"/?view=list&start_date=2031-03-01&free=true": {"No matching events. Try different dates or clear the filters.", nil},
		"/?view=day&start_date=2031-03-01":            {"No events. Try different dates.", nil},
	} {
		page := s.look(path)
		if diff := cmp.Diff(want.ways, page.choices("choices ways")); diff != "" {
			t.Errorf("%s (-want +got)\n%s", path, diff)
		}
		if said := page.texts("p"); !slices.Contains(said, want.said) {
			t.Errorf("%s says %q", path, said)
		}
		if n := s.roundTrips(path + "&x=1"); n > 9 { // Another address, which no cache has.
			t.Errorf("%s takes %d round trips", path, n)
		}
		if tables := page.texts("table"); len(tables) > 0 {
			t.Errorf("%s shows an empty table: %q", path, tables)
		}
	}
}
