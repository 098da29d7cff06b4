package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"almanac/cmd/internal/legacy"
	"almanac/runtime/service"
)

// withLegacy serves pages, and the addresses of an imported site.
func withLegacy(c *service.Config) {
	withPages(c)
	c.Deployment.Settings[legacy.Setting] = "on"
}

func TestAddressesOfAnImportedSiteLeadToWhatTheyShowed(t *testing.T) {
	const feed = "/calendar/events/v1/events"
	tests := []struct{ address, want string }{
		{"/events/", "/?view=list"},
		{"/events", "/?view=list"},
		{"/events/list/", "/?view=list"},
		{"/events/list/page/2/", "/?view=list"},
		{"/events/page/2/", "/?view=list"},
		{"/events/month/", "/?month=2026-09"},
		{"/events/today/", "/?end_date=2026-09-15&start_date=2026-09-15&view=list"},
		{"/events/2027-03/", "/?month=2027-03"},
		{"/events/month/2027-03/", "/?month=2027-03"},
		{"/events/2027-03-14/", "/?end_date=2027-03-14&start_date=2027-03-14&view=list"},
		{"/events/list/?tribe-bar-date=2027-03-14", "/?start_date=2027-03-14&view=list"},
		{"/events/?eventDisplay=past", "/?end_date=2026-09-15&start_date=0000-01-01&view=list"},
		{"/events/?eventDisplay=month", "/?month=2026-09"},
		{"/events/?eventDisplay=day&eventDate=2027-03-14", "/?end_date=2027-03-14&start_date=2027-03-14&view=list"},
		{"/events/featured/", "/?view=list"},
		{"/events/list/?tribe-bar-search=Jazz", "/?search=Jazz&view=list"},
		{"/events/?tribe_events_cat=music", "/events/category/arts/music/"},
		{"/events/category/music/list/", "/events/category/arts/music/"},
		{"/events/category/music/2027-03/", "/?categories=music&month=2027-03"},
		{"/events/category/arts/music/page/2/", "/events/category/arts/music/"},
		{"/?tribe_events_cat=music", "/events/category/arts/music/"},
		{"/?taxonomy=tribe_events_cat&term=music", "/events/category/arts/music/"},
		{"/events/tag/free/", "/tag/free/"},
		{"/tag/free/page/2/", "/tag/free/"},
		{"/?tag=free", "/tag/free/"},
		{"/?post_type=tribe_events", "/?view=list"},
		{"/?post_type=tribe_events&eventDisplay=month&eventDate=2027-03", "/?month=2027-03"},
		{"/index.php/events/", "/?view=list"},
		{"/event/", "/?view=list"},
		{"/event/fair/page/2/", "/event/fair/"},
		{"/event/fair/2/", "/event/fair/"},
		{"/event/fair/feed/", "/event/fair/"},
		{"/events/fair/", "/event/fair/"},
		{"/?p={event}", "/event/fair/"},
		{"/?post_type=tribe_events&p={event}", "/event/fair/"},
		{"/?p={venue}", "/venue/hall/"},
		{"/?tribe_events=fair", "/event/fair/"},
		{"/?tribe_organizer=ann", "/organizer/ann/"},
		{"/venue/hall/feed/", "/venue/hall/"},

		{"/events/?ical=1", feed + "?format=ics"},
		{"/events/?ical=", feed + "?format=ics"},
		{"/events/ical/", feed + "?format=ics"},
		{"/events/list/?ical=1", feed + "?format=ics"},
		{"/events/?outlook-ical=1", feed + "?format=ics"},
		{"/?post_type=tribe_events&ical=1&eventDisplay=list", feed + "?format=ics"},
		{"/?ical=1", feed + "?format=ics"},
		{"/events/month/?ical=1", feed + "?ends_after=2026-08-31&format=ics&starts_before=2026-09-30"},
		{"/events/2027-03-14/?ical=1", feed + "?ends_after=2027-03-13&format=ics&starts_before=2027-03-14"},
		{"/events/2027-03-14/ical/", feed + "?ends_after=2027-03-13&format=ics&starts_before=2027-03-14"},
		{"/events/?ical=1&tribe-bar-date=2027-01-01", feed + "?format=ics&start_date=2027-01-01"},
		{"/events/?ical=1&eventDisplay=past", feed + "?end_date=2026-09-15&format=ics&start_date=0000-01-01"},
		{"/events/category/music/?ical=1", feed + "?categories=music&format=ics"},
		{"/events/category/arts/music/ical/", feed + "?categories=music&format=ics"},
		{"/?post_type=tribe_events&tribe_events_cat=music&ical=1&eventDisplay=list", feed + "?categories=music&format=ics"},
		{"/events/tag/free/?ical=1", feed + "?format=ics&tags=free"},
		{"/tag/free/?ical=1", feed + "?format=ics&tags=free"},
		{"/?post_type=tribe_events&tag=free&ical=1&eventDisplay=list", feed + "?format=ics&tags=free"},
		{"/events/featured/ical/", feed + "?featured=true&format=ics"},
		{"/events/?ical=1&tribe_venues%5B0%5D={venue}", feed + "?format=ics&venue={venue}"},
		{"/venue/hall/?ical=1", feed + "?format=ics&venue={venue}"},
		{"/organizer/ann/?ical=1", feed + "?format=ics&organizer={organizer}"},
		{"/event/fair/?ical=1", feed + "/{event}?format=ics"},
		{"/event/FAIR/ical/", feed + "/{event}?format=ics"},
		{"/?p={event}&ical=1", feed + "/{event}?format=ics"},
		{"/events/feed/", feed + "?format=rss"},
		{"/events/feed/atom/", feed + "?format=rss"},
		{"/feed/?post_type=tribe_events", feed + "?format=rss"},
		{"/?feed=rss2&post_type=tribe_events", feed + "?format=rss"},
		{"/events/category/music/feed/", feed + "?categories=music&format=rss"},

		{"/", ""},
		{"/?view=list", ""},
		{"/?start_date=2027-01-01&search=Jazz", ""},
		{"/event/fair/", ""},
		{"/venue/hall/", ""},
		{"/tag/free/", ""},
		{"/events/category/arts/music/", ""},
	}
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, withLegacy, func(c *service.Config) {
			c.Clock = func() time.Time { return time.Date(2026, 9, 15, 12, 0, 0, 0, time.UTC) }
		})
		arts := s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Arts"})
		s.must(http.StatusCreated, http.MethodPost, "/categories", js{"name": "Music", "parent": arts.id()})
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", js{
			"venue": js{"venue": "Hall"}, "organizer": js{"organizer": "Ann"}, "categories": "music", "tags": "free",
		}))
		ids := strings.NewReplacer(
			"{event}", list(event.id()), "{venue}", fmt.Sprint(event.body["venue"].(js)["id"]),
			"{organizer}", fmt.Sprint(event.body["organizer"].([]any)[0].(js)["id"]),
		)
		for _, tt := range tests {
			t.Run(tt.address, func(t *testing.T) {
				a := s.page(http.MethodGet, ids.Replace(tt.address), nil)
				if tt.want == "" {
					if a.status != http.StatusOK {
						t.Errorf("the page of the same address answers %d", a.status)
					}
					return
				}
				to, err := url.Parse(a.header.Get("Location"))
				if err != nil || a.status != http.StatusMovedPermanently || to.RequestURI() != ids.Replace(tt.want) {
					t.Fatalf("leads by %d to %s, want %s", a.status, to, ids.Replace(tt.want))
				}
				if there := s.page(http.MethodGet, to.RequestURI(), nil); there.status != http.StatusOK {
					t.Errorf("%s answers %d", to, there.status)
				}
			})
		}
		for _, unknown := range []string{"/events/nope/", "/event/nope/?ical=1", "/?p=99999", "/event/fair/nope/", "/events/2027-13/", "/events/%ff/", "/events/week/", "/venue/"} {
			if a := s.page(http.MethodGet, unknown, nil); a.status != http.StatusNotFound {
				t.Errorf("%s answers %d, want 404", unknown, a.status)
			}
		}
	})
}

func TestAddressesOfNoImportedSiteAreNotAnswered(t *testing.T) {
	prepared.Each(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		if a := s.page(http.MethodGet, "/events/list/", nil); a.status != http.StatusNotFound {
			t.Errorf("answers %d", a.status)
		}
	})
}
