package pages

import (
	"maps"
	"net/http"
	"net/url"
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

// calendar answers one of the views.
func (v *pageRequest) calendar() {
	a := v.address()
	c, template, err := v.view(&a)
	if err == nil {
		err = formRequest{v}.complete(c, a)
	}
	if err != nil {
		v.fail(err)
		return
	}
	f := v.frame(c.Heading)
	f.Body, f.Canonical = c, v.api.Env.Deployment.SiteURL+strings.TrimPrefix(v.link("", a.params()), strings.TrimSuffix(v.root, "/"))
	f.NoIndex = len(v.notes) > 0 || !a.isIndexed()
	if !f.NoIndex {
		f.Alternates = languageMenu{v}.alternates(a)
	}
	v.feeds(f, filters(a))
	v.answer(f.status(), template, f)
}

// view reads what an address asks for, and names the template that shows it.
func (v *pageRequest) view(a *address) (c *calendarView, template string, err error) {
	switch a.View {
	case viewWeek:
		c, err = gridRequest{v}.week(a)
		return c, "grid", err
	case viewDay:
		c, err = listRequest{v}.day(a)
		return c, "day", err
	case viewList:
		c, err = listRequest{v}.list(a)
		return c, "list", err
	case viewPast:
		c, err = listRequest{v}.over(a)
		return c, "list", err
	case viewPhoto:
		c, err = listRequest{v}.photos(a)
		return c, "photo", err
	}
	c, err = gridRequest{v}.month(a)
	return c, "grid", err
}

// filters returns what of an address the interface calls the same.
func filters(a address) url.Values {
	p := a.params()
	for _, own := range []string{paramView, paramMonth, paramFrom, paramUntil, paramPage} {
		p.Del(own)
	}
	return p
}

// period is the days that a page is about.  They are those of each event's own
// clock; but a list from today on holds whatever goes on or is still to come, and
// today begins at one instant.
type period struct {
	from, until time.Time // First and last day; a zero last day is no bound.
	today       bool      // The first day is today, and nobody has asked for it.
}

// events lists the events that take place within a period.  With size above 0 a page
// has so many.  Further parameters are those of the interface.  Filters
// of the address that no list takes are noted and left out.
func (v *pageRequest) events(a *address, p period, size int64, further map[string]string) (*records.Page, error) {
	if v.longest == nil {
		longest, err := v.visit.longest("event")
		if err != nil {
			return nil, err
		}
		v.longest = &longest
	}
	longest := *v.longest
	// The interface takes start_date and end_date as a frame that events lie
	// within; a calendar shows what is under way too.  None of that has begun
	// earlier than the longest event lasts, which spares the search of the past.
	before := wall(p.from).AddSeconds(-1)
	params := map[string]string{
		"strict_dates": "1", "ends_after": string(before), "starts_after": string(before.AddSeconds(-longest - 1)),
	}
	ownClock := []string{"ends_after", "starts_after", "starts_before"}
	if p.today {
		ownClock = ownClock[2:]
		before = v.api.Env.Deployment.Zone.UTC(wall(p.from)).AddSeconds(-1)
		params["ends_after"] = before.ISO(dates.Zone{})
		// Events last as long by their clocks, which may be set in the meantime.
		since := before.AddSeconds(-longest - 1 - 2*int64(dates.MaxOffset/time.Second))
		params["starts_after"] = since.ISO(dates.Zone{})
		if since < "0000-01-02" {
			delete(params, "starts_after") // It may be no date in the zone of the site.
		}
	}
	if !p.until.IsZero() {
		params["starts_before"] = string(wall(p.until.AddDate(0, 0, 1)))
	}
	maps.Copy(params, further)
	return listRequest{v}.narrowed(a, params, size, ownClock...)
}

// speaking returns the parameters that limit a list to the page's language.
func (v *pageRequest) speaking() map[string]string {
	if v.language == "" {
		return nil
	}
	return map[string]string{v.api.Env.Deployment.LanguageParam: v.language}
}

// dropInvalid takes what an error is about out of the address and notes it.  It
// returns false for errors about something else.
func (v *pageRequest) dropInvalid(a *address, err error) bool {
	f := apierror.As(err)
	if f == nil {
		return false
	}
	before := len(v.notes)
	for _, name := range filterNames {
		value := a.filters()[name]
		if _, ok := f.Params[name]; ok && *value != "" {
			v.note(v.t.invalidFilter(name, printable(*value)))
			*value = ""
		}
	}
	if f.Status == http.StatusNotFound && a.Page > 1 {
		v.note(v.t.Text("There is no page %q.", strconv.FormatInt(a.Page, 10)))
		a.Page = 1
	}
	return len(v.notes) > before
}

// neighbour links to the time before or after, which has a day.
func (v *pageRequest) neighbour(a address, day time.Time) choice {
	if isEdge(day) {
		return choice{}
	}
	text := v.t.FormatDate(day, true)
	switch a.View {
	case viewMonth:
		text = v.t.FormatMonth(day)
	case viewWeek:
		text = v.t.Text("Week of %s", text)
	}
	a.Month = firstOfMonth(day)
	return choice{Text: text, Href: v.link("", v.moved(a, day).params())}
}

// upcoming links to the time of the first event that begins on a day or later, if there
// is one.
func (v *pageRequest) upcoming(a address, from time.Time) (choice, error) {
	if isEdge(from) {
		return choice{}, nil
	}
	a.Page = 1
	page, err := v.events(&a, period{from: from}, 1, v.speaking())
	if err != nil || len(page.Records) == 0 {
		return choice{}, err
	}
	day := date(v.convert.Event(page.Records[0].View).Start)
	next := v.neighbour(a, day)
	next.Text = v.t.Text("Next event: %s", v.t.FormatDate(day, true))
	return next, nil
}

// isEdge reports whether a day lies outside of the years that dates have.
func isEdge(day time.Time) bool { return day.Year() < 0 || day.Year() > 9999 }
