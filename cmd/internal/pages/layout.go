package pages

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// frame is what every page shows around its own content, and what it says about
// itself to programs.
type frame struct {
	T           *Messages
	Title       string
	Description string
	Canonical   string // Absolute address, "" for pages that have none.
	SiteName    string
	OpenGraph   string // Type of the page as Open Graph names it.
	Image       string // Absolute address, "" for none.
	ImageAlt    string
	JSONLD      any
	NoIndex     bool
	Policy      string // Content-Security-Policy, "" for that of most pages.
	OEmbed      string // Address of the page's oEmbed in JSON, "" for none.

	Home      string
	Style     string
	Icon      string
	Languages []choice
	Calendar  string // Feed of what the page shows.
	News      string
	Interface string
	Discovery *discovery // Nil where there is nothing to say.
	Notes     []string
	Body      any // Content of the page, by its template.
}

// choice is one of several links of which one is current.
type choice struct {
	Text    string
	Href    string
	Lang    string // Language of text and target, "" for that of the page.
	Current bool
}

// frame makes the frame of a page.
func (v *pageRequest) frame(title string) *frame {
	d := v.api.Env.Deployment
	f := &frame{
		T: v.t, Title: title, SiteName: fmt.Sprintf(v.t.CalendarOf, host(d.SiteURL)), OpenGraph: "website", Description: v.t.SiteDescription,
		Home: v.link("", nil), Style: v.root + v.style.name, Icon: v.root + v.icon.name,
		Interface: v.rest("/doc", nil), Discovery: v.discovery(), Notes: v.notes, Languages: v.languages(),
	}
	v.feeds(f, nil)
	return f
}

// feeds sets the feeds of a page: the events that further parameters of the
// interface leave.
func (v *pageRequest) feeds(f *frame, params url.Values) {
	params = cloned(params)
	if name := v.api.Env.Deployment.LanguageParam; name != "" && !params.Has(name) {
		params.Set(name, v.language)
	}
	params.Set("format", "ics")
	f.Calendar = v.rest("/events", params)
	params.Set("format", "rss")
	f.News = v.rest("/events", params)
}

// host returns the host of an address.
func host(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	name, _, _ := strings.Cut(rest, "/")
	return name
}

// languages returns the same page in each language, nothing where there are not
// several.
func (v *pageRequest) languages() []choice {
	d := v.api.Env.Deployment
	if len(d.Languages) < 2 {
		return nil
	}
	var all []choice
	for _, language := range d.Languages {
		params := cloned(v.query)
		params.Del(d.LanguageParam)
		if language != v.home {
			params.Set(d.LanguageParam, language)
		}
		for _, own := range []string{"categories", "page"} { // Other languages have other ones.
			params.Del(own)
		}
		all = append(all, choice{languageName(language), "./" + lastSegment(v.r) + search(params), language, language == v.language})
	}
	return all
}

// lastSegment returns what follows the last slash in the path of a request.
func lastSegment(r *http.Request) string {
	path := r.URL.EscapedPath()
	return path[strings.LastIndexByte(path, '/')+1:]
}

// languageName returns the name of a language in itself, its code where the
// pages do not know it.
func languageName(code string) string {
	base, _, _ := strings.Cut(strings.ToLower(code), "-")
	if t := messagesFor(code); t.Language == base {
		return t.Name
	}
	return code
}
