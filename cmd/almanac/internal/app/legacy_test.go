package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/legacy"
	"almanac/cmd/almanac/internal/wordpress"
	"almanac/runtime/desk"
	"almanac/runtime/httpapi"
	"almanac/runtime/service"
	"almanac/runtime/service/servicetest"
)

// withLegacy serves pages, and the addresses of an imported site.
func withLegacy(c *service.Config) {
	withPages(c)
	c.Deployment.Settings[legacy.Setting] = "on"
}

// importedSite fills a site as one that was imported, and returns what stands for ids and
// lists in testdata/addresses.txt.
func importedSite(s *site) *strings.Replacer {
	add := func(slug, start, end string, more js) response {
		fields := js{"title": slug, "slug": slug, "start_date": start, "end_date": end}
		for name, value := range more {
			fields[name] = value
		}
		return s.must(http.StatusCreated, http.MethodPost, "/events", fields)
	}
	parent := int64(0)
	for _, name := range []string{"Music", "Local", "Indie", "Live"} {
		parent = s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": name, "parent": parent}).id()
	}
	for _, name := range []string{"2027", "Empty category"} {
		s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": name})
	}
	s.must(http.StatusCreated, http.MethodPost, "/tags", js{"name": "free"})
	concert := add("concert", "2027-03-14 20:00:00", "2027-03-14 22:00:00", js{
		"venue": js{"venue": "Town Hall"}, "organizer": js{"organizer": "Jane Doe"}, "categories": "live", "tags": "familles", "featured": true,
	})
	add("walk", "2026-11-22 10:00:00", "2026-11-22 11:00:00", nil)
	add("exhibition", "2026-11-01 10:00:00", "2026-12-31 18:00:00", nil)
	add("reunion", "2032-01-01 10:00:00", "2032-01-01 11:00:00", js{"categories": "music"})
	add("was-canceled", "2027-07-01 10:00:00", "2027-07-01 11:00:00", js{"event_status": "canceled"})
	add("100-fun-10", "2020-07-01 10:00:00", "2020-07-01 11:00:00", js{"hide_from_listings": true})
	fair := add("fair", "2026-01-10 10:00:00", "2026-01-10 11:00:00", js{"categories": "music", "tags": "familles"})
	unicode := add("evenement-8-日本", "2027-03-28 10:00:00", "2027-03-28 11:00:00", nil)
	hidden := add("hidden-from-listings", "2027-06-01 10:00:00", "2027-06-01 11:00:00", js{"hide_from_listings": true})
	protected := add("lete-a-lopera-14", "2027-05-01 10:00:00", "2027-05-01 11:00:00", js{"post_password": "word"})
	draft := add("secret-draft", "2027-05-01 10:00:00", "2027-05-01 11:00:00", js{"status": "draft"})
	private := add("secret-private", "2027-05-01 10:00:00", "2027-05-01 11:00:00", js{"status": "private"})
	return strings.NewReplacer(
		"{concert}", list(concert.id()), "{fair}", list(fair.id()), "{unicode}", list(unicode.id()), "{hidden}", list(hidden.id()), "{protected}", list(protected.id()),
		"{draft}", list(draft.id()), "{private}", list(private.id()), "{venue}", fmt.Sprint(concert.body["venue"].(js)["id"]),
		"{organizer}", fmt.Sprint(concert.body["organizer"].([]any)[0].(js)["id"]),
		"{coming}", "concert evenement-8-日本 exhibition lete-a-lopera-14 reunion walk was-canceled",
	)
}

// oldAddresses reads testdata/addresses.txt: addresses and what answers them.
func oldAddresses(t *testing.T) [][2]string {
	t.Helper()
	text, err := os.ReadFile("testdata/addresses.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all [][2]string
	for line := range strings.Lines(string(text)) {
		if address, want, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && address[0] == '/' {
			all = append(all, [2]string{address, want})
		}
	}
	if len(all) < 300 {
		t.Fatalf("%d addresses, want 300", len(all))
	}
	return all
}

func TestAddressesOfAnImportedSiteLeadToWhatTheyShowed(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withLegacy, withNoon)
		names := importedSite(s)
		for _, tt := range oldAddresses(t) {
			t.Run(tt[0], func(t *testing.T) {
				want := names.Replace(tt[1])
				if got := s.answered(names.Replace(tt[0]), strings.HasPrefix(want, "file ")); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			})
		}
	})
}

