package pages

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// The paths of what other sites show, and the parameters that the calendar does not have.
const (
	embedPath     = "embed/"
	embedListPath = "embed/events/"
	embedScript   = "almanac-events.js"

	paramCount  = "count"
	paramScheme = "scheme"
	embedMonth  = "month" // The view of the present month, which frames have to name.
)

// How many events a frame shows.
const (
	embedCount    = 10
	maxEmbedCount = 50
)

// embedSchemes are the color schemes of a frame; the first is that of the reader.
var embedSchemes = []string{"", "light", "dark"}

// embedList is what a frame shows.
type embedList struct {
	Style   template.CSS
	Scheme  string
	Heading string
	Days    []day
	All     string // Address of the calendar with the same filters.
}

// embedAddress reads the address of a frame: of the present month, or from today on.
func (p *pageRequest) embedAddress() (a address, count int64, scheme string) {
	a = p.address()
	a = a.now(p.today)
	if a.View = viewList; p.sent(paramView) == embedMonth {
		a.View = viewMonth
	}
	count = embedCount
	if sent := p.sent(paramCount); sent != "" {
		n, err := strconv.ParseInt(sent, 10, 64)
		if count = n; err != nil {
			p.note(p.t.Text("“%s” isn’t an option here.", printable(sent)))
			count = embedCount
		}
	}
	if scheme = p.sent(paramScheme); !slices.Contains(embedSchemes, scheme) {
		p.note(p.t.Text("“%s” isn’t an option here.", printable(scheme)))
		scheme = ""
	}
	return a, min(max(count, 1), maxEmbedCount), scheme
}

// embedList serves the frame.
func (p *pageRequest) embedList() {
	a, count, scheme := p.embedAddress()
	c := embedList{
		Style: p.look().embedStyle, Scheme: scheme,
		Heading: p.t.Text("Upcoming events"), All: p.link("", a.params()),
	}
	days := period{from: a.From, today: true}
	if a.View == viewMonth {
		c.Heading = upperFirst(p.t.FormatMonth(a.Month))
		days = period{from: a.Month, until: a.Month.AddDate(0, 1, -1)}
	}
	page, err := p.events(&a, days, count)
	if err != nil {
		p.fail(err)
		return
	}
	c.Days = p.days(page.Records, days.from, days.today)
	f := p.frame(c.Heading)
	f.Body, f.NoIndex, f.Policy = c, true, p.embedPolicy(p.look().embedStyle)
	letFrame(p.w.Header())
	p.respond(f.status(), "embedlist", f)
}

// letFrame sets the headers of a page that other sites may frame.
func letFrame(h http.Header) {
	h["X-Frame-Options"] = nil // Takes the place of the one that every response has.
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Robots-Tag", "noindex")
}

// embedBuilder is the page that makes the HTML by which other sites show events.
type embedBuilder struct {
	Form    form
	Views   []option
	Count   int64
	Max     int
	Schemes []option
	Frame   string // Address of the frame, below the page.
	IFrame  string // HTML for other sites.
	Element string // The same, of the element that almanac-events.js defines.
}

// embedBuilder serves the page that makes the HTML.
func (p *pageRequest) embedBuilder() {
	a, count, scheme := p.embedAddress()
	view := viewList
	if a.View == viewMonth {
		view = embedMonth
	}
	categories, err := p.categoryOptions(a.Category)
	if err != nil {
		p.fail(err)
		return
	}
	params := url.Values{paramView: {view}, paramCount: {strconv.FormatInt(count, 10)}}
	if scheme != "" {
		params.Set(paramScheme, scheme)
	}
	hidden := p.languageFields()
	for _, name := range filterNames {
		if value := *a.filters()[name]; value != "" {
			params.Set(name, value)
			if name != paramCategory {
				hidden = append(hidden, field{name, value})
			}
		}
	}
	site, shown, escape := p.api.Env.Deployment.SiteURL+"/", p.link(embedListPath, params), template.HTMLEscapeString
	fromRoot := shown[len(p.root):]
	_, filter, _ := strings.Cut(fromRoot, "?")
	title := `" title="` + escape(p.siteName())
	b := embedBuilder{
		Form: form{Action: "./", Hidden: hidden, Choices: []selection{
			{paramCategory, p.t.Text("Category"), p.t.Text("All categories"), categories},
		}},
		Views: []option{
			{viewList, p.t.view(viewList), a.View == viewList, 0}, {embedMonth, p.t.view(viewMonth), a.View == viewMonth, 0},
		},
		Count: count, Max: maxEmbedCount, Frame: shown,
		IFrame: `<iframe src="` + escape(site+fromRoot) + title + `" width="100%" height="480" loading="lazy"` +
			` sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
		Element: `<script async src="` + escape(site+embedScript) + `"></script>` + "\n" +
			`<almanac-events src="` + escape(site) + `" filter="` + escape(filter) + title + `"></almanac-events>`,
	}
	for _, one := range embedSchemes {
		b.Schemes = append(b.Schemes, option{one, p.t.scheme(one), one == scheme, 0})
	}
	f := p.frame(p.t.Text("Embed these events"))
	f.Description = p.t.Text("Copy either snippet and paste it into your page. Neither sets cookies. The web component loads a script from this site.") //nolint:lll // The key of a message.
	f.Body, f.NoIndex, f.Policy = b, true, p.policy("'self'")
	p.respond(f.status(), "embedbuilder", f)
}
