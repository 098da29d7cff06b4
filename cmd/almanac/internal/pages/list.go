package pages

import (
	"slices"
	"time"

	"almanac/runtime/calendar"
	"almanac/runtime/dates"
	"almanac/runtime/records"
)

// day is a day of the list with the events that begin on it.
type day struct {
	Heading string
	ISO     string // Empty for events that have begun earlier.
	Events  []item
}

// item is an event in a list.
type item struct {
	Title     string
	Href      string
	Lang      string // Language of the title, "" for that of the page.
	When      span
	Begins    string // Time of day.
	Zone      string // Short name of a zone that is not that of the site.
	Where     string
	Cost      string
	Summary   string
	Picture   *picture // Nil for none.
	Status    string   // Canceled or postponed, "" for an event that takes place.
	Featured  string   // The word for it, "" for others.
	Protected string   // The same.
	Sticky    bool
	AllDay    bool
	Color     string // Class of the color of its first category that has one, "" for none.
}

// Class returns the classes of the element.
func (i item) Class() string { return compact(" ", i.Color, when(i.Featured != "", "featured")) }

// when returns a name if something is so, else "".
func when(is bool, name string) string {
	if is {
		return name
	}
	return ""
}

// item shows an event in a list, below its first day.
func (p *pageRequest) item(e *Event) item {
	i := item{
		Title: e.Title, Href: p.linkTo(e.URL), Lang: p.otherLanguage(e.Language),
		When: e.below(p.t), Begins: p.t.FormatTime(e.Start), Cost: p.cost(e),
		Summary: summary(e.Excerpt, e.Description), Sticky: e.Sticky, AllDay: e.AllDay, Status: p.t.status(e.Status),
	}
	for _, category := range e.Categories {
		if color := p.colorOf(category.Slug); i.Color == "" {
			i.Color = color
		}
	}
	if e.Featured {
		i.Featured = p.t.Text("Featured")
	}
	if e.Protected {
		i.Protected = p.t.Text("Protected")
	}
	if i.Summary == e.Title {
		i.Summary = "" // It says nothing more.
	}
	site := p.api.Env.Deployment.Zone
	if e.TimeZone != site.Name() && (!e.AllDay || otherDay(e, site)) {
		i.Zone = e.Zone
	}
	if i.Where = firstPlace(e.Venues); i.Where == "" && e.OnlineURL != "" {
		i.Where = p.t.Text("Online")
	}
	return i
}

// otherDay reports whether the day on which an event begins is not the same one
// in the zone of the site.
func otherDay(e *Event, site dates.Zone) bool {
	return !e.zone().Instant(e.Start).Equal(site.Instant(e.Start))
}

// otherLanguage returns the language of a record if it is not that of the messages, else "".
func (p *pageRequest) otherLanguage(language string) string {
	if language == p.t.Tag.String() {
		return ""
	}
	return language
}

// How many events a page of the day and of the photos shows.
const (
	dayPage   = 50
	photoPage = 24 // Fills rows of two, three and four.
)

// list reads a page of the list.
func (p *pageRequest) list(a *address) (*calendarView, error) {
	page, c, err := p.listView(a, 0)
	if err == nil {
		c.Days = p.days(page.Records, a.From, a.Today)
	}
	return c, err
}

// photos reads a page of pictures of events.
func (p *pageRequest) photos(a *address) (*calendarView, error) {
	page, c, err := p.listView(a, photoPage)
	if err != nil {
		return nil, err
	}
	for _, seen := range page.Records {
		event := newEvent(seen)
		if _, isOver := p.begun(&event, a.From, a.Today); isOver {
			continue
		}
		one := p.item(&event)
		one.When, one.Picture = event.whole(p.t), p.picture(event.Image, inPhotos)
		c.Photos = append(c.Photos, one)
	}
	return c, nil
}

