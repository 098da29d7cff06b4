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

// embedListRequest is a request for events in the frame of another site, or for the page
// that makes the HTML of such a frame.
type embedListRequest struct{ page *pageRequest }

// embedList is what a frame shows.
type embedList struct {
	Style   template.CSS
	Scheme  string
	Heading string
	Days    []day
	All     string // Address of the calendar with the same filters.
}

// read reads the address of a frame: of the present month, or from today on.
func (q embedListRequest) read() (a address, count int64, scheme string) {
	a = q.page.address()
	a = a.now(date(q.page.now))
	if a.View = viewList; q.page.sent(paramView) == embedMonth {
		a.View = viewMonth
	}
	count = embedCount
	if sent := q.page.sent(paramCount); sent != "" {
		n, err := strconv.ParseInt(sent, 10, 64)
		if count = n; err != nil {
			q.page.note(q.page.t.Text("There is no choice %q here.", printable(sent)))
			count = embedCount
		}
	}
	if scheme = q.page.sent(paramScheme); !slices.Contains(embedSchemes, scheme) {
		q.page.note(q.page.t.Text("There is no choice %q here.", printable(scheme)))
		scheme = ""
	}
	return a, min(max(count, 1), maxEmbedCount), scheme
}

// list answers the frame.
func (q embedListRequest) list() {
	v := q.page
	a, count, scheme := q.read()
	c := embedList{Style: v.look().embedStyle, Scheme: scheme, Heading: v.t.Text("Upcoming events"), All: v.link("", a.params())}
	p := period{from: a.From, today: true}
	if a.View == viewMonth {
		c.Heading = upperFirst(v.t.FormatMonth(a.Month))
		p = period{from: a.Month, until: a.Month.AddDate(0, 1, -1)}
	}
	page, err := v.events(&a, p, count, v.speaking())
	if err != nil {
		v.fail(err)
		return
	}
	c.Days = v.days(page.Records, p.from, p.today)
	f := v.frame(c.Heading)
	f.Body, f.NoIndex, f.Policy = c, true, embedPolicy(v.look().embedStyle)
	letFrame(v.w.Header())
	v.answer(f.status(), "embedlist", f)
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
	Element string
}

// build answers the page that makes the HTML.
func (q embedListRequest) build() {
	v := q.page
	a, count, scheme := q.read()
	view := viewList
	if a.View == viewMonth {
		view = embedMonth
	}
	categories, err := formRequest{v}.categories(a.Category)
	if err != nil {
		v.fail(err)
		return
	}
	site := v.api.Env.Deployment.SiteURL + "/"
	params := url.Values{paramView: {view}, paramCount: {strconv.FormatInt(count, 10)}}
	for name, value := range map[string]string{paramCategory: a.Category, paramScheme: scheme} {
		if value != "" {
			params.Set(name, value)
		}
	}
	shown := v.link(embedListPath, params)
	b := embedBuilder{
		Form:  form{Action: "./", Hidden: formRequest{v}.language(), Choices: []selection{{paramCategory, v.t.Text("Category"), v.t.Text("All categories"), categories}}},
		Count: count, Max: maxEmbedCount, Frame: shown, IFrame: listFrame(site+shown[len(v.root):], siteName(v)),
		Element: eventsElement(site, shown[len(v.root):], siteName(v)),
		Views:   []option{{viewList, v.t.view(viewList), a.View == viewList}, {embedMonth, v.t.view(viewMonth), a.View == viewMonth}},
	}
	for _, one := range embedSchemes {
		b.Schemes = append(b.Schemes, option{one, v.t.scheme(one), one == scheme})
	}
	f := v.frame(v.t.Text("Show these events on another site"))
	f.Description, f.Body, f.NoIndex, f.Policy = v.t.Text("Copy one of the two into a page of yours. Neither sets cookies; the element needs a script of this site."), b, true, policy+"; frame-src 'self'"
	v.answer(f.status(), "embedbuilder", f)
}

// listFrame returns the HTML of a frame.
func listFrame(address, title string) string {
	return `<iframe src="` + template.HTMLEscapeString(address) + `" title="` + template.HTMLEscapeString(title) +
		`" width="100%" height="480" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}

// eventsElement returns the HTML of the element that almanac-events.js defines.
func eventsElement(site, shown, title string) string {
	_, filter, _ := strings.Cut(shown, "?")
	return `<script async src="` + template.HTMLEscapeString(site+embedScript) + `"></script>` + "\n" +
		`<almanac-events src="` + template.HTMLEscapeString(site) + `" filter="` + template.HTMLEscapeString(filter) + `" title="` + template.HTMLEscapeString(title) + `"></almanac-events>`
}
