package pages

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/desk"
	"almanac/runtime/messages"
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

	Skip         string // Fragment of what the page is about.
	Home         string
	Find         form // Searches events.
	About        string
	Desk         choice // Leads to the desk; an empty link where none is served.
	Style        string
	Colors       string // Style of the colors of categories, "" for none.
	Icon         string
	IconType     string
	Logo         string // "" for none.
	Footer       []link
	Languages    []choice
	Language     string   // Name of the current one.
	Alternates   []choice // The page in each language, for search engines.
	Calendar     string   // Feed of what the page shows.
	News         string
	Subscription subscription // To Calendar.
	APIDoc       string
	Embed        string     // Page that makes the HTML for other sites.
	Discovery    *discovery // Nil where there is nothing to say.
	Notes        []string
	Preview      bool // Of a record that is not stored.
	Body         any  // Content of the page, by its template.
}

type link struct{ Text, Href string }

// choice is one of several links of which one is current.
type choice struct {
	Text    string
	Href    string
	Lang    string // Language of text and target, "" for that of the page.
	Current bool
	Color   string // Classes of its color, "" for none.
	Depth   int    // How many others it is below.
}

func (c choice) isCurrent() bool { return c.Current }

func (p *pageRequest) frame(title string) *frame {
	l := p.look()
	f := &frame{
		T: p.t, Title: title, SiteName: p.siteName(), OpenGraph: "website",
		Brand:       cmp.Or(l.identity.SiteName, p.t.Text("Calendar")),
		Description: p.t.Text("Browse events, search them and add them to your calendar."),
		Home:        p.link("", nil), Style: p.root + l.style.name, Footer: l.footer,
		APIDoc: p.rest("/doc", nil), Embed: p.link(embedPath, nil),
		Discovery: p.discovery(), Notes: p.notes, Languages: p.languageChoices(),
		About: p.link(aboutPath, nil), Desk: p.deskLink(),
		Skip: "#main", Find: form{ID: "find", Action: p.root, Hidden: append(p.languageFields(), field{paramView, viewList})},
	}
	if n := slices.IndexFunc(f.Languages, func(c choice) bool { return c.Current }); n >= 0 {
		f.Language = f.Languages[n].Text
	}
	p.setIcons(f)
	p.feeds(f, nil)
	return f
}

// deskLink leads to the desk, an empty link if there is none. Pages are the same for everybody,
// signed in or not.
func (p *pageRequest) deskLink() choice {
	if pattern, _ := p.api.Pages(desk.Path); pattern != desk.Path {
		return choice{}
	}
	to := choice{Text: p.t.Text("Sign in"), Href: p.root + strings.TrimPrefix(desk.Path, "/")}
	if p.api.Env.AuthDisabled {
		to.Text = p.t.Text("Add event")
		to.Href += "/records/" + p.api.Env.Resource("event").Plural + "/new"
	}
	return to
}

// Direction is the direction of the script of the page's texts.
func (f *frame) Direction() string { return messages.Direction(f.T.Tag) }

// status returns the status of a page that is what was asked for, but for the notes.
func (f *frame) status() int {
	if len(f.Notes) > 0 {
		return http.StatusBadRequest
	}
	return http.StatusOK
}

// siteName returns what other programs call the calendar.
func (p *pageRequest) siteName() string {
	return cmp.Or(p.look().identity.SiteName, p.t.Text("%s events", host(p.api.Env.Deployment.SiteURL)))
}

// feeds sets the feeds of a page: the events that further parameters of the API leave.
func (p *pageRequest) feeds(f *frame, params url.Values) {
	params = cloned(params)
	f.Subscription = p.feed(params)
	f.Calendar = p.rest("/events", params)
	params.Set("format", "rss")
	f.News = p.rest("/events", params)
}

// feed returns how to follow the events that parameters of the API leave, which it completes.
func (p *pageRequest) feed(params url.Values) subscription {
	if name := p.api.Env.Deployment.LanguageParam; name != "" && !params.Has(name) {
		params.Set(name, p.language)
	}
	params.Set("format", "ics")
	address := p.api.Env.Deployment.APIURL() + "/events" + search(params)
	return subscription{Address: address, Programs: p.programs(address)}
}

func host(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	name, _, _ := strings.Cut(rest, "/")
	return name
}

func lastSegment(r *http.Request) string {
	path := r.URL.EscapedPath()
	return path[strings.LastIndexByte(path, '/')+1:]
}
