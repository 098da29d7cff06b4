package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/dates"
	"almanac/runtime/records"
	"almanac/runtime/weeks"
)

// grid is a month or a week as a table, and as a list of its days for narrow windows.
type grid struct {
	Caption  string
	IsWeek   bool
	Weekdays []weekday
	Weeks    [][]cell
	Over     []agendaDay // Days of the list before today, unless all are.
	Agenda   []agendaDay // The others.
}

// weekday is the head of a column.
type weekday struct{ Name, Short string }

// cell is a day of the table.
type cell struct {
	Number  int // Of the day.
	ISO     string
	Before  string // What stands before and after the number where the day is written out.
	After   string
	Heading string // The day, written out.
	Today   bool
	Past    bool
	Outside bool     // It belongs to a neighboring month.
	Entries []entry  // Bars first.
	Bars    int      // How many of them are bars.
	Below   int      // Lane of the last bar, 0 for none.
	Lanes   int      // Of bars in the row.
	Count   string   // How many events the day has.
	More    string   // Text of the link to the rest of the day, "" for none.
	Unshown []string // The rest of the day as paper has it, which cannot lead to it.
	Day     string   // The view of the day.
	Jump    string   // Where a narrow window shows the day.
}

// OfBars returns the entries that are bars.
func (c cell) OfBars() []entry { return c.Entries[:c.Bars] }

// Others returns the entries that are no bars.
func (c cell) Others() []entry { return c.Entries[c.Bars:] }

// Class returns the classes of the element.
func (c cell) Class() string {
	return frame.Compact(" ", frame.When(c.Today, "today"), frame.When(c.Past, "past"), frame.When(c.Outside, "outside"))
}

// entry is an event on a day of the table.
type entry struct {
	*events.Item
	Lane      int  // From 1.
	Length    int  // Of the bar that begins here, in days; 0 where it began on an earlier day of the week.
	Several   bool // The event is on several days.
	Before    bool // It continues in the week before, or after.
	After     bool
	Continues bool // It has begun on an earlier day.
	Nth, Days int  // Which of its days this is, and how many it has.
	over      bool // It is of today, and over by now.
	start     dates.WallTime
}

// Class returns the classes of the element.
func (e entry) Class() string {
	if e.Length == 0 {
		return "out"
	}
	return frame.Compact(" ", "lane-"+strconv.Itoa(e.Lane), frame.When(e.IsBar(), "bar days-"+strconv.Itoa(e.Length)),
		e.Item.Class(), frame.When(e.Before, "before"), frame.When(e.After, "after"))
}

// IsBar reports whether the event is shown as a bar of one line over its days, above others.
func (e entry) IsBar() bool { return e.Several || e.AllDay || e.Sticky }

// HasHour reports whether the hour at which the event begins is shown.
func (e entry) HasHour() bool { return !e.Several && !e.AllDay }

// agendaDay is a day of the list below the table.
type agendaDay struct {
	Heading string
	Cell    cell
	Entries []entry
	T       *frame.Translation
}

// extent is which days a table has.
type extent struct {
	first       time.Time // A day that begins a week.
	rows, lanes int
	from, until time.Time // What the table is about: its other days are outside.
}

// The most events of a day that a table shows.
const (
	monthLanes = 4
	weekLanes  = 12
)

func month(p *events.Page, a *address.Address) (*calendarView, error) {
	first, rows := p.T.MonthWeeks(a.Month)
	x := extent{first: first, rows: rows, lanes: monthLanes, from: a.Month, until: a.Month.AddDate(0, 1, -1)}
	c, err := gridView(p, a, x)
	if err != nil {
		return nil, err
	}
	c.Heading, c.Moves = frame.UpperFirst(p.T.FormatMonth(a.Month)), p.T.View(address.ViewMonth)
	c.Grid.Caption = c.Heading
	c.Earlier = neighbor(p, *a, a.Month.AddDate(0, -1, 0))
	c.Later = neighbor(p, *a, a.Month.AddDate(0, 1, 0))
	return c, nil
}

