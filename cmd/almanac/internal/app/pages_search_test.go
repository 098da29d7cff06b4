package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/runtime/service/servicetest"
	"almanac/runtime/store"
)

// choices returns the texts and addresses of the links in lists of a class.
func (m *markup) choices(class string) []string {
	var list []string
	for _, n := range m.nodes {
		if names, _ := attributeOf(n, "class"); n.Data != "ul" || names != class {
			continue
		}
		for c := range n.Descendants() {
			if href, ok := attributeOf(c, "href"); ok {
				list = append(list, words(c)+" "+href)
			}
		}
	}
	return list
}

func TestASearchSaysWhatThereIsAtOtherTimes(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 10, 0, 0, 0, time.UTC))))
		for title, day := range map[string]string{"Jazz early": "2031-02-01", "Jazz soon": "2031-02-07", "Jazz later": "2031-06-07", "Jazz of old": "2019-06-07", "Folk": "2031-02-08"} {
			s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": title, "start_date": day + " 10:00:00", "end_date": day + " 11:00:00", "tags": title[strings.LastIndexByte(title, ' ')+1:]})
		}
		month, list, past := "February 2031: 2 events ./?search=jazz", "Upcoming events: 2 events ./?search=jazz&view=list", "Past events: 2 events ./?search=jazz&view=past"
		for path, want := range map[string][]string{
			"/?search=jazz": {list, past}, "/?view=list&search=jazz": {month, past}, "/?view=past&search=jazz": {month, list}, "/?view=list&search=nothing": nil, "/?view=list": nil,
			"/?view=list&tags=old": {"Past events: 1 event ./?tags=old&view=past"}, "/?view=past&tags=old": nil,
		} {
			if diff := cmp.Diff(want, s.look(path).choices("choices found")); diff != "" {
				t.Errorf("%s (-want +got)\n%s", path, diff)
			}
		}
		if diff := cmp.Diff([]string{"Jazz early", "Jazz of old"}, s.look("/?view=past&search=jazz").texts("h3")); diff != "" {
			t.Errorf("past events (-want +got)\n%s", diff)
		}
	})
}

func TestFiltersNarrowAllViews(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		wanted := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Wanted", js{"venue": js{"venue": "Hall"}, "organizer": js{"organizer": "Ada"}, "categories": "Music", "tags": "free"}))
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Other", js{"venue": js{"venue": "Yard"}, "categories": "Arts", "tags": "dear"}))
		hall := fmt.Sprint(wanted.body["venue"].(js)["id"])
		ada := fmt.Sprint(wanted.body["organizer"].([]any)[0].(js)["id"])
		for _, filter := range []string{"venue=" + hall, "organizer=" + ada, "tags=free", "categories=music", "venue=" + hall + "&tags=free&categories=music&search=wanted"} {
			page := s.look("/?view=list&" + filter)
			if diff := cmp.Diff([]string{"Wanted"}, page.texts("h3")); diff != "" {
				t.Errorf("%s (-want +got)\n%s", filter, diff)
			}
			if got := len(page.choices("choices removals")); got != strings.Count(filter, "=")+1 {
				t.Errorf("%s: %d links that leave filters out", filter, got)
			}
			for _, removal := range page.choices("choices removals") {
				_, address, _ := strings.Cut(removal, " ./")
				s.look("/" + address)
			}
			text := s.page(http.MethodGet, "/?view=list&"+filter, nil).text
			if strings.Count(text, `name="organizer"`) > 1 {
				t.Errorf("%s: the form sends the organizer twice", filter)
			}
			if !strings.Contains(text, `content="noindex"`) {
				t.Errorf("%s may be indexed", filter)
			}
			for _, view := range []string{"", "&view=photo"} {
				if slices.Contains(s.look("/?"+filter+view).texts("bdi"), "Other") {
					t.Errorf("%s%s shows another event", filter, view)
				}
			}
		}
		for filter, want := range map[string]string{"venue=1": "No venue called", "tags=nothing": "No tag called", "venue=x": "No venue called"} {
			if a := s.page(http.MethodGet, "/?view=list&"+filter, nil); a.status != http.StatusBadRequest || !strings.Contains(a.text, want) {
				t.Errorf("%s: %d", filter, a.status)
			}
		}
		for _, path := range []string{"/", "/?view=list", "/event/wanted/", "/venue/hall/", "/tag/free/"} {
			for _, href := range s.look(path).attributes("a", "href") {
				isFeed := strings.Contains(href, "format=")
				if !isFeed && (strings.Contains(href, "search=") || strings.Contains(href, "venue=") || strings.Contains(href, "tags=")) {
					t.Errorf("%s, which is indexed, links to %s", path, href)
				}
			}
		}
	})
}

