package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"almanac/runtime/service"
)

// at makes a service that of an operator who has set --site-url.
func at(siteURL string) func(*service.Config) {
	return func(c *service.Config) { c.Deployment.SiteURL, c.StoreFeedSite = siteURL, true }
}

func TestIDsInFeedsStayWhenTheSiteMoves(t *testing.T) {
	prepared.Each(t, func(t *testing.T, url string) {
		s := openSite(t, url, at("http://[::1]:8080"))
		id := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil)).id()
		series := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Market", js{"recurrence": "FREQ=WEEKLY;COUNT=2"})).body["series"].(js)["id"]
		check := func(s *site, site, host, global string) {
			t.Helper()
			of := fmt.Sprintf("?id=%d", id)
			for _, tt := range []struct{ path, want string }{
				{"/events?format=ics", "\nUID:" + site + of + "@" + host + "\r"},
				{one("events", id) + "?format=ics", "\nUID:" + site + of + "@" + host + "\r"},
				{fmt.Sprintf("/series/%v?format=ics", series), fmt.Sprintf("\nUID:%s?series=%v@%s\r", site, series, host)},
				{"/events?format=rss", `<guid isPermaLink="false">` + site + of + "</guid>"},
				{"/events?format=csv", global + of},
				{one("events", id), `"global_id":"` + global + of + `"`},
			} {
				if got := s.get(tt.path).text; !strings.Contains(strings.ReplaceAll(got, "\r\n ", ""), tt.want) {
					t.Errorf("%s at %s has no %q:\n%s", tt.path, global, tt.want, got)
				}
			}
		}
		check(s, "[::1]:8080", "[::1]:8080", "[::1]:8080")
		guessed := openSite(t, url, at("http://10.0.0.7:8080"), func(c *service.Config) { c.StoreFeedSite = false })
		check(guessed, "10.0.0.7:8080", "10.0.0.7:8080", "10.0.0.7:8080")
		old := openSite(t, url, at("https://old.example/town"))
		check(old, "old.example/town", "old.example", "old.example/town")
		check(openSite(t, url, at("https://new.example")), "old.example/town", "old.example", "new.example")
		check(s, "old.example/town", "old.example", "[::1]:8080") // It runs on, and had these feeds in its cache.
	})
}
