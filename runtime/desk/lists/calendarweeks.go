package lists

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
	"almanac/runtime/weeks"
)

// calendarWeek is a row of the calendar.
type calendarWeek struct {
	Lanes int // Of its bars.
	Days  [record.DaysOfWeek]calendarDay
}

// calendarDay is a day of the calendar.
type calendarDay struct {
	Date, Label string
	Number      int
	Outside     bool // Of another month.
	Today       bool
	Bars        []calendarEntry // Of records on several days, by lanes.
	Below       int             // Lane of the last bar, 0 for none.
	Entries     []calendarEntry // The others.
}

// IsFree reports whether nothing is on the day.
func (d calendarDay) IsFree() bool { return len(d.Bars)+len(d.Entries) == 0 }

// calendarEntry is a record on a day.
type calendarEntry struct {
	ID, Title, URL, Time, StatusWord, StatusClass string
	Until                                         string // Last day of a record on several, "" for one day.
	Color                                         string // Classes, "" for none.
	Move                                          string // Form that moves it; "" for none.
	Menu                                          Menu   // On its first day.
	Canceled                                      bool

	Lane, Length  int  // Of a bar: its lane from 1; its days in this row, 0 where it began on an earlier one.
	Before, After bool // The bar continues in the row before, or after.

	span weeks.Span
}

// Class returns the classes of the element.
func (e calendarEntry) Class() string {
	class := e.Color
	switch {
	case e.Lane > 0 && e.Length == 0:
		class += " goes"
	case e.Lane > 0:
		class += " bar lane-" + strconv.Itoa(e.Lane) + " days-" + strconv.Itoa(e.Length)
	}
	if e.Before {
		class += " before"
	}
	if e.After {
		class += " after"
	}
	return class
}

// on returns the entry on a day of the calendar: a later day than its first one has neither its
// time nor its menu.
func (e calendarEntry) on(day int) calendarEntry {
	if day > e.span.First {
		e.Time, e.Move, e.Menu = "…", "", Menu{}
	}
	return e
}

// daysBetween returns how many days later the second of two days is.
func daysBetween(a, b time.Time) int { return int((b.Unix() - a.Unix()) / record.SecondsOfDay) }

// entriesOf returns the entries of records in a calendar that begins with a day, and notes their
// colors.
func entriesOf(
	x *record.Exchange, list []record.Record, fields []record.Field, from time.Time, c *colors,
) []calendarEntry {
	allDay, _ := record.Named(fields, "all_day")
	status, hasStatus := Cancellation(fields)
	entries := make([]calendarEntry, 0, len(list))
	for _, r := range list {
		start, end := x.StartOf(r)
		if !start.Valid() || !end.Valid() {
			continue
		}
		last := dates.WallTime(record.LastDay(start, end) + " 00:00:00")
		e := calendarEntry{
			ID: r.ID(), Title: x.Title(r), URL: x.Path(r.ID()), Canceled: hasStatus && r.Text(status.Name) == Canceled,
			Color: c.classOf(r), Menu: MenuOf(x, r, fields, false, ""),
			span: weeks.Span{
				First: daysBetween(from, time.Unix(start.StartOfDay().Unix(), 0)),
				Last:  daysBetween(from, time.Unix(last.Unix(), 0)),
			},
		}
		if e.span.Last > e.span.First {
			e.Until = x.ShortDay(last)
		}
		if x.Post && r.Text("status") != model.StatusPublish {
			e.StatusWord, e.StatusClass = x.T(record.StatusWords[r.Text("status")]), record.StatusClasses[r.Text("status")]
		}
		if r.Text(allDay.FieldName()) != "true" {
			e.Time = x.Locale().FormatTime(start)
		}
		if x.CanEdit(r) {
			e.Move = x.Path(r.ID() + "/move")
		}
		entries = append(entries, e)
	}
	return entries
}

// maxLanes is how many bars a week has above one another; the style has classes for them. Days
// have what finds no lane among their other entries.
const maxLanes = 12

// weeksOf places entries in weeks: those of several days as bars, the others below these.
func weeksOf(entries []calendarEntry, rows int) []calendarWeek {
	var several []int
	var spans []weeks.Span
	for i, e := range entries {
		if e.span.Last > e.span.First {
			several, spans = append(several, i), append(spans, e.span)
		}
	}
	list := make([]calendarWeek, rows)
	for n, row := range weeks.Layout(spans, rows, maxLanes) {
		week, first := &list[n], n*record.DaysOfWeek
		slices.SortStableFunc(row.Bars, func(a, b weeks.Bar) int { return cmp.Compare(a.Lane, b.Lane) })
		placed := map[int]bool{}
		for _, bar := range row.Bars {
			at := several[bar.Span]
			placed[at], week.Lanes = true, max(week.Lanes, bar.Lane+1)
			for column := bar.Start; column < bar.Start+bar.Length; column++ {
				e, day := entries[at].on(first+column), &week.Days[column]
				e.Lane = bar.Lane + 1
				if column == bar.Start {
					e.Length, e.Before, e.After = bar.Length, bar.Before, bar.After
				}
				day.Bars, day.Below = append(day.Bars, e), e.Lane
			}
		}
		for i, e := range entries {
			for day := max(e.span.First-first, 0); day <= min(e.span.Last-first, record.DaysOfWeek-1) && !placed[i]; day++ {
				week.Days[day].Entries = append(week.Days[day].Entries, e.on(first+day))
			}
		}
	}
	return list
}