func TestAPageThatIsMissingOffersASearch(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages, withLanguages)
	a := s.page(http.MethodGet, "/event/nothing/?translation_language=fr", nil)
	page := parsed(t, a.text)
	if a.status != http.StatusNotFound || !cmp.Equal(page.attributes("form", "action"), []string{"../../"}) || !cmp.Equal(page.attributes("input", "name"), []string{"translation_language", "view", "search"}) {
		t.Errorf("%d with %v %v", a.status, page.attributes("form", "action"), page.attributes("input", "name"))
	}
}

func TestASearchOnPagesFindsWhatIsLinkedToWhatItNames(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withClock(servicetest.NewClock(time.Date(2031, 2, 5, 10, 0, 0, 0, time.UTC))))
		on := js{"start_date": "2031-02-07 10:00:00", "end_date": "2031-02-07 11:00:00"}
		add := func(title string, more js) js {
			fields := maps.Clone(on)
			fields["title"] = title
			maps.Copy(fields, more)
			return s.must(http.StatusCreated, http.MethodPost, "/events", fields).body
		}
		jazz := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Jazz"}).id()
		s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Bebop", "parent": jazz})
		add("Quartet", js{"categories": "Jazz", "venue": js{"venue": "Café Müller", "city": "Orléans"}})
		add("Quintet", js{"categories": "Bebop", "tags": "late"})
		add("Lecture", js{"organizer": js{"organizer": "Friends of Jazz"}, "venue": js{"venue": "Yard", "city": "Lyon"}})
		add("All that jazz", js{"venue": js{"venue": "Hidden bunker", "city": "Nowhere", "status": "private"}})
		add("Charleston weekend", nil)
		for search, want := range map[string]struct {
			titles, offers, why []string
		}{
			"jazz": {
				[]string{"All that jazz", "Lecture", "Quartet", "Quintet"},
				[]string{"Category: Jazz – 2 events", "Organizer: Friends of Jazz – 1 event"},
				[]string{"Category: Jazz", "Category: Jazz", "Organizer: Friends of Jazz"},
			},
			"cafe MULLER":       {[]string{"Quartet"}, []string{"Venue: Café Müller – 1 event"}, nil}, // The list has it.
			"orleans jazz":      {[]string{"Quartet"}, []string{"Category: Jazz – 1 event", "City: Orléans – 1 event"}, []string{"Category: Jazz"}},
			"late":              {[]string{"Quintet"}, []string{"Tag: late – 1 event"}, []string{"Tag: late"}},
			"late -quintet":     {},
			"bunker":            {},
			"nowhere":           {},
			"charlston weekend": {},
		} {
			page := s.look("/?view=list&search=" + url.QueryEscape(search))
			titles := slices.Sorted(slices.Values(page.texts("h3")))
			if diff := cmp.Diff(want.titles, titles); diff != "" {
				t.Errorf("%s (-want +got)\n%s", search, diff)
			}
			if diff := cmp.Diff(want.why, slices.Sorted(slices.Values(page.within("why", "bdi")))); diff != "" {
				t.Errorf("%s is said of hits (-want +got)\n%s", search, diff)
			}
			if chips := page.choices("choices removals"); !strings.HasPrefix(strings.Join(chips, ""), "Search: "+search+" ") {
				t.Errorf("%s: filters can be removed by %q", search, chips)
			}
			address := below(page.feed())
			for format, titled := range map[string]*regexp.Regexp{
				"ics": regexp.MustCompile(`SUMMARY:(.*?)\r`), "rss": regexp.MustCompile(`(?s)<item>.*?<title>(.*?)</title>`),
			} {
				feed := s.page(http.MethodGet, strings.Replace(address, ".ics", "."+format, 1), nil)
				var fed []string
				for _, found := range titled.FindAllStringSubmatch(feed.text, -1) {
					fed = append(fed, found[1])
				}
				slices.Sort(fed)
				if diff := cmp.Diff(want.titles, fed); diff != "" || feed.status != http.StatusOK {
					t.Errorf("%s: status %d, the feed %s (-want +got)\n%s", search, feed.status, format, diff)
				}
			}
			var offers []string
			for _, link := range page.choices("choices offers") {
				text, address, _ := strings.Cut(link, " ./")
				offers = append(offers, text)
				number := fmt.Sprint(len(s.look("/" + address).texts("h3")))
				if !strings.Contains(text, " – "+number+" ") {
					t.Errorf("%s: %s has %s events", search, text, number)
				}
			}
			if diff := cmp.Diff(want.offers, offers); diff != "" {
				t.Errorf("%s offers (-want +got)\n%s", search, diff)
			}
		}
		if href := s.look("/?view=list&search=charlston+weekend").link("Did you mean Charleston weekend?"); href != "./?search=Charleston+weekend&view=list" {
			t.Errorf("a near miss leads to %q", href)
		}
		roundTrips := func(path string) int64 {
			ctx, counter := store.WithQueryStats(t.Context())
			s.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, "http://localhost"+path, nil))
			return counter.RoundTrips()
		}
		if n := roundTrips("/?view=list&search=lecture+lyon"); n > 9 {
			t.Errorf("a search takes %d round trips, want 9 at most", n)
		}
		// The parameter of the API stays what it is.
		if n := s.must(http.StatusOK, http.MethodGet, "/events?start_date=2031-01-01&search=jazz", nil).body["total"]; fmt.Sprint(n) != "1" {
			t.Errorf("the API finds %v", n)
		}
	})
}

