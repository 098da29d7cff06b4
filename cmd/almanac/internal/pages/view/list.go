package view

import (
	"slices"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// How many events a page of the day and of the photos shows.
const (
	dayPage   = 50
	photoPage = 24 // Fills rows of two, three and four.
)

func list(p *events.Page, a *address.Address) (*calendarView, error) {
	page, c, err := listView(p, a, 0)
	if err == nil {
		c.Days = p.Days(page.Records, a.From, a.Today)
	}
	return c, err
}

func photos(p *events.Page, a *address.Address) (*calendarView, error) {
	page, c, err := listView(p, a, photoPage)
	if err != nil {
		return nil, err
	}
	var over []events.Item // Of today; they follow what of today is on or comes next.
	for _, seen := range page.Records {
		event := events.NewEvent(seen)
		if _, isOver := p.Begun(&event, a.From, a.Today); isOver && !event.GoesOn() {
			continue
		}
		one := p.Item(&event)
		one.When, one.Picture, one.Next = event.Whole(p.T), p.Picture(event.Image, events.InPhotos), ""
		if a.From.Equal(p.Today) && p.EndedToday(&event) {
			over = append(over, one)
			continue
		}
		if frame.Day(event.Start).After(p.Today) {
			c.Photos, over = append(c.Photos, over...), nil
		}
		c.Photos = append(c.Photos, one)
	}
	c.Photos = append(c.Photos, over...)
	return c, nil
}

// listView reads a page of the events that there are from the first day of the address on.
func listView(p *events.Page, a *address.Address, size int64) (*records.Page, *calendarView, error) {
	page, err := p.Events(a, events.Period{From: a.From, Until: a.Until, Today: a.Today, Evening: a.Evening}, size)
	if err != nil {
		return nil, nil, err
	}
	c := &calendarView{Heading: p.T.Text("Upcoming events")}
	times := timeChips(p, *a)
	named := slices.IndexFunc(times, frame.Choice.IsCurrent)
	switch {
	case named >= 0:
		c.Heading = times[named].Text + ", " + p.T.Days(a.From, a.Until)
	case !a.Until.IsZero() && a.Until.Equal(a.From):
		c.Heading = frame.UpperFirst(p.T.LongDate(a.From))
	case !a.Until.IsZero():
		c.Heading = p.T.Text("Events from %s to %s", p.T.ShortDate(a.From), p.T.ShortDate(a.Until))
	case !a.Today:
		c.Heading = p.T.Text("Events from %s", p.T.ShortDate(a.From))
	}
	number(p, c, *a, page)
	return page, c, nil
}

func day(p *events.Page, a *address.Address) (*calendarView, error) {
	page, err := p.Events(a, events.Period{From: a.From, Until: a.From}, dayPage)
	if err != nil {
		return nil, err
	}
	c := &calendarView{
		Heading: frame.UpperFirst(p.T.LongDate(a.From)), Moves: p.T.View(address.ViewDay),
		Days: p.Days(page.Records, a.From, false),
	}
	for _, d := range c.Days { // As in the month, sticky events come first.
		slices.SortStableFunc(d.Events, func(a, b events.Item) int { return trueFirst(a.Sticky, b.Sticky) })
	}
	number(p, c, *a, page)
	c.Earlier = neighbor(p, *a, a.From.AddDate(0, 0, -1))
	c.Later = neighbor(p, *a, a.From.AddDate(0, 0, 1))
	if c.Empty {
		c.Upcoming, err = upcoming(p, *a, a.From.AddDate(0, 0, 1))
	}
	return c, err
}

// past reads a page of the events that were over when today began.
func past(p *events.Page, a *address.Address) (*calendarView, error) {
	page, err := p.PastEvents(a, 0, p.Speaking())
	if err != nil {
		return nil, err
	}
	c := &calendarView{Heading: p.T.Text("Past events"), Days: p.Days(page.Records, time.Time{}, false)}
	number(p, c, *a, page)
	return c, nil
}

// number says how many events there are, and links to the other pages with them.
func number(p *events.Page, c *calendarView, a address.Address, page *records.Page) {
	c.Total, c.Count, c.Empty = page.Total, p.T.Count(page.Total), len(page.Records) == 0
	a.Once = true
	c.Repeats = a.IsCollapsed() && slices.ContainsFunc(page.Records, func(seen records.Record) bool {
		return model.OccurrenceOf(seen.Record) != nil
	})
	c.Previous, c.Next, c.Position = events.Pager(p.T, a.Page, page.Pages, func(n int64) string {
		other := a
		other.Page = n
		return p.Link("", other.Params())
	})
}