// answered describes what answers an address as testdata/addresses.txt does; redirects of
// other resources, and two of them, are described as what they are.
func (s *site) answered(address string, isFile bool) string {
	a := s.page(http.MethodGet, address, nil)
	if a.status == http.StatusMovedPermanently {
		to, err := url.Parse(a.header.Get("Location"))
		if err != nil {
			return err.Error()
		}
		address = to.RequestURI()
		a = s.page(http.MethodGet, address, nil)
		if !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") && !isFile {
			return "a redirect to " + address
		}
	}
	media, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	switch {
	case a.status == http.StatusNotFound:
		return "404"
	case a.status != http.StatusOK:
		return fmt.Sprintf("%d %s", a.status, a.header.Get("Location"))
	case media == "text/html":
		return "page " + address
	case media == "text/calendar":
		return strings.TrimSpace("ics " + slugsIn(a.text, icsURL))
	case media == "application/rss+xml":
		return strings.TrimSpace("rss " + slugsIn(a.text, rssURL))
	}
	return "file " + address
}

// icsURL and rssURL match the slugs of events in feeds.
var (
	icsURL = regexp.MustCompile(`\r\nURL:\S*/event/([^/]+)/`)
	rssURL = regexp.MustCompile(`<link>[^<]*/event/([^/]+)/</link>`)
)

// slugsIn lists the slugs of events that a feed has, by the alphabet.
func slugsIn(feed string, pattern *regexp.Regexp) string {
	var all []string
	for _, match := range pattern.FindAllStringSubmatch(feed, -1) {
		slug, _ := url.PathUnescape(match[1])
		all = append(all, slug)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestEventsOfASeriesAreFoundByTheirDays(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withLegacy, withNoon)
		site := legacy.Site{URL: "https://old.example", Records: map[string][]string{"event": {"termin"}}, Occurrences: true}
		if err := legacy.Remember(t.Context(), s.Store, site); err != nil {
			t.Fatal(err)
		}
		// As an import leaves them: there all have the same slug.
		for slug, start := range map[string]string{
			"weekly": "2027-01-11 10:00:00", "weekly-2": "2027-01-18 10:00:00", "weekly-3": "2027-01-18 20:00:00",
			"weekly-tea": "2027-01-25 10:00:00", "weekly-4": "2027-02-01 00:00:00", "weekly-2027-02-08": "2027-02-08 10:00:00",
		} {
			s.must(http.StatusCreated, http.MethodPost, "/events", js{
				"title": slug, "slug": slug, "start_date": start, "end_date": start[:10] + " 23:00:00",
			})
		}
		for address, want := range map[string]string{
			"/event/weekly/2027-01-11/":          "page /event/weekly/",
			"/event/weekly/2027-01-18/":          "page /event/weekly-2/",
			"/event/weekly/2027-01-18":           "page /event/weekly-2/",
			"/termin/weekly/2027-01-18/":         "page /event/weekly-2/",
			"/event/weekly/2027-01-18/2/":        "page /event/weekly-3/",
			"/event/weekly/2027-02-01/embed/":    "page /event/weekly-4/embed/",
			"/event/weekly/2027-02-08/":          "page /event/weekly-2027-02-08/",
			"/event/weekly/2027-01-18/?ical=1":   "ics weekly-2",
			"/event/weekly/2027-01-18/ical/":     "ics weekly-2",
			"/event/weekly/all/":                 "page /event/weekly/",
			"/series/weekly/":                    "page /event/weekly/",
			"/event/weekly/2027-01-18/3/":        "page /event/weekly/",
			"/event/weekly/2027-01-25/":          "page /event/weekly/",
			"/event/weekly/2027-02-30/":          "404",
			"/event/nope/2027-01-18/":            "404",
			"/termin/nope/":                      "404",
			"/series/nope/":                      "404",
			"/termin/weekly/2027-01-18/?ical=1":  "ics weekly-2",
			"/event/weekly/2027-01-11/?ical=1&x": "ics weekly",
		} {
			if got := s.answered(address, strings.HasPrefix(want, "file ")); got != want {
				t.Errorf("%s: got %s, want %s", address, got, want)
			}
		}
	})
}

