package transfer_test

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

	"almanac/cmd/internal/app"
	"almanac/cmd/internal/legacy"
	"almanac/cmd/internal/transfer/sitetest"
	"almanac/runtime/service"
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
func isPublic(event map[string]any) bool {
	return event["status"] == "publish" && event["show_map"] != nil
}

// calendarsGoOn compares the UIDs of events in calendars with those of the site: ID, start
// and end by the clock of the event as if in UTC, and the host of its page.
func calendarsGoOn(t *testing.T, a *service.Service, site *sitetest.Town, here map[int64]map[string]any) {
	t.Helper()
	compared := 0
	for id, r := range site.Records("events") {
		if here[id] == nil || !isPublic(r) {
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
		if here[id] == nil || !isPublic(r) {
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

// oldAddresses returns the addresses that a Town answered, and the types of the answers:
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
		kind, _, _ := strings.Cut(want, " ")
		if media, answered := tableTypes[kind]; answered {
			all[tableNames.Replace(address)] = media
		}
	}
	for name := range picturesOf(t, site, here) {
		all["/wp-content/uploads/"+(&url.URL{Path: name}).EscapedPath()] = "image/"
	}
	for kind, path := range map[string]string{"venues": "/venue/", "organizers": "/organizer/", "categories": "/events/category/", "tags": "/tag/"} {
		for _, r := range site.Records(kind) {
			if r["status"] == nil || r["status"] == "publish" {
				all[path+r["slug"].(string)+"/"], all[path+r["slug"].(string)+"/?ical=1"] = "text/html", "text/calendar"
			}
		}
	}
	for id, r := range site.Records("events") {
		if slug := r["slug"].(string); here[id] != nil && isPublic(r) && id%10 == 0 && !strings.Contains(slug, "/") {
			all["/event/"+slug+"/"], all["/event/"+slug+"/ical/"], all[fmt.Sprintf("/?p=%d", id)] = "text/html", "text/calendar", "text/html"
		}
	}
	return all
}

// addressesLiveOn asks a service that took the place of a site for the addresses that the
// site had: each is answered, or leads to what is.
func addressesLiveOn(t *testing.T, a *service.Service, site *sitetest.Town, here map[int64]map[string]any) {
	t.Helper()
	if err := legacy.Remember(t.Context(), a.Store, site.URL); err != nil {
		t.Fatal(err)
	}
	all := oldAddresses(t, site, here)
	if len(all) < 300 {
		t.Errorf("%d addresses, want 300", len(all))
	}
	for address, media := range all {
		answer := visited(a, address)
		if answer.Code == http.StatusMovedPermanently {
			answer = visited(a, strings.TrimPrefix(answer.Header().Get("Location"), "https://new.example"))
		}
		if got := answer.Header().Get("Content-Type"); answer.Code != http.StatusOK || !strings.HasPrefix(got, media) {
			t.Errorf("%s is answered %d %s, want 200 %s", address, answer.Code, got, media)
		}
	}
	t.Logf("%d addresses are answered", len(all))
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
