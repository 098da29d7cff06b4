package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/internal/deployments"
	"almanac/runtime/identity"
	"almanac/runtime/service"
)

// withLook makes a service one whose site has a look of its own.
func withLook(c *service.Config) {
	d := deployments.B()
	d.SiteName = "Town & <Hall>"
	d.Settings[identity.SettingAccent], d.Settings[identity.SettingStyle] = "#ffcc00", ".brand{font-style:italic}"
	d.Settings[identity.SettingLogo] = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`
	d.Settings[identity.SettingFooter] = "Imprint=https://town.example/imprint\nContact=mailto:town@town.example"
	c.Deployment = d
}

func TestASiteHasItsNameItsLogoAndItsStyle(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withLook, withPages)
		event := s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("A", nil))
		page := s.look("/")
		if brand := page.texts("p")[0]; brand != "Town & <Hall>" {
			t.Errorf("the head of the page says %q", brand)
		}
		if title := page.texts("title")[0]; !strings.HasSuffix(title, " – Town & <Hall>") {
			t.Errorf("the title of the page is %q", title)
		}
		for _, want := range []string{"https://town.example/imprint", "mailto:town@town.example"} {
			if !slices.Contains(page.attributes("a", "href"), want) {
				t.Errorf("there is no link to %s", want)
			}
		}
		logo := page.attributes("img", "src")[0]
		for _, address := range []string{logo, "./favicon.ico"} {
			if a := s.page(http.MethodGet, "/"+strings.TrimPrefix(address, "./"), nil); a.status != http.StatusOK || a.header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(a.text, "<svg") {
				t.Errorf("%s: %d %s %.40s", address, a.status, a.header.Get("Content-Type"), a.text)
			}
		}
		style := s.page(http.MethodGet, "/"+strings.TrimPrefix(page.attributes("link", "href")[slices.Index(page.attributes("link", "rel"), "stylesheet")], "./"), nil).text
		if !strings.HasSuffix(style, ".brand{font-style:italic}") || !strings.Contains(style, "--accent:light-dark(#856a00,#ffcc00)") || strings.Contains(style, "--accent:light-dark(#ffcc00") {
			t.Errorf("the style ends with %q", style[max(0, len(style)-300):])
		}
		path := below(event.body["url"])
		for where, text := range map[string]string{
			"iCalendar": s.send("", http.MethodGet, "/events?format=ics", nil).text, "RSS": s.send("", http.MethodGet, "/events?format=rss", nil).text,
			"oEmbed": s.page(http.MethodGet, "/oembed?url="+deployments.B().SiteURL+path+"&format=xml", nil).text, "embed": s.page(http.MethodGet, path+"embed/", nil).text,
		} {
			if !strings.Contains(text, "Town &") {
				t.Errorf("%s does not name the site: %.500s", where, text)
			}
		}
	})
}

func TestTheAddressNamesTheLanguageOfTheTexts(t *testing.T) {
	german := func(list string) func(*service.Config) {
		return func(c *service.Config) { c.Deployment.Settings[frame.SettingLanguages] = list }
	}
	prepared.Sampled(t, func(t *testing.T, database string) {
		tests := []struct {
			name    string
			options []func(*service.Config)
			path    string
			heading string
			choices string // Languages with their addresses.
		}{
			{"one language, which no address names", []func(*service.Config){german("de")}, "/?view=list", "Kommende Veranstaltungen", ""},
			{"the first of several", []func(*service.Config){german("de,en")}, "/?view=list", "Kommende Veranstaltungen", "de ./?view=list, en ./?page_language=en&view=list"},
			{"another of several", []func(*service.Config){german("de,en")}, "/?view=list&page_language=en", "Upcoming events", "de ./?view=list, en ./?page_language=en&view=list"},
			{"that of the records", []func(*service.Config){withLanguages, german("de,en,fr")}, "/?view=list&translation_language=fr", "Événements à venir", "en ./?view=list, fr ./?translation_language=fr&view=list, de ./?page_language=de&translation_language=fr&view=list"},
			{"another than the records", []func(*service.Config){withLanguages, german("de,en,fr")}, "/?view=list&translation_language=fr&page_language=de", "Kommende Veranstaltungen", "en ./?view=list, fr ./?translation_language=fr&view=list, de ./?page_language=de&translation_language=fr&view=list"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				s := openSite(t, database, append(tt.options, withPages)...)
				page := s.look(tt.path)
				if got := page.texts("h1")[0]; got != tt.heading {
					t.Errorf("the heading is %q, want %q", got, tt.heading)
				}
				var choices []string
				for _, n := range page.nodes {
					href, ok := attributeOf(n, "href")
					if code, names := attributeOf(n, "hreflang"); names && n.Data == "a" {
						choices = append(choices, code+" "+href)
					} else if ok && n.Data == "a" && strings.HasPrefix(href, "./?") && strings.Contains(href, "page_language=") != strings.Contains(tt.path, "page_language=") {
						t.Errorf("the link %s of %s does not keep its language", href, tt.path)
					}
				}
				if got := strings.Join(choices, ", "); got != tt.choices {
					t.Errorf("languages\n%s, want\n%s", got, tt.choices)
				}
			})
		}
		s := openSite(t, database, german("de"), withPages)
		if a := s.page(http.MethodGet, "/?page_language=fr", nil); a.status != http.StatusBadRequest || !strings.Contains(a.text, "Die Sprache „fr“ ist hier nicht verfügbar.") {
			t.Errorf("a language that the site has not: %d", a.status)
		}
	})
}

func TestAListSaysWhereEventsAre(t *testing.T) {
	prepared.Sampled(t, func(t *testing.T, database string) {
		s := openSite(t, database, withPages)
		s.must(http.StatusCreated, http.MethodPost, "/events", newEvent("A", js{"venue": js{"venue": "Town hall", "city": "Albany"}}))
		for _, path := range []string{"/?view=list", "/?view=photo"} { // The second finds the venue in the cache.
			if got := s.look(path).texts("bdi"); !slices.Contains(got, "Town hall, Albany") {
				t.Errorf("%s says %q", path, got)
			}
		}
	})
}
