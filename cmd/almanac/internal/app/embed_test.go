package app_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"almanac/cmd/almanac/internal/wordpress"
	"almanac/cmd/internal/deployments"
	"almanac/runtime/service"
)

// withWordPress mounts a service as WordPress mounts its interface.
func withWordPress(c *service.Config) {
	c.Deployment.BasePath, c.Deployment.Namespace = "/wp-json", "tribe/events/v1"
	c.Middleware = wordpress.Middleware
}

func TestAnEventCanBeFramedByOtherSites(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair & <square>", js{
			"venue": js{"venue": "Hall", "city": "Town"}, "description": "<p>With <b>words</b>.</p>", "event_status": "postponed", "event_status_reason": "Storm",
		}))
		page := event.body["url"].(string)
		for range 3 { // The second time it may be one that was cached.
			a := s.page(http.MethodGet, below(page)+"embed/", nil)
			policy := a.header.Get("Content-Security-Policy")
			if a.status != http.StatusOK || len(a.header.Values("X-Frame-Options")) > 0 || !strings.Contains(policy, "frame-ancestors *") || !strings.Contains(policy, "default-src 'none'") {
				t.Fatalf("%d with %v", a.status, a.header)
			}
			embedded := parsed(t, a.text)
			if diff := cmp.Diff([]string{"Fair & <square>"}, embedded.texts("h1")); diff != "" {
				t.Errorf("heading (-want +got)\n%s", diff)
			}
			for _, want := range []string{"Hall, Town", "With words.", "Postponed", "Storm"} {
				if !strings.Contains(a.text, want) {
					t.Errorf("the page does not say %q", want)
				}
			}
			if got := embedded.attributes("link", "href"); !cmp.Equal(got, []string{page}) {
				t.Errorf("canonical %v, want %s", got, page)
			}
			if robots := embedded.attributes("meta", "content"); !strings.Contains(strings.Join(robots, " "), "noindex") || len(embedded.texts("script")) > 0 {
				t.Errorf("robots %v, or a script", robots)
			}
			for _, href := range embedded.attributes("a", "href") {
				if !strings.HasPrefix(href, deployments.B().SiteURL) {
					t.Errorf("a link leads to %s inside of the frame", href)
				}
			}
		}
		if a := s.page(http.MethodGet, below(page), nil); a.header.Get("X-Frame-Options") != "DENY" || !strings.Contains(a.header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("the page itself can be framed: %v", a.header)
		}
		for i, attack := range attacks {
			name := fmt.Sprintf("%s %d", attack, i)
			created := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent(name, js{"description": name, "venue": js{"venue": name}}))
			s.harmless(below(created.body["url"]) + "embed/")
		}
	})
}

func TestFramesShowNothingHidden(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withWordPress)
		const oEmbed = "/wp-json/oembed/1.0/embed?url="
		for _, status := range []string{"draft", "pending", "private"} {
			page := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Secret "+status, js{"status": status})).body["url"].(string)
			for _, path := range []string{below(page) + "embed/", oEmbed + url.QueryEscape(page)} {
				if a := s.page(http.MethodGet, path, nil); a.status != http.StatusNotFound || strings.Contains(a.text, "Secret") {
					t.Errorf("%s: %d %s", path, a.status, a.text)
				}
			}
		}
		closed := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Closed", js{
			"post_password": "word", "description": "Secret words", "excerpt": "Secret words", "venue": js{"venue": "Secret hall"}, "image": "https://secret.example/a.png",
		})).body["url"].(string)
		for _, path := range []string{below(closed) + "embed/?password=word", oEmbed + url.QueryEscape(closed) + "&password=word"} {
			if a := s.page(http.MethodGet, path, nil); a.status != http.StatusOK || strings.Contains(strings.ToLower(a.text), "secret") || !strings.Contains(a.text, "Closed") {
				t.Errorf("%s: %d %s", path, a.status, a.text)
			}
		}
	})
}