// listView reads a page of the events that there are from the first day of the address on.
func (p *pageRequest) listView(a *address, size int64) (*records.Page, *calendarView, error) {
	page, err := p.events(a, period{a.From, a.Until, a.Today}, size)
	if err != nil {
		return nil, nil, err
	}
	c := &calendarView{Heading: p.t.Text("Upcoming events")}
	switch {
	case !a.Until.IsZero() && a.Until.Equal(a.From):
		c.Heading = upperFirst(p.t.FormatDate(a.From, true))
	case !a.Today:
		c.Heading = p.t.Text("Events from %s", p.t.FormatDate(a.From, true))
	}
	p.number(c, *a, page)
	return page, c, nil
}

// day reads the events of a day.
func (p *pageRequest) day(a *address) (*calendarView, error) {
	page, err := p.events(a, period{from: a.From, until: a.From}, dayPage)
	if err != nil {
		return nil, err
	}
	c := &calendarView{
		Heading: upperFirst(p.t.FormatDate(a.From, true)), Moves: p.t.view(viewDay),
		Days: p.days(page.Records, a.From, false),
	}
	p.number(c, *a, page)
	c.Earlier = p.neighbour(*a, a.From.AddDate(0, 0, -1))
	c.Later = p.neighbour(*a, a.From.AddDate(0, 0, 1))
	if c.Empty {
		c.Upcoming, err = p.upcoming(*a, a.From.AddDate(0, 0, 1))
	}
	return c, err
}

// past reads a page of the events that were over when today began.
func (p *pageRequest) past(a *address) (*calendarView, error) {
	page, err := p.pastEvents(a, 0, p.speaking())
	if err != nil {
		return nil, err
	}
	c := &calendarView{Heading: p.t.Text("Past events"), Days: p.days(page.Records, time.Time{}, false)}
	p.number(c, *a, page)
	return c, nil
}

// number says how many events there are, and links to the other pages with them.
func (p *pageRequest) number(c *calendarView, a address, page *records.Page) {
	c.Count, c.Empty = p.t.count(page.Total), len(page.Records) == 0
	c.Previous, c.Next, c.Position = pager(p.t, a.Page, page.Pages, func(n int64) string {
		other := a
		other.Page = n
		return p.link("", other.params())
	})
}

// pager returns the links to the previous and the next page.
func pager(t *translation, page, pages int64, link func(int64) string) (previous, next choice, position string) {
	if page > 1 {
		previous = choice{Text: t.Text("Previous page"), Href: link(page - 1)}
	}
	if page < pages {
		next = choice{Text: t.Text("Next page"), Href: link(page + 1)}
	}
	if pages > 1 {
		position = t.Text("Page %d of %d", page, pages)
	}
	return previous, next, position
}

// days puts events below the day on which they begin by their own clock.  What has
// begun before the first day of the list stands below one heading; where that is
// today, what has begun before today began.
func (p *pageRequest) days(records []records.Record, from time.Time, today bool) []day {
	var days []day
	for _, seen := range records {
		event := newEvent(seen)
		begin := date(event.Start)
		earlier, isOver := p.begun(&event, from, today)
		if isOver {
			continue
		}
		heading := day{Heading: upperFirst(p.t.FormatDate(begin, true)), ISO: iso(begin)}
		one := p.item(&event)
		one.Picture = p.picture(event.Image, inList)
		if earlier {
			heading, one.When = day{Heading: p.t.Text("Already under way")}, event.whole(p.t)
		}
		at := slices.IndexFunc(days, func(d day) bool { return d.ISO == heading.ISO })
		if at < 0 {
			at, days = len(days), append(days, heading)
		}
		days[at].Events = append(days[at].Events, one)
	}
	return days
}

// begun reports whether an event has begun before a day, and whether it is over then: it
// ended at the midnight with which the day begins, when others begin and end at once.
func (p *pageRequest) begun(e *Event, from time.Time, today bool) (earlier, isOver bool) {
	earlier, isOver = date(e.Start).Before(from), e.lastDay().Before(from)
	if today {
		start, end := e.instants()
		earlier = earlier && start.Before(p.midnight)
		isOver = end.After(start) && !end.After(p.midnight)
	}
	return earlier, isOver
}

// cost returns what an event costs, as the site shows it.
func (p *pageRequest) cost(e *Event) string {
	return e.Cost.Whole(calendar.SiteCurrency(p.api.Env.Deployment), p.t.Text("Free"))
}