func TestEventsNearAPlaceAreWithinADistance(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		venue := map[string]int64{}
		for name, at := range map[string][2]float64{"Paris": {48.8566, 2.3522}, "Versailles": {48.8049, 2.1204}, "Fiji": {-17.8, 179.9}, "Taveuni": {-16.8, -179.95}} {
			venue[name] = s.must(http.StatusCreated, http.MethodPost, "/venues", js{"venue": "Hall of " + name, "city": name, "geo_lat": at[0], "geo_lng": at[1]}).id()
			s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("In "+name, js{"venue": venue[name]}))
		}
		for query, want := range map[string]string{
			"geoloc_lat=48.8566&geoloc_lng=2.3522&geoloc_radius=17": "1", "geoloc_lat=48.8566&geoloc_lng=2.3522&geoloc_radius=18.5": "2",
			"geoloc_lat=-17.8&geoloc_lng=179.9&geoloc_radius=110": "1", "geoloc_lat=-17.8&geoloc_lng=179.9&geoloc_radius=115": "2", "geoloc_lat=90&geoloc_lng=0&geoloc_radius=20100": "4",
		} {
			if a := s.must(http.StatusOK, http.MethodGet, "/events?start_date=2000-01-01&end_date=2100-01-01&"+query, nil); fmt.Sprint(a.body["total"]) != want {
				t.Errorf("%s: %v events, want %s", query, a.body["total"], want)
			}
		}
		for _, query := range []string{"geoloc_radius=5", "geoloc_lat=1&geoloc_lng=1&geoloc_radius=0", "geoloc_lat=1&geoloc_lng=1&geoloc_radius=-3", "geoloc_lat=1&geoloc_lng=1&geoloc_radius=far", "geoloc_lat=1&geoloc_lng=1&geoloc_radius=NaN"} {
			if a := s.must(http.StatusBadRequest, http.MethodGet, "/events?"+query, nil); !strings.Contains(fmt.Sprint(a.body), "geoloc_radius") {
				t.Errorf("%s: %v", query, a.body)
			}
		}
		for query, want := range map[string][]string{
			"near=paris&within=25": {"In Paris", "In Versailles"}, "near=paris": {"In Paris"}, fmt.Sprint("near=", venue["Fiji"], "&within=150"): {"In Fiji", "In Taveuni"},
		} {
			page := s.look("/?view=list&" + query)
			if diff := cmp.Diff(want, slices.Sorted(slices.Values(page.texts("h3")))); diff != "" {
				t.Errorf("%s (-want +got)\n%s", query, diff)
			}
			if chip := page.choices("choices removals")[0]; !regexp.MustCompile(`^Distance: [0-9]+ km, (Paris|Hall of Fiji) `).MatchString(chip) {
				t.Errorf("%s: the distance can be removed by %q", query, chip)
			}
			form := append(page.attributes("select", "name"), page.attributes("input", "name")...)
			if !slices.Contains(form, "within") || !slices.Contains(form, "near") {
				t.Errorf("%s: nothing chooses another distance: %q", query, form)
			}
			if !slices.ContainsFunc(page.attributes("a", "href"), func(href string) bool { return strings.Contains(href, "geoloc_radius=") }) {
				t.Errorf("%s: no feed has the distance", query)
			}
		}
		for _, query := range []string{"near=nowhere", "near=999999", "near=paris&within=x", "near=paris&within=0"} {
			if a := s.page(http.MethodGet, "/?view=list&"+query, nil); a.status != http.StatusBadRequest {
				t.Errorf("%s: %d", query, a.status)
			}
		}
	})
}
