package pages

import (
	"slices"
	"time"

	"almanac/runtime/model"
	"almanac/runtime/records"
)

// How many events a page of the day and of the photos shows.
const (
	dayPage   = 50
	photoPage = 24 // Fills rows of two, three and four.
)

func (p *pageRequest) list(a *address) (*calendarView, error) {
	page, c, err := p.listView(a, 0)
	if err == nil {
		c.Days = p.days(page.Records, a.From, a.Today)
	}
	return c, err
}

func (p *pageRequest) photos(a *address) (*calendarView, error) {
	page, c, err := p.listView(a, photoPage)
	if err != nil {
		return nil, err
	}
	for _, seen := range page.Records {
		event := newEvent(seen)
		if _, isOver := p.begun(&event, a.From, a.Today); isOver && !event.goesOn() {
			continue
		}
		one := p.item(&event)
		one.When, one.Picture, one.Next = event.whole(p.t), p.picture(event.Image, inPhotos), ""
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
		c.Heading = upperFirst(p.t.longDate(a.From))
	case !a.Until.IsZero():
		c.Heading = p.t.Text("Events from %s to %s", p.t.shortDate(a.From), p.t.shortDate(a.Until))
	case !a.Today:
		c.Heading = p.t.Text("Events from %s", p.t.shortDate(a.From))
	}
	p.number(c, *a, page)
	return page, c, nil
}

func (p *pageRequest) day(a *address) (*calendarView, error) {
	page, err := p.events(a, period{from: a.From, until: a.From}, dayPage)
	if err != nil {
		return nil, err
	}
	c := &calendarView{
		Heading: upperFirst(p.t.longDate(a.From)), Moves: p.t.view(viewDay),
		Days: p.days(page.Records, a.From, false),
	}
	for _, d := range c.Days { // As in the month, sticky events come first.
		slices.SortStableFunc(d.Events, func(a, b item) int { return trueFirst(a.Sticky, b.Sticky) })
	}
	p.number(c, *a, page)
	c.Earlier = p.neighbor(*a, a.From.AddDate(0, 0, -1))
	c.Later = p.neighbor(*a, a.From.AddDate(0, 0, 1))
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
	a.Once = true
	c.Repeats = a.isCollapsed() && slices.ContainsFunc(page.Records, func(seen records.Record) bool {
		return model.OccurrenceOf(seen.Record) != nil
	})
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