func week(p *events.Page, a *address.Address) (*calendarView, error) {
	last := a.From.AddDate(0, 0, 6)
	c, err := gridView(p, a, extent{first: a.From, rows: 1, lanes: weekLanes, from: a.From, until: last})
	if err != nil {
		return nil, err
	}
	c.Heading, c.Moves = p.T.Week(a.From), p.T.View(address.ViewWeek)
	c.Grid.Caption, c.Grid.IsWeek = c.Heading, true
	c.Earlier = neighbor(p, *a, a.From.AddDate(0, 0, -7))
	c.Later = neighbor(p, *a, a.From.AddDate(0, 0, 7))
	return c, nil
}

// gridView reads the events of a table.
func gridView(p *events.Page, a *address.Address, x extent) (*calendarView, error) {
	from, until := x.first, x.first.AddDate(0, 0, 7*x.rows-1)
	if isEdge(from) {
		from = x.from
	}
	if isEdge(until) {
		until = x.until
	}
	page, err := p.Events(a, events.Period{From: from, Until: until}, maxEvents)
	if err != nil {
		return nil, err
	}
	c, whole := &calendarView{}, until
	events := shownEvents(page.Records)
	if n := len(events); page.Total > int64(n) {
		c.TooMany = p.T.Text("Showing the first %d of %d events. See them all in list view.", n, page.Total)
		whole = events[n-1].first.AddDate(0, 0, -1)
	} else {
		count := int64(0)
		for _, e := range events {
			if !e.first.After(x.until) && !e.last.Before(x.from) {
				count++
			}
		}
		c.Total, c.Count, c.Empty = count, p.T.Count(count), count == 0
	}
	c.Grid = newGrid(p, *a, x, events, whole)
	if c.Empty {
		c.Upcoming, err = upcoming(p, *a, x.until.AddDate(0, 0, 1))
	}
	return c, err
}

type shownEvent struct {
	events.Event
	item        *events.Item // Nil until a day shows it: of many events that a time has, few are shown.
	first, last time.Time
	over        bool // It is of today alone, and over by now.
}

func shownEvents(records []records.Record) []*shownEvent {
	shown := make([]*shownEvent, 0, len(records))
	for _, seen := range records {
		e := &shownEvent{Event: events.NewEvent(seen)}
		e.first, e.last = frame.Day(e.Start), e.LastDay()
		shown = append(shown, e)
	}
	return shown
}

// daysBetween returns how many days later the second of two days is.
func daysBetween(a, b time.Time) int { return int((b.Unix() - a.Unix()) / (24 * 60 * 60)) }

// newGrid makes a table.  On a day, sticky events get their places first, then those of whole days
// or several, and what of today is over gets what is left.  Days after the last one that is whole
// lead to their own view.
func newGrid(p *events.Page, a address.Address, x extent, events []*shownEvent, whole time.Time) *grid {
	const single, over = 2, 3
	rank := func(e *shownEvent) int {
		switch {
		case e.Sticky:
			return 0
		case e.AllDay || e.last.After(e.first):
			return 1
		case e.over:
			return over
		}
		return single
	}
	for _, e := range events {
		e.over = e.first.Equal(p.Today) && e.last.Equal(p.Today) && p.EndedToday(&e.Event)
	}
	slices.SortStableFunc(events, func(a, b *shownEvent) int { return cmp.Compare(rank(a), rank(b)) })
	table := &grid{}
	for i := range 7 {
		n := x.first.AddDate(0, 0, i).Weekday()
		table.Weekdays = append(table.Weekdays, weekday{frame.UpperFirst(p.T.Weekdays[n]), p.T.WeekdayAbbr[n]})
	}
	spans := make([]weeks.Span, len(events))
	for n, e := range events {
		spans[n] = weeks.Span{First: daysBetween(x.first, e.first), Last: daysBetween(x.first, e.last)}
	}
	for n, row := range weeks.Layout(spans, x.rows, x.lanes) {
		cells := make([]cell, 7)
		entries := rowEntries(p, row, events, x.first.AddDate(0, 0, 7*n))
		lanes := 0
		for _, bar := range row.Bars {
			if e := events[bar.Span]; rank(e) < single {
				lanes = max(lanes, bar.Lane+1)
			}
		}
		for i := range cells {
			day := x.first.AddDate(0, 0, 7*n+i)
			more := make([]*shownEvent, len(row.More[i]))
			for k, n := range row.More[i] {
				more[k] = events[n]
			}
			cells[i] = newCell(p, a, x, day, entries[i], more)
			if day.After(whole) {
				cells[i].More = p.T.Text("Events in the list")
			}
			cells[i].Lanes = lanes
			table.Agenda = agenda(p, table.Agenda, x, day, &cells[i])
		}
		table.Weeks = append(table.Weeks, cells)
	}
	if n := slices.IndexFunc(table.Agenda, func(d agendaDay) bool { return !d.Cell.Past }); n > 0 {
		table.Over, table.Agenda = table.Agenda[:n], table.Agenda[n:]
	}
	return table
}

