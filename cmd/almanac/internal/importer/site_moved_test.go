package importer_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"almanac/cmd/almanac/internal/app"
	"almanac/cmd/almanac/internal/importer/sitetest"
	"almanac/runtime/service"
	"almanac/runtime/transfer"
)

// openMoved opens a service that takes the place of a site, with its pictures in a
// directory.
func openMoved(t *testing.T, database, pictures string) *service.Service {
	t.Helper()
	d := testDeployment(t)
	d.SiteURL = "https://new.example"
	c := config(database, d)
	c.Media, c.Pages = "file:"+pictures, app.Pages
	return openConfig(t, c)
}

// isPublic reports whether visitors of a site see all of an event.
func isPublic(site *sitetest.Town, event map[string]any) bool {
	return event["status"] == "publish" && site.Password("events", int64(event["id"].(float64))) == ""
}

// calendarsGoOn compares the UIDs of events in calendars with those of the site: ID, start
// and end by the clock of the event as if in UTC, and the host of its page.
func calendarsGoOn(t *testing.T, a *service.Service, site *sitetest.Town, here map[int64]map[string]any) {
	t.Helper()
	compared := 0
	for id, r := range site.Records("events") {
		if here[id] == nil || !isPublic(site, r) {
			continue
		}
		compared++
		if got, want := uid(t, a, id), fmt.Sprintf("%d-%d-%d@127.0.0.1", id, seconds(t, r["start_date"]), seconds(t, r["end_date"])); got != want {
			t.Errorf("event %d is %s in calendars, want %s", id, got, want)
		}
	}
	if compared < len(here)*3/4 {
		t.Errorf("%d of %d events were compared", compared, len(here))
	}
}

// seconds returns a date and time as if in UTC.
func seconds(t *testing.T, moment any) int64 {
	t.Helper()
	at, err := time.Parse(time.DateTime, moment.(string))
	if err != nil {
		t.Fatal(err)
	}
	return at.Unix()
}

// uploaded matches the addresses of pictures where a site has moved.
var uploaded = regexp.MustCompile(`https://new\.example/wp-content/uploads/([^" ]+)`)

// picturesOf returns the names of the pictures of public events that are here.
func picturesOf(t *testing.T, site *sitetest.Town, here map[int64]map[string]any) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for id, r := range site.Records("events") {
		if here[id] == nil || !isPublic(site, r) {
			continue
		}
		for _, match := range uploaded.FindAllStringSubmatch(fmt.Sprint(r["image"], r["description"]), -1) {
			name, err := url.PathUnescape(strings.TrimRight(match[1], "]"))
			if err != nil {
				t.Fatal(err)
			}
			names[name] = true
		}
	}
	return names
}

// picturesStay compares the pictures that events show with those of the site.
func picturesStay(t *testing.T, a *service.Service, site *sitetest.Town, here map[int64]map[string]any) {
	t.Helper()
	names := picturesOf(t, site, here)
	for name := range names {
		if want := site.Picture(name); want == nil || !bytes.Equal(served(t, a, name), want) {
			t.Errorf("%s is not what the site has", name)
		}
	}
	if len(names) < len(here)/10 && len(names) < 100 {
		t.Errorf("%d pictures were compared", len(names))
	}
	t.Logf("%d pictures are those of the site", len(names))
}

// tableNames are the names of testdata/addresses.txt in package app, each with that of a
// record of a Town that is like it.
var tableNames = strings.NewReplacer(
	"{concert}", "2001", "{fair}", "2002", "{unicode}", "2010", "{hidden}", "2004", "{protected}", "2011", "{draft}", "2013", "{private}", "2014", "{venue}", "1002", "{organizer}", "1101",
	"concert", "tea-0", "CONCERT", "TEA-0", "Concert", "Tea", "100-fun-10", "tea-5", "fair", "tea-1", "reunion", "tea-6", "was-canceled", "tea-4", "lete-a-lopera-14", "tea-10",
	"hidden-from-listings", "tea-3", "evenement-8-日本", "thé-9", "evenement-8-%E6%97%A5%E6%9C%AC", "th%C3%A9-9", "evenement-8-%e6%97%a5%e6%9c%ac", "th%c3%a9-9",
	"music", "category-0", "MUSIC", "CATEGORY-0", "local", "category-1", "indie", "category-2", "live", "category-3", "category/2027/", "category/category-4/", "empty-category", "category-5",
	"familles", "tag-0", "FAMILLES", "TAG-0", "free", "tag-1", "town-hall", "hall-1", "TOWN-HALL", "HALL-1", "jane-doe", "club-0", "JANE-DOE", "CLUB-0",
)

// tableTypes are the types of what answers addresses, by the words of the table.
var tableTypes = map[string]string{"page": "text/html", "ics": "text/calendar", "rss": "application/rss+xml", "file": ""}

// oldAddresses returns the addresses that a Town answered, and the types of the responses:
// those of the table of package app, and those of its pictures and records.
func oldAddresses(t *testing.T, site *sitetest.Town, here map[int64]map[string]any) map[string]string {
	t.Helper()
	table, err := os.ReadFile("../app/testdata/addresses.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(table)) {
		address, want, _ := strings.Cut(strings.TrimSpace(line), "\t")
		resource, _, _ := strings.Cut(want, " ")
		if media, answered := tableTypes[resource]; answered {
			all[tableNames.Replace(address)] = media
		}
	}
	for name := range picturesOf(t, site, here) {
		media := "image/"
		if strings.HasSuffix(name, ".pdf") {
			media = "application/pdf"
		}
		all["/wp-content/uploads/"+(&url.URL{Path: name}).EscapedPath()] = media
	}
	for resource, path := range map[string]string{"venues": "/venue/", "organizers": "/organizer/", "categories": "/events/category/", "tags": "/tag/"} {
		for _, r := range site.Records(resource) {
			if r["status"] == nil || r["status"] == "publish" {
				all[path+r["slug"].(string)+"/"], all[path+r["slug"].(string)+"/?ical=1"] = "text/html", "text/calendar"
			}
		}
	}
	for id, r := range site.Records("events") {
		if slug := r["slug"].(string); here[id] != nil && isPublic(site, r) && id%10 == 0 && !strings.Contains(slug, "/") {
			all["/event/"+slug+"/"], all["/event/"+slug+"/ical/"], all[fmt.Sprintf("/?p=%d", id)] = "text/html", "text/calendar", "text/html"
		}
	}
	return all
}