func TestViewsAndPagesAreFoundInWordsThatTheSiteDoesNotSay(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withLegacy, withNoon, func(c *service.Config) { c.Deployment.DefaultPerPage = 3 })
		importedSite(s)
		for _, site := range []legacy.Site{
			{Calendar: []string{"veranstaltungen"}, Records: map[string][]string{
				"category": {"veranstaltungen/kategorie"}, "tag": {"veranstaltungen/schlagwort"}, "venue": {"veranstaltungsort"},
			}},
			{Calendar: []string{"agenda"}, Records: map[string][]string{"category": {"agenda/categorie"}, "venue": {"lieu"}}},
		} {
			if err := legacy.Remember(t.Context(), s.Store, site); err != nil {
				t.Fatal(err)
			}
		}
		for address, want := range map[string]string{
			"/veranstaltungen/monat/":                           "page /",
			"/veranstaltungen/monat/?ical=1":                    "ics exhibition walk",
			"/veranstaltungen/heute/":                           "page /?end_date=today&start_date=today&view=list",
			"/veranstaltungen/hervorgehoben/":                   "page /?featured=true&view=list",
			"/veranstaltungen/hervorgehoben/?ical=1":            "ics concert",
			"/veranstaltungen/kategorie/music/monat/":           "page /?categories=music",
			"/veranstaltungen/kategorie/music/monat/2027-03/":   "page /?categories=music&month=2027-03",
			"/veranstaltungen/kategorie/music/local/liste/":     "page /events/category/music/local/",
			"/veranstaltungen/schlagwort/familles/monat/":       "page /tag/familles/",
			"/veranstaltungen/tag/2027-03-14/":                  "page /?end_date=2027-03-14&start_date=2027-03-14&view=list",
			"/veranstaltungen/liste/seite/2/":                   "page /?page=2&view=list",
			"/veranstaltungen/seite/3/":                         "page /?page=3&view=list",
			"/veranstaltungen/liste/seite/4/":                   "page /?view=list", // There are fewer here.
			"/veranstaltungen/liste/seite/2/?eventDisplay=past": "page /?view=past",
			"/veranstaltungen/liste/seite/2/?ical=1":            "ics concert evenement-8-日本 exhibition lete-a-lopera-14 reunion walk was-canceled",
			"/veranstaltungsort/town-hall/seite/2/":             "page /venue/town-hall/",
			"/agenda/mois/":                                     "page /",
			"/agenda/mois/2026-01/?ical=1":                      "ics fair",
			"/agenda/aujourdhui/":                               "page /?end_date=today&start_date=today&view=list",
			"/agenda/categorie/music/mois/?ical=1":              "ics",
			"/agenda/liste/page/2/":                             "page /?page=2&view=list",
			"/agenda/categorie/music/liste/page/2/":             "page /events/category/music/",
			"/events/list/page/2/":                              "page /?page=2&view=list",
			"/events/page/2/?tribe-bar-date=2027-03-14":         "page /?page=2&start_date=2027-03-14&view=list",
			"/events/?tribe_paged=2":                            "page /?page=2&view=list",
			"/events/month/page/2/":                             "page /",
		} {
			if got := s.answered(address, false); got != want {
				t.Errorf("%s: got %s, want %s", address, got, want)
			}
		}
		for range 6 {
			s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Late", js{"categories": "music", "start_date": "2033-01-01 10:00", "end_date": "2033-01-01 11:00"}))
		}
		if got, want := s.answered("/agenda/categorie/music/liste/page/2/", false), "page /events/category/music/?page=2"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestNonsenseInOldAddressesIsTheFaultOfTheClient(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withLegacy)
		for _, text := range append(attacks, "%00", "%ff", "../..", strings.Repeat("x", 3000), "-1", "99999999999999999999", "0000-01", "9999-12-31") {
			sent := url.QueryEscape(text)
			for _, address := range []string{
				"/events/" + sent + "/", "/event/" + sent + "/ical/", "/event/" + sent + "/embed/", "/events/category/" + sent + "/list/", "/events/tag/" + sent + "/ical/",
				"/?p=" + sent, "/?tribe_events_cat=" + sent + "&ical=1", "/events/?tribe-bar-date=" + sent + "&ical=1", "/events/?tribe-bar-search=" + sent + "&ical=1",
				"/events/?event_ids=" + sent + "&ical=1", "/events/?tribe_venues%5B" + sent + "%5D=" + sent + "&ical=1", "/oembed?url=" + sent + "&maxwidth=" + sent, "/sitemap-events-" + sent + ".xml",
			} {
				s.healthy(address, s.page(http.MethodGet, address, nil))
			}
		}
	})
}

