package embed

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/almanac/internal/pages/view"
)

// The paths of what other sites show, and the parameters that the calendar does not have.
const (
	ListPath = "embed/events/"
	Script   = "almanac-events.js"

	paramCount  = "count"
	paramScheme = "scheme"
)

// How many events a frame shows.
const (
	defaultCount = 10
	maxCount     = 50
)

// schemes are the color schemes of a frame; the first is that of the reader.
var schemes = []string{"", "light", "dark"}

// list is what a frame shows.
type list struct {
	Style   template.CSS
	Scheme  string
	Heading string
	Days    []events.Day
	All     string // Address of the calendar with the same filters.
}

// readAddress reads the address of a frame: of the present month, or from today on.
func readAddress(p *events.Page) (a address.Address, count int64, scheme string) {
	a = p.Address()
	a = a.Now(p.Today)
	if a.View = address.ViewList; p.Sent(address.ParamView) == address.EmbedMonth {
		a.View = address.ViewMonth
	}
	count = defaultCount
	if sent := p.Sent(paramCount); sent != "" {
		n, err := strconv.ParseInt(sent, 10, 64)
		if count = n; err != nil {
			p.Note(p.T.Text("“%s” isn’t an option here.", frame.Printable(sent)))
			count = defaultCount
		}
	}
	if scheme = p.Sent(paramScheme); !slices.Contains(schemes, scheme) {
		p.Note(p.T.Text("“%s” isn’t an option here.", frame.Printable(scheme)))
		scheme = ""
	}
	return a, min(max(count, 1), maxCount), scheme
}

// List serves the frame.
func List(p *events.Page) {
	a, count, scheme := readAddress(p)
	c := list{
		Style: p.EmbedStyle(), Scheme: scheme,
		Heading: p.T.Text("Upcoming events"), All: p.Link("", a.Params()),
	}
	days := events.Period{From: a.From, Today: true}
	if a.View == address.ViewMonth {
		c.Heading = frame.UpperFirst(p.T.FormatMonth(a.Month))
		days = events.Period{From: a.Month, Until: a.Month.AddDate(0, 1, -1)}
	}
	page, err := p.Events(&a, days, count)
	if err != nil {
		p.Fail(err)
		return
	}
	c.Days = p.Days(page.Records, days.From, days.Today)
	f := p.Frame(c.Heading)
	f.Body, f.NoIndex, f.Policy = c, true, embedPolicy(p, p.EmbedStyle())
	letFrame(p.W.Header())
	p.Respond(f.Status(), "embedlist", f)
}

// letFrame sets the headers of a page that other sites may frame.
func letFrame(h http.Header) {
	h["X-Frame-Options"] = nil // Takes the place of the one that every response has.
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Robots-Tag", "noindex")
}

// builder is the page that makes the HTML by which other sites show events.
type builder struct {
	Form    view.Form
	Views   []view.Option
	Count   int64
	Max     int
	Schemes []view.Option
	Frame   string // Address of the frame, below the page.
	IFrame  string // HTML for other sites.
	Element string // The same, of the element that almanac-events.js defines.
}

// Builder serves the page that makes the HTML.
func Builder(p *events.Page) {
	a, count, scheme := readAddress(p)
	shown := address.ViewList
	if a.View == address.ViewMonth {
		shown = address.EmbedMonth
	}
	categories, err := view.CategoryOptions(p, a.Category)
	if err != nil {
		p.Fail(err)
		return
	}
	params := url.Values{address.ParamView: {shown}, paramCount: {strconv.FormatInt(count, 10)}}
	if scheme != "" {
		params.Set(paramScheme, scheme)
	}
	hidden := p.LanguageFields()
	for _, name := range address.FilterNames {
		if value := *a.Filters()[name]; value != "" {
			params.Set(name, value)
			if name != address.ParamCategory {
				hidden = append(hidden, frame.Field{Name: name, Value: value})
			}
		}
	}
	site, framed, escape := p.API.Env.Deployment.SiteURL+"/", p.Link(ListPath, params), template.HTMLEscapeString
	fromRoot := framed[len(p.Root):]
	_, filter, _ := strings.Cut(fromRoot, "?")
	title := `" title="` + escape(p.SiteName())
	b := builder{
		Form: view.Form{SearchForm: frame.SearchForm{Action: "./", Hidden: hidden}, Choices: []view.Selection{
			{
				Name: address.ParamCategory, Label: p.T.Text("Category"), All: p.T.Text("All categories"), Options: categories,
			},
		}},
		Views: []view.Option{
			{Value: address.ViewList, Text: p.T.View(address.ViewList), Chosen: a.View == address.ViewList},
			{Value: address.EmbedMonth, Text: p.T.View(address.ViewMonth), Chosen: a.View == address.ViewMonth},
		},
		Count: count, Max: maxCount, Frame: framed,
		IFrame: `<iframe src="` + escape(site+fromRoot) + title + `" width="100%" height="480" loading="lazy"` +
			` sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
		Element: `<script async src="` + escape(site+Script) + `"></script>` + "\n" +
			`<almanac-events src="` + escape(site) + `" filter="` + escape(filter) + title + `"></almanac-events>`,
	}
	for _, one := range schemes {
		b.Schemes = append(b.Schemes, view.Option{Value: one, Text: p.T.Scheme(one), Chosen: one == scheme})
	}
	f := p.Frame(p.T.Text("Embed these events"))
	f.Description = p.T.Text("Copy either snippet and paste it into your page. Neither sets cookies. The web component loads a script from this site.") //nolint:lll // The key of a message.
	f.Body, f.NoIndex, f.Policy = b, true, p.Policy("'self'")
	p.Respond(f.Status(), "embedbuilder", f)
}
