package pages

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"almanac/cmd/almanac/internal/pages/weeks"
	"almanac/runtime/records"
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
	Outside bool    // It belongs to a neighboring month.
	Entries []entry // Bars first.
	Bars    int     // How many of them are bars.
	Below   int     // Lane of the last bar, 0 for none.
	Lanes   int     // Of bars in the row.
	Count   string  // How many events the day has.
	More    string  // Text of the link to the rest of the day, "" for none.
	Day     string  // The view of the day.
	Jump    string  // Where a narrow window shows the day.
}

// OfBars returns the entries that are bars.
func (c cell) OfBars() []entry { return c.Entries[:c.Bars] }

// Others returns the entries that are no bars.
func (c cell) Others() []entry { return c.Entries[c.Bars:] }

// Class returns the classes of the element.
func (c cell) Class() string {
	return compact(" ", when(c.Today, "today"), when(c.Past, "past"), when(c.Outside, "outside"))
}

// entry is an event on a day of the table.
type entry struct {
	*item
	Lane      int  // From 1.
	Length    int  // Of the bar that begins here, in days; 0 where it began on an earlier day of the week.
	Several   bool // The event is on several days.
	Before    bool // It continues in the week before, or after.
	After     bool
	Continues bool // It has begun on an earlier day.
	Nth, Days int  // Which of its days this is, and how many it has.
}