// addressesLiveOn asks a service that took the place of a site for the addresses that the
// site had: each is answered, or leads to what is.
func addressesLiveOn(t *testing.T, a *service.Service, site *sitetest.Town, here map[int64]map[string]any) {
	t.Helper()
	all := oldAddresses(t, site, here)
	if len(all) < 300 {
		t.Errorf("%d addresses, want 300", len(all))
	}
	goals := map[string]*httptest.ResponseRecorder{} // Many addresses lead to one page.
	for english, media := range all {
		address := site.Words.Translate(english)
		shown := visited(a, address)
		if shown.Code == http.StatusMovedPermanently {
			goal := strings.TrimPrefix(shown.Header().Get("Location"), "https://new.example")
			if goals[goal] == nil {
				goals[goal] = visited(a, goal)
			}
			shown = goals[goal]
		}
		if got := shown.Header().Get("Content-Type"); shown.Code != http.StatusOK || !strings.HasPrefix(got, media) {
			t.Errorf("%s responds with %d %s, want 200 %s", address, shown.Code, got, media)
		}
	}
	t.Logf("%d addresses respond, %d pages", len(all), len(goals))
}

func TestOldAddressesGoOnInTheWordsOfTheirSite(t *testing.T) {
	silent := func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if strings.HasPrefix(r.URL.Path, "/wp-json/") || strings.HasSuffix(r.URL.Path, ".xml") {
			return false
		}
		http.NotFound(w, r)
		return true
	}
	tests := []struct {
		name   string
		words  sitetest.Words
		closed bool           // wp/v2 is: the sitemap names terms.
		fault  sitetest.Reply // The site has no pages: other words than those of records are unknown.
		want   map[string]string
	}{
		{"German", sitetest.German(), false, nil, map[string]string{
			"/events/liste/": "/?view=list", "/events/monat/": "/", "/events/heute/": "/?end_date=today&start_date=today&view=list",
			"/events/monat/2027-03/": "/?month=2027-03", "/events/kategorie/category-0/monat/": "/?categories=category-0",
			"/veranstaltungsort/hall-1/": "/venue/hall-1/", "/events/schlagwort/tag-0/liste/seite/2/": "/tag/tag-0/",
			"/events/nope/": "/?view=list", "/veranstaltungsort/nope/": "404", "/event/nope/": "404",
		}},
		{"French with wp/v2 closed", sitetest.French(), true, nil, map[string]string{
			"/agenda-culturel/": "/?view=list", "/agenda-culturel/mois/": "/", "/evenement/tea-0/": "/event/tea-0/",
			"/evenement/tea-0/embed/": "/event/tea-0/embed/", "/agenda-culturel/categorie/category-0/category-1/": "/events/category/category-0/category-1/",
			"/etiquette/tag-0/": "/tag/tag-0/", "/lieu/hall-1/": "/venue/hall-1/", "/evenement/nope/": "404",
		}},
		{"German without pages", sitetest.German(), true, silent, map[string]string{
			"/events/liste/": "/?view=list", "/events/schlagwort/tag-0/": "/tag/tag-0/", "/events/liste/seite/2/": "/?view=list",
			"/events/schlagwort/tag-0/2027-03/": "/tag/tag-0/", "/events/tea-0/": "/event/tea-0/",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			databases.Sampled(t, func(t *testing.T, database string) {
				site := sitetest.PlayTownIn(t, tt.words, 40)
				site.Steady, site.Closed, site.Fault = true, tt.closed, tt.fault
				a := openMoved(t, database, t.TempDir())
				settings := quick(t, site.URL, "")
				settings.Events = []int64{2004} // Which is hidden, and over.
				importSite(t, a, settings, transfer.Options{})
				addressesLiveOn(t, a, site, shownHere(t, a, "events", site.Records("events")))
				for address, want := range tt.want {
					got := visited(a, address)
					to := strings.TrimPrefix(got.Header().Get("Location"), "https://new.example")
					if got.Code == http.StatusNotFound {
						to = "404"
					}
					if to != want {
						t.Errorf("%s leads to %d %s, want %s", address, got.Code, to, want)
					}
				}
				page := "https://new.example/" + tt.words.Records["event"] + "/tea-0/"
				if got := visited(a, "/oembed?url="+url.QueryEscape(page)); got.Code != http.StatusOK {
					t.Errorf("oEmbed of %s is answered %d", page, got.Code)
				}
			})
		})
	}
}

// visited asks for an address as a browser does.
func visited(a *service.Service, address string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "http://localhost/", http.NoBody)
	u, err := url.Parse(address)
	if err != nil || u.IsAbs() { // A redirect to another host.
		return httptest.NewRecorder()
	}
	r.URL, r.RequestURI = u, address
	r.Header.Set("Accept", "text/html,*/*;q=0.8")
	answer := httptest.NewRecorder()
	a.Handler().ServeHTTP(answer, r)
	return answer
}
