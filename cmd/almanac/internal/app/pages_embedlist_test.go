package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/internal/deployments"
	"almanac/runtime/service"
)

func TestOtherSitesFrameAListOfEvents(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		for _, title := range []string{"First", "Second <b>", "Third"} {
			s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(title, js{"categories": "Music"}))
		}
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Other", js{"categories": "Arts"}))
		tests := []struct {
			query string
			want  int
		}{{"", 4}, {"?count=2", 2}, {"?count=0", 1}, {"?categories=music", 3}, {"?categories=music&count=1&scheme=dark", 1}, {"?search=second", 1}, {"?view=month", 0}}
		for _, tt := range tests {
			a := s.page(http.MethodGet, "/embed/events/"+tt.query, nil)
			if got := len(parsed(t, a.text).texts("li")); a.status != http.StatusOK || got != tt.want {
				t.Errorf("%s: %d with %d events, want %d", tt.query, a.status, got, tt.want)
			}
			policy := a.header.Get("Content-Security-Policy")
			if len(a.header.Values("X-Frame-Options")) > 0 || !strings.Contains(policy, "frame-ancestors *") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(a.text, "<script") || !strings.Contains(a.text, "noindex") {
				t.Errorf("%s: %v", tt.query, a.header)
			}
			if strings.Contains(tt.query, "dark") != strings.Contains(a.text, `class="dark"`) {
				t.Errorf("%s has another scheme", tt.query)
			}
			s.harmless("/embed/events/" + tt.query)
		}
		if a := s.page(http.MethodGet, "/embed/events/?categories=musik", nil); a.status != http.StatusBadRequest || !strings.Contains(a.text, "No category called “musik”.") {
			t.Errorf("an unknown category: %d %s", a.status, a.text)
		}
		for _, query := range []string{"count=many", "scheme=pink", "view=decade"} {
			_, value, _ := strings.Cut(query, "=")
			if a := s.page(http.MethodGet, "/embed/events/?"+query, nil); a.status != http.StatusBadRequest || !strings.Contains(a.text, "“"+value+"” isn’t an option here.") || len(parsed(t, a.text).texts("li")) != 4 {
				t.Errorf("%s: %d %s", query, a.status, a.text)
			}
		}
		for _, attack := range attacks {
			s.harmless("/embed/events/?scheme=" + url.QueryEscape(attack) + "&search=" + url.QueryEscape(attack))
		}
	})
}

func TestAPageMakesTheHTMLForOtherSites(t *testing.T) {
	s := openSite(t, prepared.SQLite(t), withPages)
	s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{"categories": "Arts & crafts"}))
	site := deployments.B().SiteURL
	calendar := s.look("/?categories=arts-crafts&free=true")
	if href := calendar.link("Embed"); href != "./embed/?categories=arts-crafts&free=true" {
		t.Errorf("the filters do not carry over to %s", href)
	}
	a := s.page(http.MethodGet, "/embed/?view=month&count=5&categories=arts-crafts&free=true&scheme=dark", nil)
	const query = "categories=arts-crafts&count=5&free=true&scheme=dark&view=month"
	page := parsed(t, a.text)
	var codes []*markup
	for _, text := range page.texts("pre") {
		codes = append(codes, parsed(t, text))
	}
	got := append(codes[0].attributes("iframe", "src"), codes[1].attributes("script", "src")...)
	got = append(got, append(codes[1].attributes("almanac-events", "src"), codes[1].attributes("almanac-events", "filter")...)...)
	if diff := cmp.Diff([]string{site + "/embed/events/?" + query, site + "/almanac-events.js", site + "/", query}, got); diff != "" {
		t.Errorf("the HTML (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"../embed/events/?" + query}, page.attributes("iframe", "src")); diff != "" {
		t.Errorf("the preview (-want +got)\n%s", diff)
	}
	if a.header.Get("X-Frame-Options") != "DENY" || !strings.Contains(a.header.Get("Content-Security-Policy"), "frame-src 'self'") {
		t.Errorf("the page can be framed: %v", a.header)
	}
	script := s.page(http.MethodGet, "/almanac-events.js", nil)
	if script.header.Get("Cross-Origin-Resource-Policy") != "cross-origin" || script.header.Get("Content-Type") != "text/javascript; charset=utf-8" || len(script.text) > 15_000 || strings.Contains(script.text, "innerHTML") {
		t.Errorf("the script: %v, %d bytes", script.header, len(script.text))
	}
	if style := s.page(http.MethodGet, "/", nil); style.header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Errorf("the calendar is %v", style.header)
	}
}

func TestASiteOnHTTPSShowsNoImagesOverHTTP(t *testing.T) {
	database := prepared.SQLite(t)
	for scheme, allowed := range map[string]bool{"http": true, "https": false} {
		s := openSite(t, database, withPages, func(c *service.Config) {
			c.Deployment.SiteURL = scheme + "://" + strings.TrimPrefix(c.Deployment.SiteURL, "http://")
		})
		for _, path := range []string{"/", "/?view=list", "/embed/", "/embed/events/"} {
			policy := s.page(http.MethodGet, path, nil).header.Get("Content-Security-Policy")
			if strings.Contains(policy, " http:") != allowed || !strings.Contains(policy, " https:") {
				t.Errorf("%s on %s: %s", path, scheme, policy)
			}
		}
	}
}