func TestOEmbedAnswersAsWordPress(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages, withWordPress)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair & <square>", js{"venue": js{"venue": "Hall"}}))
		page, site := event.body["url"].(string), deployments.B().SiteURL
		const path = "/wp-json/oembed/1.0/embed"
		tests := []struct {
			name, url, more string
			status          int
			size            string // "" for an error.
		}{
			{"an event", page, "", 200, `"width":600,"height":338`},
			{"without the last slash", strings.TrimSuffix(page, "/"), "", 200, `"width":600,"height":338`},
			{"by https", "https" + strings.TrimPrefix(page, "http"), "", 200, `"width":600,"height":338`},
			{"small", page, "&maxwidth=300&maxheight=200", 200, `"width":300,"height":200`},
			{"too small", page, "&maxwidth=1", 200, `"width":200,"height":200`},
			{"too large", page, "&maxwidth=5000", 200, `"width":600,"height":338`},
			{"a size that is none", page, "&maxwidth=abc", 200, `"width":200,"height":200`},
			{"an unknown format", page, "&format=yaml", 200, `"width":600,"height":338`},
			{"no such event", site + "/event/nope/", "", 404, ""},
			{"a list", site + "/events/", "", 404, ""},
			{"the calendar", site + "/", "", 404, ""},
			{"a venue", site + "/venue/hall/", "", 404, ""},
			{"an ID", site + "/?p=" + list(event.id()), "", 404, ""},
			{"another site", "https://elsewhere.example/event/fair-square/", "", 404, ""},
			{"a name that begins alike", site + ".elsewhere.example/event/fair-square/", "", 404, ""},
			{"no address", "notaurl", "", 404, ""},
			{"a broken address", "http://[::1", "", 404, ""},
			{"a zero character", site + "/event/%00/", "", 404, ""},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				a := s.page(http.MethodGet, path+"?url="+url.QueryEscape(tt.url)+tt.more, nil)
				if a.status != tt.status || a.header.Get("Content-Type") != "application/json; charset=UTF-8" || a.header.Get("X-Robots-Tag") != "noindex" {
					t.Fatalf("%d %v %s", a.status, a.header, a.text)
				}
				want := tt.size
				if want == "" {
					want = `{"code":"oembed_invalid_url","message":"Not Found","data":{"status":404`
				}
				if !strings.Contains(a.text, want) {
					t.Errorf("%s has no %s", a.text, want)
				}
			})
		}
		if a := s.page(http.MethodGet, path, nil); a.status != http.StatusBadRequest || !strings.Contains(a.text, `"rest_missing_callback_param"`) || !strings.Contains(a.text, `"params":["url"]`) {
			t.Errorf("without an address: %d %s", a.status, a.text)
		}
		var document struct {
			XMLName xml.Name `xml:"oembed"`
			Title   string   `xml:"title"`
			HTML    string   `xml:"html"`
		}
		a := s.page(http.MethodGet, path+"?format=xml&url="+url.QueryEscape(page), nil)
		if err := xml.Unmarshal([]byte(a.text), &document); err != nil || a.header.Get("Content-Type") != "text/xml; charset=UTF-8" || document.Title != "Fair & <square>" {
			t.Errorf("%v: %s %s", err, a.header.Get("Content-Type"), a.text)
		}
		frame := parsed(t, document.HTML)
		if diff := cmp.Diff([]string{page + "embed/"}, frame.attributes("iframe", "src")); diff != "" || len(frame.attributes("script", "src")) > 0 {
			t.Errorf("the frame (-want +got)\n%s", diff)
		}
		if route := s.page(http.MethodGet, "/?rest_route=/oembed/1.0/embed&url="+url.QueryEscape(page), nil); route.status != http.StatusOK || !strings.Contains(route.text, `"type":"rich"`) {
			t.Errorf("by rest_route: %d %s", route.status, route.text)
		}
	})
}

func TestEventPagesLeadToTheirOEmbed(t *testing.T) {
	for name, options := range map[string][]func(*service.Config){"/oembed?": {withPages}, "/wp-json/oembed/1.0/embed?": {withPages, withWordPress}} {
		s := openSite(t, prepared.SQLite(t), options...)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("Fair", nil))
		resources := map[string]string{}
		for _, n := range s.look("/event/fair/").nodes {
			if resource, _ := attributeOf(n, "type"); strings.HasSuffix(resource, "+oembed") {
				resources[resource], _ = attributeOf(n, "href")
			}
		}
		for resource, media := range map[string]string{"application/json+oembed": "application/json; charset=UTF-8", "text/xml+oembed": "text/xml; charset=UTF-8"} {
			if !strings.HasPrefix(below(resources[resource]), name) {
				t.Fatalf("%s is at %q", resource, resources[resource])
			}
			if a := s.page(http.MethodGet, below(resources[resource]), nil); a.status != http.StatusOK || a.header.Get("Content-Type") != media {
				t.Errorf("%s: %d %s", resources[resource], a.status, a.header.Get("Content-Type"))
			}
		}
	}
}
