package pages

import (
	"fmt"
	"slices"
	"time"

	"almanac/runtime/httpapi"
)

// grid is a month as a table.
type grid struct {
	Caption  string
	Weekdays []weekday
	Weeks    []week
}

// Empty reports whether none of the days is shown where only days with something
// to tell are.
func (g *grid) Empty() bool {
	return !slices.ContainsFunc(g.Weeks, func(w week) bool { return !w.Empty() })
}

// week is a row of the table.
type week []cell

// Empty is that of a grid.
func (w week) Empty() bool {
	return !slices.ContainsFunc(w, func(c cell) bool { return c.Number != 0 && !c.Empty() })
}

// weekday is the head of a column.
type weekday struct{ Name, Short string }

// cell is a day of the table; without a day outside of the month.
type cell struct {
	Number  int // Of the day, 0 outside of the month.
	ISO     string
	Before  string // What stands before and after the number where the day is written out.
	After   string
	Today   bool
	Events  []item
	More    string // Text of the link to the rest of the day, "" for none.
	InList  string // The day in the list.
	Heading string // The day, for the link.
}

// Empty reports whether the cell shows nothing: today is never empty, because it
// is marked as today.
func (c cell) Empty() bool { return !c.Today && len(c.Events) == 0 && c.More == "" }

// maxEventsOfDay is how many events of a day a month shows.
const maxEventsOfDay = 6

// monthRequest is a request for the month view of the calendar.
type monthRequest struct{ page *pageRequest }

// view reads the events of a month.
func (m monthRequest) view(a *address) (*calendarView, error) {
	last := a.Month.AddDate(0, 1, -1)
	page, err := m.page.events(a, period{from: a.Month, until: last}, maxEvents, m.page.speaking())
	if err != nil {
		return nil, err
	}
	c := &calendarView{Heading: upperFirst(m.page.t.FormatMonth(a.Month)), Count: m.page.t.count(page.Total), Empty: page.Total == 0}
	c.Previous = m.neighbour(*a, -1, m.page.t.PreviousMonth)
	c.Next = m.neighbour(*a, 1, m.page.t.NextMonth)
	whole := last
	if n := len(page.Records); page.Total > int64(n) {
		c.TooMany = fmt.Sprintf(m.page.t.ResultsTruncated, n, page.Total)
		event := m.page.convert.Event(page.Records[n-1].View)
		whole = date(event.Start).AddDate(0, 0, -1)
	}
	c.Month = m.grid(*a, m.byDay(page.Records, a.Month, last), whole)
	c.Month.Caption = c.Heading
	return c, nil
}

// neighbour links to a month before or after.
func (m monthRequest) neighbour(a address, by int, label string) choice {
	a.Month = a.Month.AddDate(0, by, 0)
	if edge(a.Month) {
		return choice{}
	}
	return choice{Text: fmt.Sprintf(label, m.page.t.FormatMonth(a.Month)), Href: m.page.link("", a.params())}
}

// byDay puts events on each day of theirs between two days, sticky ones first.
func (m monthRequest) byDay(records []httpapi.Seen, first, last time.Time) map[string][]item {
	days := map[string][]item{}
	for _, seen := range records {
		event := m.page.known(seen)
		begin, end := date(event.Start), event.lastDay()
		one := m.page.item(&event, seen)
		one.Picture = m.page.picture(event.Image, inMonth)
		for day := later(begin, first); !day.After(end) && !day.After(last); day = day.AddDate(0, 0, 1) {
			if day.After(begin) {
				one.When, one.Continues, one.Picture = span{}, true, nil
			}
			days[iso(day)] = append(days[iso(day)], one)
		}
	}
	for _, list := range days {
		slices.SortStableFunc(list, func(a, b item) int { return rank(a) - rank(b) })
	}
	return days
}

// rank orders the events of a day that begin in this order.
func rank(i item) int {
	switch {
	case i.Sticky:
		return 0
	case i.Continues || i.AllDay:
		return 1
	}
	return 2
}

// later returns the later one of two days.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// grid makes the table of a month.  Days after the last one that is whole lead
// to the list.
func (m monthRequest) grid(a address, days map[string][]item, whole time.Time) *grid {
	first := time.Sunday
	if m.page.t.WeekStartsMonday {
		first = time.Monday
	}
	g := &grid{}
	for i := range 7 {
		n := (int(first) + i) % 7
		g.Weekdays = append(g.Weekdays, weekday{upperFirst(m.page.t.Weekdays[n]), m.page.t.WeekdayAbbr[n]})
	}
	day := a.Month.AddDate(0, 0, -(int(a.Month.Weekday()-first)+7)%7)
	for day.Before(a.Month.AddDate(0, 1, 0)) {
		var row week
		for range 7 {
			c := cell{}
			if day.Month() == a.Month.Month() {
				c = m.cell(a, day, days[iso(day)], !day.After(whole))
			}
			row = append(row, c)
			day = day.AddDate(0, 0, 1)
		}
		g.Weeks = append(g.Weeks, row)
	}
	return g
}

// cell makes a day of the table.
func (m monthRequest) cell(a address, day time.Time, events []item, whole bool) cell {
	a.List, a.From, a.Until, a.Today = true, day, day, false
	c := cell{Number: day.Day(), ISO: iso(day), Today: day.Equal(date(m.page.now)), Events: events, Heading: m.page.t.FormatDate(day, false)}
	c.Before, c.After = m.page.t.DayAffixes(day)
	if len(events) > maxEventsOfDay {
		c.More = fmt.Sprintf(m.page.t.More, len(events)-maxEventsOfDay+1)
		c.Events = events[:maxEventsOfDay-1]
	}
	c.Events = withOnePicture(c.Events)
	if !whole {
		c.More = m.page.t.MoreOnDay
	}
	if c.More != "" {
		c.InList = m.page.link("", a.params())
	}
	return c
}

// withOnePicture leaves the events of a day the first of their pictures, since a day of the
// table has no room for more.
func withOnePicture(events []item) []item {
	first := slices.IndexFunc(events, func(i item) bool { return i.Picture != nil })
	for n := range events {
		if n != first {
			events[n].Picture = nil
		}
	}
	return events
}