// rowEntries returns what the days of a row show, from the first lane to the last.
func rowEntries(p *events.Page, row weeks.Row, events []*shownEvent, first time.Time) [7][]entry {
	var days [7][]entry
	slices.SortStableFunc(row.Bars, func(a, b weeks.Bar) int { return cmp.Compare(a.Lane, b.Lane) })
	for _, bar := range row.Bars {
		e := events[bar.Span]
		if e.item == nil {
			one := p.Item(&e.Event)
			e.item = &one
		}
		one := entry{
			Item: e.item, Lane: bar.Lane + 1, Length: bar.Length,
			Several: e.last.After(e.first), Before: bar.Before, After: bar.After, Days: daysBetween(e.first, e.last) + 1,
			over: e.over, start: e.Start,
		}
		for column := bar.Start; column < bar.Start+bar.Length; column++ {
			one.Nth = daysBetween(e.first, first.AddDate(0, 0, column)) + 1
			one.Continues = one.Nth > 1
			days[column] = append(days[column], one)
			one.Length = 0
		}
	}
	return days
}

func newCell(p *events.Page, a address.Address, x extent, day time.Time, entries []entry, more []*shownEvent) cell {
	a.View = address.ViewDay
	slices.SortStableFunc(entries, func(a, b entry) int {
		if isBar := trueFirst(a.IsBar(), b.IsBar()); isBar != 0 || a.IsBar() {
			return isBar
		}
		return cmp.Compare(a.start, b.start)
	})
	c := cell{
		Number: day.Day(), ISO: frame.ISO(day), Heading: p.T.FormatDate(day, false),
		Today: day.Equal(p.Today), Past: day.Before(p.Today), Outside: day.Before(x.from) || day.After(x.until),
		Entries: entries, Count: p.T.Count(int64(len(entries) + len(more))), Day: p.Link("", p.Moved(a, day).Params()),
	}
	for _, e := range entries {
		if e.IsBar() {
			c.Bars, c.Below = c.Bars+1, e.Lane
		}
	}
	c.Before, c.After = p.T.DayAffixes(day)
	if len(more) > 0 {
		c.More = p.T.Text("+%d more", len(more))
	}
	slices.SortStableFunc(more, func(a, b *shownEvent) int { return strings.Compare(string(a.Start), string(b.Start)) })
	for _, e := range more {
		begins := ""
		if !e.AllDay && !e.last.After(e.first) {
			begins = p.T.FormatTime(e.Start)
		}
		c.Unshown = append(c.Unshown, frame.Compact(" ", begins, e.Title, p.T.Status(e.Status)))
	}
	return c
}

// agenda adds a day to the list below the table: what begins on it, and on the first one
// and today also what has begun before; what of today is over stands last.
func agenda(p *events.Page, days []agendaDay, x extent, day time.Time, c *cell) []agendaDay {
	c.Jump = c.Day
	if c.Outside {
		return days
	}
	one := agendaDay{Heading: frame.UpperFirst(p.T.FormatDate(day, false)), T: p.T}
	for _, e := range c.Entries {
		if !e.Continues || day.Equal(x.from) || c.Today {
			one.Entries = append(one.Entries, e)
		}
	}
	if len(one.Entries) == 0 && c.More == "" {
		return days
	}
	slices.SortStableFunc(one.Entries, func(a, b entry) int { return trueFirst(b.over, a.over) })
	c.Jump = "#d" + c.ISO
	one.Cell = *c
	return append(days, one)
}

// trueFirst compares two elements of which those that are something come first.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
