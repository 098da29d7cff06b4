package view

import (
	"net/url"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
)

// calendarView is the content of the pages at "/".
type calendarView struct {
	Heading  string
	Views    []frame.Choice
	Other    frame.Choice // From a list to what is over, and back; an empty link for none.
	Form     Form
	Total    int64  // How many events there are.
	Count    string // The same in words, "" where it is not known.
	Empty    bool
	Offers   []frame.Choice // Lists of what the search names.
	Instead  frame.Choice   // The search with a word that it almost has; an empty link for none.
	Found    []frame.Choice // What a search or other filters leave at other times.
	Nothing  string         // Says that there is nothing, where that is so.
	Ways     []frame.Choice // What there would be without filters.
	Repeats  bool           // It is a list with dates of a series, of which each can be shown once.
	First    string         // Invites to add the first event, "" where there are some.
	Upcoming upcomingEvent  // The next event after an empty time; empty links for none.
	TooMany  string         // Said of a time that is not shown whole.
	Moves    string         // Names the links to the time before and after.
	Earlier  frame.Choice   // An empty link for none.
	Later    frame.Choice
	Today    string
	Previous frame.Choice // Of the pages with the events of the time.
	Next     frame.Choice
	Position string       // Which page of how many, "" for one.
	Grid     *grid        // Of the month and the week.
	Days     []events.Day // Of the list and the day.
	Photos   []events.Item
	Legend   []frame.Choice // Categories with their colors.
}

// maxEvents is how many events of a month or a week one page reads.
const maxEvents = 500

// Calendar serves the pages at "/": one of the views of the events.
func Calendar(p *events.Page) {
	a := p.Address()
	var c *calendarView
	var name string
	var err error
	switch a.View {
	case address.ViewMonth:
		name = "grid"
		c, err = month(p, &a)
	case address.ViewWeek:
		name = "grid"
		c, err = week(p, &a)
	case address.ViewDay:
		name = "day"
		c, err = day(p, &a)
	case address.ViewList:
		name = "list"
		c, err = list(p, &a)
	case address.ViewPast:
		name = "list"
		c, err = past(p, &a)
	case address.ViewPhoto:
		name = "photo"
		c, err = photos(p, &a)
	}
	if err == nil {
		err = addForm(p, c, a)
	}
	if err != nil {
		p.Fail(err)
		return
	}
	c.Legend = p.Legend
	f := p.Frame(c.Heading)
	here := strings.TrimPrefix(p.Link("", a.Params()), strings.TrimSuffix(p.Root, "/"))
	f.Find, f.Skip = c.Form.SearchForm, "#events"
	f.Body, f.Canonical = c, p.API.Env.Deployment.SiteURL+here
	f.NoIndex = len(p.Notes) > 0 || !a.IsIndexed()
	if !f.NoIndex {
		f.Alternates = alternates(p, a)
	}
	filters := url.Values{}
	for _, name := range address.FilterNames {
		if value := *a.Filters()[name]; value != "" {
			filters.Set(name, value)
		}
	}
	f.Embed = p.Link(address.EmbedPath, filters)
	p.SetFeeds(f, feedParams(p, a))
	if a.Search != "" {
		searchFeeds(p, f, filters)
	}
	p.Respond(f.Status(), name, f)
}

// feedParams returns the parameters of the API for the events of all times that the filters of
// an address leave.
func feedParams(p *events.Page, a address.Address) url.Values {
	feed := a.Params()
	for _, own := range []string{
		address.ParamView, address.ParamMonth, address.ParamFrom, address.ParamUntil, address.ParamPage,
		address.ParamNear, address.ParamWithin, address.ParamCollapse, address.ParamWhen,
	} {
		feed.Del(own) // The API has none of the name, or another one.
	}
	if a.Near != "" {
		for name, value := range p.Center.Params() {
			feed.Set(name, value)
		}
	}
	return feed
}

// neighbor links to the time before or after, which has a day.
func neighbor(p *events.Page, a address.Address, day time.Time) frame.Choice {
	if isEdge(day) {
		return frame.Choice{}
	}
	text := p.T.LongDate(day)
	switch a.View {
	case address.ViewMonth:
		text = p.T.FormatMonth(day)
	case address.ViewWeek:
		text = p.T.Week(day)
	}
	a.Month = address.FirstOfMonth(day)
	return frame.Choice{Text: text, Href: p.Link("", p.Moved(a, day).Params())}
}

// upcomingEvent leads to an event, and to the view of its time.
type upcomingEvent struct{ Time, Event frame.Choice }

// upcoming finds the first event that begins on a day or later, if there is one.
func upcoming(p *events.Page, a address.Address, from time.Time) (upcomingEvent, error) {
	if isEdge(from) {
		return upcomingEvent{}, nil
	}
	a.Page = 1
	page, err := p.Events(&a, events.Period{From: from}, 1)
	if err != nil || len(page.Records) == 0 {
		return upcomingEvent{}, err
	}
	e := events.NewEvent(page.Records[0])
	day := frame.Day(e.Start)
	at := neighbor(p, a, day)
	at.Text = p.T.Text("Next event: %s", p.T.LongDate(day))
	event := frame.Choice{Text: e.Title, Href: p.LinkTo(e.URL), Lang: p.OtherLanguage(e.Language)}
	return upcomingEvent{Time: at, Event: event}, nil
}

// isEdge reports whether a day lies outside of the years that dates have.
func isEdge(day time.Time) bool { return day.Year() < 0 || day.Year() > 9999 }

// alternates returns the absolute addresses of a page of the calendar by language, and the
// one for other languages; nothing for pages that other languages do not have.
func alternates(p *events.Page, a address.Address) []frame.Choice {
	if a.Filtered() || a.Page > 1 {
		return nil
	}
	site := p.API.Env.Deployment.SiteURL + "/"
	var all []frame.Choice
	for _, c := range p.LanguageChoices() {
		all = append(all, frame.Choice{Lang: c.Lang, Href: site + strings.TrimPrefix(c.Href, "./")})
	}
	if all != nil {
		all = append(all, frame.Choice{Lang: "x-default", Href: site + frame.Query(a.Params())})
	}
	return all
}