// Class returns the classes of the element.
func (e entry) Class() string {
	if e.Length == 0 {
		return "out"
	}
	return compact(" ", "lane-"+strconv.Itoa(e.Lane), when(e.IsBar(), "bar days-"+strconv.Itoa(e.Length)),
		e.item.Class(), when(e.Before, "before"), when(e.After, "after"))
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
	T       *translation
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

func (p *pageRequest) month(a *address) (*calendarView, error) {
	first, last := p.t.WeekStart(a.Month), a.Month.AddDate(0, 1, -1)
	rows := daysBetween(first, last)/7 + 1
	c, err := p.gridView(a, extent{first: first, rows: rows, lanes: monthLanes, from: a.Month, until: last})
	if err != nil {
		return nil, err
	}
	c.Heading, c.Moves = upperFirst(p.t.FormatMonth(a.Month)), p.t.view(viewMonth)
	c.Grid.Caption = c.Heading
	c.Earlier = p.neighbor(*a, a.Month.AddDate(0, -1, 0))
	c.Later = p.neighbor(*a, a.Month.AddDate(0, 1, 0))
	return c, nil
}

func (p *pageRequest) week(a *address) (*calendarView, error) {
	last := a.From.AddDate(0, 0, 6)
	c, err := p.gridView(a, extent{first: a.From, rows: 1, lanes: weekLanes, from: a.From, until: last})
	if err != nil {
		return nil, err
	}
	c.Heading, c.Moves = p.t.week(a.From), p.t.view(viewWeek)
	c.Grid.Caption, c.Grid.IsWeek = c.Heading, true
	c.Earlier = p.neighbor(*a, a.From.AddDate(0, 0, -7))
	c.Later = p.neighbor(*a, a.From.AddDate(0, 0, 7))
	return c, nil
}

// gridView reads the events of a table.
func (p *pageRequest) gridView(a *address, x extent) (*calendarView, error) {
	from, until := x.first, x.first.AddDate(0, 0, 7*x.rows-1)
	if isEdge(from) {
		from = x.from
	}
	if isEdge(until) {
		until = x.until
	}
	page, err := p.events(a, period{from: from, until: until}, maxEvents)
	if err != nil {
		return nil, err
	}
	c, whole := &calendarView{}, until
	events := p.shownEvents(page.Records)
	if n := len(events); page.Total > int64(n) {
		c.TooMany = p.t.Text("Showing the first %d of %d events. See them all in list view.", n, page.Total)
		whole = events[n-1].first.AddDate(0, 0, -1)
	} else {
		count := int64(0)
		for _, e := range events {
			if !e.first.After(x.until) && !e.last.Before(x.from) {
				count++
			}
		}
		c.Count, c.Empty = p.t.count(count), count == 0
	}
	c.Grid = p.grid(*a, x, events, whole)
	if c.Empty {
		c.Upcoming, err = p.upcoming(*a, x.until.AddDate(0, 0, 1))
	}
	return c, err
}

type shownEvent struct {
	Event
	item        *item // Nil until a day shows it: of many events that a time has, few are shown.
	first, last time.Time
}

func (p *pageRequest) shownEvents(records []records.Record) []*shownEvent {
	events := make([]*shownEvent, 0, len(records))
	for _, seen := range records {
		e := &shownEvent{Event: newEvent(seen)}
		e.first, e.last = date(e.Start), e.lastDay()
		events = append(events, e)
	}
	return events
}

// daysBetween returns how many days later the second of two days is.
func daysBetween(a, b time.Time) int { return int((b.Unix() - a.Unix()) / (24 * 60 * 60)) }

// grid makes a table.  On a day, sticky events get their places first, then those of whole days
// or several.  Days after the last one that is whole lead to their own view.
func (p *pageRequest) grid(a address, x extent, events []*shownEvent, whole time.Time) *grid {
	const single = 2
	rank := func(e *shownEvent) int {
		switch {
		case e.Sticky:
			return 0
		case e.AllDay || e.last.After(e.first):
			return 1
		}
		return single
	}
	slices.SortStableFunc(events, func(a, b *shownEvent) int { return cmp.Compare(rank(a), rank(b)) })
	table := &grid{}
	for i := range 7 {
		n := x.first.AddDate(0, 0, i).Weekday()
		table.Weekdays = append(table.Weekdays, weekday{upperFirst(p.t.Weekdays[n]), p.t.WeekdayAbbr[n]})
	}
	spans := make([]weeks.Span, len(events))
	for n, e := range events {
		spans[n] = weeks.Span{First: daysBetween(x.first, e.first), Last: daysBetween(x.first, e.last)}
	}
	for n, row := range weeks.Layout(spans, x.rows, x.lanes) {
		cells := make([]cell, 7)
		entries := p.rowEntries(row, events, x.first.AddDate(0, 0, 7*n))
		lanes := 0
		for _, bar := range row.Bars {
			if e := events[bar.Span]; rank(e) < single {
				lanes = max(lanes, bar.Lane+1)
			}
		}
		for i := range cells {
			day := x.first.AddDate(0, 0, 7*n+i)
			cells[i] = p.cell(a, x, day, entries[i], row.More[i])
			if day.After(whole) {
				cells[i].More = p.t.Text("Events in the list")
			}
			cells[i].Lanes = lanes
			table.Agenda = p.agenda(table.Agenda, x, day, &cells[i])
		}
		table.Weeks = append(table.Weeks, cells)
	}
	if n := slices.IndexFunc(table.Agenda, func(d agendaDay) bool { return !d.Cell.Past }); n > 0 {
		table.Over, table.Agenda = table.Agenda[:n], table.Agenda[n:]
	}
	return table
}

// rowEntries returns what the days of a row show, from the first lane to the last.
func (p *pageRequest) rowEntries(row weeks.Row, events []*shownEvent, first time.Time) [7][]entry {
	var days [7][]entry
	slices.SortStableFunc(row.Bars, func(a, b weeks.Bar) int { return cmp.Compare(a.Lane, b.Lane) })
	for _, bar := range row.Bars {
		e := events[bar.Span]
		if e.item == nil {
			one := p.item(&e.Event)
			e.item = &one
		}
		one := entry{
			item: e.item, Lane: bar.Lane + 1, Length: bar.Length,
			Several: e.last.After(e.first), Before: bar.Before, After: bar.After, Days: daysBetween(e.first, e.last) + 1,
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

func (p *pageRequest) cell(a address, x extent, day time.Time, entries []entry, more int) cell {
	a.View = viewDay
	slices.SortStableFunc(entries, func(a, b entry) int { return trueFirst(a.IsBar(), b.IsBar()) })
	c := cell{
		Number: day.Day(), ISO: iso(day), Heading: p.t.FormatDate(day, false),
		Today: day.Equal(p.today), Past: day.Before(p.today), Outside: day.Before(x.from) || day.After(x.until),
		Entries: entries, Count: p.t.count(int64(len(entries) + more)), Day: p.link("", p.moved(a, day).params()),
	}
	for _, e := range entries {
		if e.IsBar() {
			c.Bars, c.Below = c.Bars+1, e.Lane
		}
	}
	c.Before, c.After = p.t.DayAffixes(day)
	if more > 0 {
		c.More = p.t.Text("+%d more", more)
	}
	return c
}

// agenda adds a day to the list below the table: what begins on it, and on the first one
// and today also what has begun before.
func (p *pageRequest) agenda(days []agendaDay, x extent, day time.Time, c *cell) []agendaDay {
	c.Jump = c.Day
	if c.Outside {
		return days
	}
	one := agendaDay{Heading: upperFirst(p.t.FormatDate(day, false)), T: p.t}
	for _, e := range c.Entries {
		if !e.Continues || day.Equal(x.from) || c.Today {
			one.Entries = append(one.Entries, e)
		}
	}
	if len(one.Entries) == 0 && c.More == "" {
		return days
	}
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