// withDesk makes a service one with the desk beside its pages.
func withDesk(c *service.Config) {
	pages := c.Pages
	c.Pages = func(api *httpapi.API) func(string) (string, http.Handler) {
		found, other := desk.New(api).Lookup, pages(api)
		return func(path string) (string, http.Handler) {
			if pattern, page := found(path); page != nil {
				return pattern, page
			}
			return other(path)
		}
	}
}

func TestUnknownAddressesAnswerAPageInABrowserAndJSONToPrograms(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		plain := openSite(t, database, withPages)
		moved := openSite(t, database, func(c *service.Config) {
			withLegacy(c)
			c.Deployment.BasePath = "/wp-json"
			c.Middleware = wordpress.Middleware
			withDesk(c)
		})
		const inBrowser, any = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "*/*"
		tests := []struct {
			name, path, accept string
			of                 *site
			want               string
		}{
			{"in a browser", "/imprint/", inBrowser, plain, "404 text/html"},
			{"in a browser, of a site that was moved", "/author/admin/", inBrowser, moved, "404 text/html"},
			{"by a program", "/imprint/", any, plain, "404 application/json"},
			{"by a program that wants JSON", "/imprint/", "application/json", moved, "404 application/json"},
			{"below the API", "/{api}/nope", inBrowser, plain, "404 application/json"},
			{"beside the API", "/wp-json/nope/v1/x", inBrowser, moved, "404 application/json"},
			{"WordPress' administration", "/wp-admin/edit.php?post_type=tribe_events", inBrowser, moved, "302 /desk"},
			{"WordPress' sign-in", "/wp-login.php", any, moved, "302 /desk"},
			{"WordPress' sign-in where no site was moved", "/wp-login.php", inBrowser, plain, "404 text/html"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				path := strings.Replace(tt.path, "/{api}", tt.of.Env.Deployment.APIPath(), 1)
				a := tt.of.page(http.MethodGet, path, map[string]string{"Accept": tt.accept})
				media, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
				if a.status == http.StatusFound {
					media = strings.TrimPrefix(a.header.Get("Location"), tt.of.Env.Deployment.SiteURL)
				}
				if got := fmt.Sprint(a.status, " ", media); got != tt.want {
					t.Errorf("got %s, want %s", got, tt.want)
				}
			})
		}
	})
}

func TestOldAddressesAreAnsweredOnceASiteWasImported(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		c := servicetest.NewClock(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
		s := openSite(t, database, withPages, withClock(c))
		for _, want := range []int{http.StatusNotFound, http.StatusMovedPermanently} {
			if a := s.page(http.MethodGet, "/events/list/", nil); a.status != want {
				t.Errorf("answers %d, want %d", a.status, want)
			}
			if err := legacy.Remember(t.Context(), s.Store, legacy.Site{URL: "https://old.example"}); err != nil {
				t.Fatal(err)
			}
			c.Advance(2 * time.Minute)
		}
		off := openSite(t, database, withPages, func(c *service.Config) { c.Deployment.Settings[legacy.Setting] = "off" })
		if a := off.page(http.MethodGet, "/events/list/", nil); a.status != http.StatusNotFound {
			t.Errorf("answers %d although it is off", a.status)
		}
	})
}
