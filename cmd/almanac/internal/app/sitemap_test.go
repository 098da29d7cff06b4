package app_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/dataset"
	"almanac/cmd/internal/deployments"
	"almanac/runtime/store/storetest"
)

// sitemapPages reads the index of sitemaps and all of them, and returns the time of the
// last change by address.
func (s *site) sitemapPages() (maps []string, changed map[string]string) {
	s.t.Helper()
	type location struct {
		Address string `xml:"loc"`
		Changed string `xml:"lastmod"`
	}
	var index struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Maps    []location `xml:"sitemap"`
	}
	read := func(path string, into any) {
		a := s.page(http.MethodGet, path, nil)
		if err := xml.Unmarshal([]byte(a.text), into); err != nil || a.status != http.StatusOK || a.header.Get("Content-Type") != "application/xml; charset=UTF-8" {
			s.t.Fatalf("%s: %d %v %v", path, a.status, a.header, err)
		}
	}
	read("/sitemap.xml", &index)
	changed = map[string]string{}
	for _, m := range index.Maps {
		maps = append(maps, below(m.Address))
		var set struct {
			XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
			Pages   []location `xml:"url"`
		}
		read(below(m.Address), &set)
		for _, page := range set.Pages {
			if _, twice := changed[page.Address]; twice {
				s.t.Errorf("%s is listed twice", page.Address)
			}
			changed[page.Address] = page.Changed
		}
	}
	return maps, changed
}

func TestTheSitemapListsWhatVisitorsFind(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		if maps, pages := s.sitemapPages(); len(maps) > 0 || len(pages) > 0 {
			t.Errorf("an empty calendar has %v %v", maps, pages)
		}
		arts := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Arts"})
		music := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Music", "parent": arts.id()})
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair 日本", js{
			"venue": js{"venue": "Hall"}, "organizer": js{"organizer": "Ada"}, "categories": "music", "tags": "free",
		}))
		past := s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": "Past", "start_date": "1999-01-01", "end_date": "1999-01-02"})
		far := s.must(http.StatusCreated, http.MethodPost, "/events", js{"title": "Far", "start_date": "9999-12-31", "end_date": "9999-12-31"})
		closed := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Closed", js{"post_password": "word"}))
		for _, hidden := range []js{{"status": "draft"}, {"status": "private"}, {"hide_from_listings": true}, {"status": "publish", "date": time.Now().AddDate(0, 0, 9).Format(time.DateTime)}} {
			hidden["venue"] = js{"venue": "Hidden hall", "status": "draft"}
			s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Hidden", hidden))
		}
		trashed := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Trashed", nil))
		s.must(http.StatusOK, http.MethodDelete, one("events", trashed.id()), nil)

		_, pages := s.sitemapPages()
		var want []string
		for _, listed := range []any{
			event.body["url"], past.body["url"], far.body["url"], closed.body["url"], arts.body["url"], music.body["url"],
			event.body["venue"].(js)["url"], event.body["organizer"].([]any)[0].(js)["url"], deployments.B().SiteURL + "/tag/free/",
		} {
			want = append(want, fmt.Sprint(listed))
		}
		got := make([]string, 0, len(pages))
		for address, changed := range pages {
			got = append(got, address)
			if at, err := time.Parse(time.RFC3339, changed); (err != nil || time.Since(at) > time.Hour) && !strings.Contains(address, "/tag/") && !strings.Contains(address, "/category/") {
				t.Errorf("%s was changed %q", address, changed)
			}
			s.look(below(address))
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("addresses (-want +got)\n%s", diff)
		}
		s.must(http.StatusOK, http.MethodDelete, one("events", past.id()), nil)
		if _, after := s.sitemapPages(); len(after) != len(pages)-1 {
			t.Errorf("%d addresses after one of %d was deleted", len(after), len(pages))
		}
	})
}

func TestALargeSitemapIsDivided(t *testing.T) {
	storetest.Each(t, func(t *testing.T, database string) {
		size := dataset.Size{Events: 5, Venues: 5003, Organizers: 3, Categories: 20, Tags: 5}
		if err := dataset.Load(t.Context(), database, dataset.New(size, 1, time.Now())); err != nil {
			t.Fatal(err)
		}
		s := openSite(t, database, withPages)
		s.writtenBeside = true
		maps, pages := s.sitemapPages()
		want := []string{"/sitemap-events-1.xml", "/sitemap-venues-1.xml", "/sitemap-venues-2.xml", "/sitemap-organizers-1.xml", "/sitemap-categories-1.xml", "/sitemap-tags-1.xml"}
		slices.Sort(maps)
		slices.Sort(want)
		if diff := cmp.Diff(want, maps); diff != "" {
			t.Errorf("sitemaps (-want +got)\n%s", diff)
		}
		venues := 0
		for address := range pages {
			if strings.Contains(address, "/venue/") {
				venues++
			}
		}
		if venues != size.Venues {
			t.Errorf("%d venues, want %d", venues, size.Venues)
		}
	})
}

func TestCrawlersAreKeptFromFiltersWithoutEnd(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages)
	a := s.page(http.MethodGet, "/robots.txt", nil)
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Fatalf("%d %v", a.status, a.header)
	}
	for _, want := range []string{"User-agent: *\n", "Disallow: /?month=\n", "Disallow: /?*&month=\n", "Disallow: /?search=\n", "\nSitemap: http://"} {
		if !strings.Contains(a.text, want) {
			t.Errorf("no %q in\n%s", want, a.text)
		}
	}
	if strings.Contains(a.text, "/calendar/events/v1") {
		t.Error("feeds are closed to calendar programs that obey robots.txt")
	}
	icon := s.page(http.MethodGet, "/favicon.ico", nil)
	if icon.status != http.StatusOK || icon.header.Get("Content-Type") != "image/vnd.microsoft.icon" || !strings.HasPrefix(icon.text, "\x00\x00\x01\x00") {
		t.Errorf("favicon.ico: %d %v", icon.status, icon.header)
	}
	off := openSite(t, prepared.SQLite(t))
	for _, path := range []string{"/robots.txt", "/favicon.ico", "/sitemap.xml", "/oembed?url=x"} {
		if a := off.page(http.MethodGet, path, nil); a.status != http.StatusNotFound {
			t.Errorf("without pages %s: %d", path, a.status)
		}
	}
}
