package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"
)

// frame is what every page shows around its own content, and what it says about
// itself to programs.
type frame struct {
	T           *translation
	Title       string
	Description string
	Canonical   string // Absolute address, "" for pages that have none.
	SiteName    string
	Brand       string // What the head of the page calls the calendar.
	OpenGraph   string // Type of the page as Open Graph names it.
	Image       string // Absolute address, "" for none.
	ImageAlt    string
	JSONLD      any
	NoIndex     bool
	Policy      string // Content-Security-Policy, "" for that of most pages.
	OEmbed      string // Address of the page's oEmbed in JSON, "" for none.

	Home         string
	Style        string
	Colors       string // Style of the colors of categories, "" for none.
	Icon         string
	IconType     string
	Logo         string // "" for none.
	Footer       []link
	Languages    []choice
	Alternates   []choice // The page in each language, for search engines.
	Calendar     string   // Feed of what the page shows.
	News         string
	Subscription subscription // To Calendar.
	Interface    string
	Embed        string     // Page that makes the HTML for other sites.
	Discovery    *discovery // Nil where there is nothing to say.
	Notes        []string
	Body         any // Content of the page, by its template.
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
	f := &frame{
		T: v.t, Title: title, SiteName: siteName(v), Brand: cmp.Or(v.look().identity.SiteName, v.t.Text("Calendar")), OpenGraph: "website", Description: v.t.Text("Events by month and as a list, to search and to add to your calendar."),
		Home: v.link("", nil), Style: v.root + v.look().style.name, Footer: v.look().footer,
		Interface: v.rest("/doc", nil), Embed: v.link(embedPath, nil), Discovery: v.discovery(), Notes: v.notes, Languages: languageMenu{v}.choices(),
	}
	lookRequest{v}.setIcons(f)
	v.feeds(f, nil)
	return f
}

// status returns the status of a page that is what was asked for, but for the notes.
func (f *frame) status() int {
	if len(f.Notes) > 0 {
		return http.StatusBadRequest
	}
	return http.StatusOK
}

// siteName returns what other programs call the calendar.
func siteName(v *pageRequest) string {
	return cmp.Or(v.look().identity.SiteName, v.t.Text("Calendar of %s", host(v.api.Env.Deployment.SiteURL)))
}

// feeds sets the feeds of a page: the events that further parameters of the
// interface leave.
func (v *pageRequest) feeds(f *frame, params url.Values) {
	params = cloned(params)
	if name := v.api.Env.Deployment.LanguageParam; name != "" && !params.Has(name) {
		params.Set(name, v.language)
	}
	params.Set("format", "ics")
	f.Calendar, f.Subscription = v.rest("/events", params), v.subscription(params)
	params.Set("format", "rss")
	f.News = v.rest("/events", params)
}

// host returns the host of an address.
func host(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	name, _, _ := strings.Cut(rest, "/")
	return name
}

// lastSegment returns what follows the last slash in the path of a request.
func lastSegment(r *http.Request) string {
	path := r.URL.EscapedPath()
	return path[strings.LastIndexByte(path, '/')+1:]
}
