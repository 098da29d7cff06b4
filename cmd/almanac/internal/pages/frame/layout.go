package frame

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/runtime/desk"
	"almanac/runtime/messages"
)

// Frame is what every page shows around its own content, and what it says about
// itself to programs.
type Frame struct {
	T           *Translation
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
	Find         SearchForm
	About        string
	Desk         Choice // Leads to the desk; an empty link where none is served.
	Style        string
	Colors       string // Style of the colors of categories, "" for none.
	Icon         string
	IconType     string
	Logo         string // "" for none.
	Footer       []Link
	Languages    []Choice
	Language     string   // Name of the current one.
	Alternates   []Choice // The page in each language, for search engines.
	Calendar     string   // Feed of what the page shows.
	News         string
	Subscription Subscription // To Calendar.
	APIDoc       string
	Embed        string     // Page that makes the HTML for other sites.
	Discovery    *discovery // Nil where there is nothing to say.
	Notes        []string
	Preview      bool // Of a record that is not stored.
	Body         any  // Content of the page, by its template.
}

// Link leads to an address.
type Link struct{ Text, Href string }

// Choice is one of several links of which one is current.
type Choice struct {
	Text    string
	Href    string
	Lang    string // Language of text and target, "" for that of the page.
	Current bool
	Color   string // Classes of its color, "" for none.
	Depth   int    // How many others it is below.
}

// IsCurrent reports whether it leads to what the page shows.
func (c Choice) IsCurrent() bool { return c.Current }

// Frame makes the frame of a page.
func (p *Page) Frame(title string) *Frame {
	l := p.look()
	f := &Frame{
		T: p.T, Title: title, SiteName: p.SiteName(), OpenGraph: "website",
		Brand:       cmp.Or(l.identity.SiteName, p.T.Text("Calendar")),
		Description: p.T.Text("Browse events, search them and add them to your calendar."),
		Home:        p.Link("", nil), Style: p.Root + l.style.name, Footer: l.footer,
		APIDoc: p.APILink("/doc", nil), Embed: p.Link(address.EmbedPath, nil),
		Discovery: p.discovery(), Notes: p.Notes, Languages: p.LanguageChoices(),
		About: p.Link(address.AboutPath, nil), Desk: p.deskLink(),
		Skip: "#main", Find: SearchForm{
			Action: p.Root, Hidden: append(p.LanguageFields(), Field{address.ParamView, address.ViewList}),
		},
	}
	if n := slices.IndexFunc(f.Languages, func(c Choice) bool { return c.Current }); n >= 0 {
		f.Language = f.Languages[n].Text
	}
	p.setIcons(f)
	p.SetFeeds(f, nil)
	return f
}

// deskLink leads to the desk, an empty link if there is none. Pages are the same for everybody,
// signed in or not.
func (p *Page) deskLink() Choice {
	if pattern, _ := p.API.Pages(desk.Path); pattern != desk.Path {
		return Choice{}
	}
	to := Choice{Text: p.T.Text("For editors"), Href: p.Root + strings.TrimPrefix(desk.Path, "/")}
	if p.API.Env.AuthDisabled {
		to.Text = p.T.Text("Add event")
		to.Href += "/records/" + p.API.Env.Resource("event").Plural + "/new"
	}
	return to
}

// Direction is the direction of the script of the page's texts.
func (f *Frame) Direction() string { return messages.Direction(f.T.Tag) }

// Status returns the status of a page that is what was asked for, but for the notes.
func (f *Frame) Status() int {
	if len(f.Notes) > 0 {
		return http.StatusBadRequest
	}
	return http.StatusOK
}

// SiteName returns what other programs call the calendar.
func (p *Page) SiteName() string {
	return cmp.Or(p.look().identity.SiteName, p.T.Text("%s events", Host(p.API.Env.Deployment.SiteURL)))
}

// SetFeeds sets the feeds of a page: the events that further parameters of the API leave.
func (p *Page) SetFeeds(f *Frame, params url.Values) {
	params = cloned(params)
	f.Subscription = p.feed(params)
	f.Calendar = p.APILink("/events", params)
	params.Set("format", "rss")
	f.News = p.APILink("/events", params)
}

// feed returns how to follow the events that parameters of the API leave, which it completes.
func (p *Page) feed(params url.Values) Subscription {
	if name := p.API.Env.Deployment.LanguageParam; name != "" && !params.Has(name) {
		params.Set(name, p.Language)
	}
	params.Set("format", "ics")
	address := p.API.Env.Deployment.APIURL() + "/events" + Query(params)
	return Subscription{Address: address, Programs: p.Programs(address)}
}

// Host returns the host of an absolute address, with its port.
func Host(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	name, _, _ := strings.Cut(rest, "/")
	return name
}

// LastSegment returns what the path of a request has after its last slash, as it was sent.
func LastSegment(r *http.Request) string {
	path := r.URL.EscapedPath()
	return path[strings.LastIndexByte(path, '/')+1:]
}
