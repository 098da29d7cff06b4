package pages

import (
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/records"
)

// calendarView is the content of the pages at "/".
type calendarView struct {
	Heading  string
	Views    []choice
	Form     form
	Count    string // "" where it is not known.
	Empty    bool
	Found    []choice // What a search or other filters leave at other times.
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
	f := p.frame(c.Heading)
	here := strings.TrimPrefix(p.link("", a.params()), strings.TrimSuffix(p.root, "/"))
	f.Body, f.Canonical = c, p.api.Env.Deployment.SiteURL+here
	f.NoIndex = len(p.notes) > 0 || !a.isIndexed()
	if !f.NoIndex {
		f.Alternates = p.alternates(a)
	}
	feed := a.params()
	for _, own := range []string{paramView, paramMonth, paramFrom, paramUntil, paramPage} {
		feed.Del(own) // The API has none of the name, or another one.
	}
	p.feeds(f, feed)
	p.respond(f.status(), name, f)
}

// period is the days that a page is about.  They are those of each event's own
// clock; but a list from today on has whatever goes on or is still to come, and
// today begins at one instant.
type period struct {
	from, until time.Time // First and last day; a zero last day is no bound.
	today       bool      // The first day is today, and nobody has asked for it.
}

// events lists the events in the language of the page that take place within a period.  With
// size above 0 a page has so many.  Filters of the address that no list takes are noted and
// left out.
func (p *pageRequest) events(a *address, of period, size int64) (*records.Page, error) {
	if p.longest == nil {
		longest, err := p.visit.longest("event")
		if err != nil {
			return nil, err
		}
		p.longest = &longest
	}
	longest := *p.longest
	// The API takes start_date and end_date as a frame that events lie
	// within; a calendar shows what is under way too.  None of that has begun
	// earlier than the longest event lasts, which spares the search of the past.
	before := of.from.Unix() - 1
	params := map[string]string{
		"strict_dates": "1",
		"ends_after":   string(dates.FromUnix(before)), "starts_after": string(dates.FromUnix(before - longest - 1)),
	}
	ownClock := []string{"ends_after", "starts_after", "starts_before"}
	if of.today {
		ownClock = ownClock[2:]
		before = p.midnight.Unix() - 1
		params["ends_after"] = time.Unix(before, 0).UTC().Format(time.RFC3339)
		// Events last as long by their clocks, which may be set in the meantime.
		since := time.Unix(before-longest-1-2*int64(dates.MaxOffset/time.Second), 0).UTC()
		params["starts_after"] = since.Format(time.RFC3339)
		if since.Year() < 1 {
			delete(params, "starts_after") // It may be no date in the zone of the site.
		}
	}
	if !of.until.IsZero() {
		params["starts_before"] = string(dates.FromUnix(of.until.AddDate(0, 0, 1).Unix()))
	}
	maps.Copy(params, p.speaking())
	return p.narrowed(a, params, size, ownClock...)
}

// pastEvents lists the events that were over when today began, the latest first.  Further
// parameters are those of the API.
func (p *pageRequest) pastEvents(a *address, size int64, further map[string]string) (*records.Page, error) {
	params := map[string]string{
		"strict_dates": "1", "order": "desc", "starts_before": p.midnight.Format(time.RFC3339),
		"ends_before": p.midnight.Add(time.Second).Format(time.RFC3339), // What ends at midnight is over.
	}
	maps.Copy(params, further)
	return p.narrowed(a, params, size)
}

// unendedEvents lists the events that were not over when today began.
func (p *pageRequest) unendedEvents(a *address, further map[string]string) (*records.Page, error) {
	params := map[string]string{
		"strict_dates": "1", "ends_after": p.midnight.Add(-time.Second).Format(time.RFC3339),
	}
	maps.Copy(params, further)
	return p.narrowed(a, params, 0)
}

// narrowed lists a page of the events that parameters of the API and the filters of the
// address leave.  What of the address no list takes is noted and left out.
func (p *pageRequest) narrowed(
	a *address, params map[string]string, size int64, ownClock ...string,
) (*records.Page, error) {
	for {
		sent := maps.Clone(params)
		for name, value := range a.filters() {
			if *value != "" {
				sent[name] = *value
			}
		}
		sent[paramPage] = strconv.FormatInt(a.Page, 10)
		page, err := p.visit.list("event", sent, size, ownClock...)
		f := apierror.As(err)
		if f == nil {
			return page, err
		}
		before := len(p.notes)
		for _, name := range filterNames {
			value := a.filters()[name]
			if _, ok := f.Params[name]; ok && *value != "" {
				p.note(p.t.invalidFilter(name, printable(*value)))
				*value = ""
			}
		}
		if f.Status == http.StatusNotFound && a.Page > 1 {
			p.note(p.t.Text("There is no page %q.", strconv.FormatInt(a.Page, 10)))
			a.Page = 1
		}
		if len(p.notes) == before {
			return nil, err
		}
	}
}

// speaking returns the parameters that limit a list to the page's language.
func (p *pageRequest) speaking() map[string]string {
	if p.language == "" {
		return nil
	}
	return map[string]string{p.api.Env.Deployment.LanguageParam: p.language}
}

// neighbour links to the time before or after, which has a day.
func (p *pageRequest) neighbour(a address, day time.Time) choice {
	if isEdge(day) {
		return choice{}
	}
	text := p.t.FormatDate(day, true)
	switch a.View {
	case viewMonth:
		text = p.t.FormatMonth(day)
	case viewWeek:
		text = p.t.Text("Week of %s", text)
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
	next := p.neighbour(a, day)
	next.Text = p.t.Text("Next event: %s", p.t.FormatDate(day, true))
	return next, nil
}

// isEdge reports whether a day lies outside of the years that dates have.
func isEdge(day time.Time) bool { return day.Year() < 0 || day.Year() > 9999 }
