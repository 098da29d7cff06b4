package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"almanac/cmd/internal/deployments"
)

// feed returns the address of the feed that a page shows, "" for none.
func (m *markup) feed() (address string) {
	for _, n := range m.nodes {
		if id, _ := attributeOf(n, "id"); id == "feed" {
			address, _ = attributeOf(n, "value")
		}
	}
	return address
}

func TestASubscriptionFollowsTheFiltersOfThePage(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Jazz & wine", js{"venue": js{"venue": "Hall"}, "categories": "Music"}))
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Other", js{"categories": "Arts"}))
		api, search := deployments.B().APIURL(), deployments.B().SiteURL+"/search.ics"
		for path, only := range map[string]bool{
			"/": false, "/?view=list": false, "/?view=week": false, "/?view=day": false, "/?view=photo": false,
			"/?search=jazz+%26": true, "/?view=list&categories=music&search=wine": true, below(event.body["venue"].(js)["url"]): true, "/events/category/music/": true,
		} {
			page := s.look(path)
			address := page.feed()
			feed := s.page(http.MethodGet, below(address), nil)
			if !strings.HasPrefix(address, api) && !strings.HasPrefix(address, search) || !strings.Contains(feed.text, "SUMMARY:Jazz & wine") || strings.Contains(feed.text, "SUMMARY:Other") == only {
				t.Errorf("%s is followed at %q, which has\n%s", path, address, feed.text)
			}
			_, rest, _ := strings.Cut(address, "://")
			links := strings.Join(page.menu(), "\n")
			for _, want := range []string{
				"https://calendar.google.com/calendar/r?cid=" + url.QueryEscape("webcal://"+rest), "https://outlook.live.com/calendar/0/addfromweb?name=127.0.0.1%3A8080+events&url=" + url.QueryEscape(address),
				"webcal://" + rest,
			} {
				if !strings.Contains(links, want) {
					t.Errorf("%s has no %s among\n%s", path, want, links)
				}
			}
		}
	})
}
