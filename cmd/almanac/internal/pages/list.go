package pages

import (
	"maps"
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
func (v *pageRequest) item(e *Event, seen records.Record) item {
	for i := range e.Categories {
		e.Categories[i].Color = v.palette.of(e.Categories[i].Slug)
	}
	i := item{
		Title: e.Title, Href: v.link(pathOf(v.api.Env.Deployment.SiteURL, e.URL), nil), Lang: otherLanguage(v.t, seen.Language()), When: e.below(v.t), Begins: v.t.FormatTime(e.Start), Cost: v.cost(*e),
		Summary: summary(e.Excerpt, e.Description), Sticky: e.Sticky, AllDay: e.AllDay, Status: v.t.status(e.Status),
		Color: colorClass(e),
	}
	if e.Featured {
		i.Featured = v.t.Text("Featured")
	}
	if seen.Hidden {
		i.Protected = v.t.Text("Protected")
	}
	if i.Summary == e.Title {
		i.Summary = "" // It says nothing more.
	}
	if e.TimeZone != v.api.Env.Deployment.Zone.Name() && (!e.AllDay || otherDay(e, v.api.Env.Deployment.Zone)) {
		i.Zone = e.Zone
	}
	if i.Where = firstPlace(e.Venues); i.Where == "" && e.OnlineURL != "" {
		i.Where = v.t.Text("Online")
	}
	return i
}

// otherDay reports whether the day on which an event begins is not the same one
// in the zone of the site.
func otherDay(e *Event, site dates.Zone) bool {
	return !e.zone().Instant(e.Start).Equal(site.Instant(e.Start))
}

// otherLanguage returns the language of a record if it is not the language of
// the messages, else "".
func otherLanguage(t *translation, language string) string {
	if language == t.Tag.String() {
		return ""
	}
	return language
}

// listRequest is a request for one of the views that list events.
type listRequest struct{ page *pageRequest }

// How many events a page of the day and of the photos shows.
const (
	dayPage   = 50
	photoPage = 24 // Fills rows of two, three and four.
)

// list reads a page of the list.
func (l listRequest) list(a *address) (*calendarView, error) {
	page, c, err := l.read(a, 0)
	if err == nil {
		c.Days = l.page.days(page.Records, a.From, a.Today)
	}
	return c, err
}

// photos reads a page of pictures of events.
func (l listRequest) photos(a *address) (*calendarView, error) {
	page, c, err := l.read(a, photoPage)
	if err != nil {
		return nil, err
	}
	for _, seen := range page.Records {
		event := l.page.known(seen)
		if _, isOver := l.page.begun(&event, a.From, a.Today); isOver {
			continue
		}
		one := l.page.item(&event, seen)
		one.When, one.Picture = event.whole(l.page.t), l.page.picture(event.Image, inPhotos)
		c.Photos = append(c.Photos, one)
	}
	return c, nil
}

// read reads a page of the events that there are from the first day of the address on.
func (l listRequest) read(a *address, size int64) (*records.Page, *calendarView, error) {
	v := l.page
	page, err := v.events(a, period{a.From, a.Until, a.Today}, size, v.speaking())
	if err != nil {
		return nil, nil, err
	}
	c := &calendarView{Heading: v.t.Text("Upcoming events")}
	switch {
	case !a.Until.IsZero() && a.Until.Equal(a.From):
		c.Heading = upperFirst(v.t.FormatDate(a.From, true))
	case !a.Today:
		c.Heading = v.t.Text("Events from %s", v.t.FormatDate(a.From, true))
	}
	l.number(c, *a, page)
	return page, c, nil
}

// day reads the events of a day.
func (l listRequest) day(a *address) (*calendarView, error) {
	v := l.page
	page, err := v.events(a, period{from: a.From, until: a.From}, dayPage, v.speaking())
	if err != nil {
		return nil, err
	}
	c := &calendarView{Heading: upperFirst(v.t.FormatDate(a.From, true)), Days: v.days(page.Records, a.From, false), Moves: v.t.view(viewDay)}
	l.number(c, *a, page)
	c.Earlier = v.neighbour(*a, a.From.AddDate(0, 0, -1))
	c.Later = v.neighbour(*a, a.From.AddDate(0, 0, 1))
	if c.Empty {
		c.Upcoming, err = v.upcoming(*a, a.From.AddDate(0, 0, 1))
	}
	return c, err
}

// number says how many events there are, and links to the other pages with them.
func (l listRequest) number(c *calendarView, a address, page *records.Page) {
	c.Count, c.Empty = l.page.t.count(page.Total), len(page.Records) == 0
	c.Previous, c.Next, c.Position = pager(l.page.t, a.Page, page.Pages, func(n int64) string {
		other := a
		other.Page = n
		return l.page.link("", other.params())
	})
}

// over reads a page of the events that were over when today began.
func (l listRequest) over(a *address) (*calendarView, error) {
	page, err := l.past(a, 0, l.page.speaking())
	if err != nil {
		return nil, err
	}
	c := &calendarView{Heading: l.page.t.Text("Past events"), Days: l.page.days(page.Records, time.Time{}, false)}
	l.number(c, *a, page)
	return c, nil
}

// past lists the events that were over when today began, the latest first.  Further
// parameters are those of the interface.
func (l listRequest) past(a *address, size int64, further map[string]string) (*records.Page, error) {
	midnight := l.midnight()
	params := map[string]string{
		"strict_dates": "1", "order": "desc", "starts_before": midnight.ISO(dates.Zone{}),
		"ends_before": midnight.AddSeconds(1).ISO(dates.Zone{}), // What ends at midnight is over.
	}
	maps.Copy(params, further)
	return l.narrowed(a, params, size)
}

// unended lists the events that were not over when today began.
func (l listRequest) unended(a *address, further map[string]string) (*records.Page, error) {
	params := map[string]string{"strict_dates": "1", "ends_after": l.midnight().AddSeconds(-1).ISO(dates.Zone{})}
	maps.Copy(params, further)
	return l.narrowed(a, params, 0)
}

// midnight returns when today began, in UTC.
func (l listRequest) midnight() dates.WallTime {
	return l.page.api.Env.Deployment.Zone.UTC(wall(date(l.page.now)))
}

// narrowed lists a page of the events that are left by parameters of the interface and the
// filters of the address.  Filters that no list takes are noted and left out.
func (l listRequest) narrowed(a *address, params map[string]string, size int64, ownClock ...string) (*records.Page, error) {
	for range len(a.filters()) + 2 { // Every turn but the last takes something away.
		page, err := l.page.visit.list("event", a.narrow(params), size, ownClock...)
		if err == nil || !l.page.dropInvalid(a, err) {
			return page, err
		}
	}
	return l.page.visit.list("event", params, size, ownClock...)
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
func (v *pageRequest) days(records []records.Record, from time.Time, today bool) []day {
	var days []day
	for _, seen := range records {
		event := v.known(seen)
		begin := date(event.Start)
		earlier, isOver := v.begun(&event, from, today)
		if isOver {
			continue
		}
		heading, one := day{Heading: upperFirst(v.t.FormatDate(begin, true)), ISO: iso(begin)}, v.item(&event, seen)
		one.Picture = v.picture(event.Image, inList)
		if earlier {
			heading, one.When = day{Heading: v.t.Text("Already under way")}, event.whole(v.t)
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
func (v *pageRequest) begun(e *Event, from time.Time, today bool) (earlier, isOver bool) {
	earlier, isOver = date(e.Start).Before(from), e.lastDay().Before(from)
	if today {
		midnight := v.api.Env.Deployment.Zone.Instant(wall(from))
		start, end := e.instants()
		earlier = earlier && start.Before(midnight)
		isOver = end.After(start) && !end.After(midnight)
	}
	return earlier, isOver
}

// cost returns what an event costs, as the site shows it.
func (v *pageRequest) cost(e Event) string {
	return e.Cost.Whole(calendar.SiteCurrency(v.api.Env.Deployment), v.t.Text("Free"))
}

// known returns an event as pages show it.  The API hides of a protected event
// whether it lasts whole days; its times, which are public, say the same.
func (v *pageRequest) known(seen records.Record) Event {
	e := v.convert.Event(seen.View)
	e.AllDay = e.AllDay || seen.Hidden && e.Start == e.Start.StartOfDay() && e.End == e.End.EndOfDay()
	return e
}
