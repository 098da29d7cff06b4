package pages

import (
	"net/url"
	"strings"
	"time"
)

// calendarView is the content of the pages at "/".
type calendarView struct {
	Heading  string
	Views    []choice
	Form     form
	Count    string // "" where it is not known.
	Empty    bool
	Offers   []choice // Lists of what the search names.
	Instead  choice   // The search with a word that it almost has; an empty link for none.
	Found    []choice // What a search or other filters leave at other times.
	Nothing  string   // Says that there is nothing, where that is so.
	Ways     []choice // What there would be without filters.
	Repeats  bool     // It is a list with dates of a series, of which each can be shown once.
	Upcoming choice   // The next event after an empty time; an empty link for none.
	TooMany  string   // Said of a time that is not shown whole.
	Moves    string   // Names the links to the time before and after.
	Earlier  choice   // An empty link for none.
	Later    choice
	Today    string
	Previous choice // Of the pages with the events of the time.
	Next     choice
	Position string // Which page of how many, "" for one.
	Grid     *grid  // Of the month and the week.
	Days     []day  // Of the list and the day.
	Photos   []item
	Legend   []choice // Categories with their colors.
}

// maxEvents is how many events of a month or a week one page reads.
const maxEvents = 500

// calendar serves the pages at "/": one of the views of the events.
func (p *pageRequest) calendar() {
	a := p.address()
	var c *calendarView
	var name string
	var err error
	switch a.View {
	case viewMonth:
		name = "grid"
		c, err = p.month(&a)
	case viewWeek:
		name = "grid"
		c, err = p.week(&a)
	case viewDay:
		name = "day"
		c, err = p.day(&a)
	case viewList:
		name = "list"
		c, err = p.list(&a)
	case viewPast:
		name = "list"
		c, err = p.past(&a)
	case viewPhoto:
		name = "photo"
		c, err = p.photos(&a)
	}
	if err == nil {
		err = p.addForm(c, a)
	}
	if err != nil {
		p.fail(err)
		return
	}
	c.Legend = p.legend
	f := p.frame(c.Heading)
	here := strings.TrimPrefix(p.link("", a.params()), strings.TrimSuffix(p.root, "/"))
	f.Find, f.Skip = c.Form, "#events"
	f.Body, f.Canonical = c, p.api.Env.Deployment.SiteURL+here
	f.NoIndex = len(p.notes) > 0 || !a.isIndexed()
	if !f.NoIndex {
		f.Alternates = p.alternates(a)
	}
	filters := url.Values{}
	for _, name := range filterNames {
		if value := *a.filters()[name]; value != "" {
			filters.Set(name, value)
		}
	}
	f.Embed = p.link(embedPath, filters)
	p.feeds(f, p.feedParams(a))
	if a.Search != "" {
		p.searchFeeds(f, filters)
	}
	p.respond(f.status(), name, f)
}

// feedParams returns the parameters of the API for the events of all times that the filters of
// an address leave.
func (p *pageRequest) feedParams(a address) url.Values {
	feed := a.params()
	for _, own := range []string{
		paramView, paramMonth, paramFrom, paramUntil, paramPage, paramNear, paramWithin, paramCollapse,
	} {
		feed.Del(own) // The API has none of the name, or another one.
	}
	if a.Near != "" {
		for name, value := range p.center.params() {
			feed.Set(name, value)
		}
	}
	return feed
}

// neighbor links to the time before or after, which has a day.
func (p *pageRequest) neighbor(a address, day time.Time) choice {
	if isEdge(day) {
		return choice{}
	}
	text := p.t.longDate(day)
	switch a.View {
	case viewMonth:
		text = p.t.FormatMonth(day)
	case viewWeek:
		text = p.t.week(day)
	}
	a.Month = firstOfMonth(day)
	return choice{Text: text, Href: p.link("", p.moved(a, day).params())}
}

// upcoming links to the time of the first event that begins on a day or later, if there
// is one.
func (p *pageRequest) upcoming(a address, from time.Time) (choice, error) {
	if isEdge(from) {
		return choice{}, nil
	}
	a.Page = 1
	page, err := p.events(&a, period{from: from}, 1)
	if err != nil || len(page.Records) == 0 {
		return choice{}, err
	}
	day := date(newEvent(page.Records[0]).Start)
	next := p.neighbor(a, day)
	next.Text = p.t.Text("Next event: %s", p.t.longDate(day))
	return next, nil
}

// isEdge reports whether a day lies outside of the years that dates have.
func isEdge(day time.Time) bool { return day.Year() < 0 || day.Year() > 9999 }
