package lists

import (
	"net/http"
	"strconv"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/filter"
	"almanac/runtime/model"
)

// calendarPage is what calendar.html gets: the records of a month by their days.
type calendarPage struct {
	Weekdays            []string
	Days                []calendarDay
	Previous, Next, Now string
	List, New, Back     string
	Bulk                string // Where the actions of records are sent.
	Of                  *model.Resource
	Shown, Total        int64
}

// calendarDay is a day of the calendar.
type calendarDay struct {
	Date, Label string
	Number      int
	Outside     bool // Of another month.
	Today       bool
	Entries     []calendarEntry
}

// calendarEntry is a record on a day.
type calendarEntry struct {
	ID, Title, URL, Time, StatusWord, StatusClass string
	Move                                          string // Form that moves it; "" for none.
	Menu                                          Menu   // On its first day.
	Canceled                                      bool
}

// maxCalendar is how many records a calendar shows.
const maxCalendar = 500

// Calendar shows the records of a month.
func Calendar(x *record.Exchange) {
	if !x.IsScheduled() {
		x.Desk.Fail(x.W, x.R, http.StatusNotFound, x.T("Page not found"))
		return
	}
	first := monthAsked(x)
	from, weeks := x.Locale().MonthWeeks(first)
	to := from.AddDate(0, 0, weeks*record.DaysOfWeek)
	query := x.AllParams(x.Resource)
	query.Set("per_page", strconv.Itoa(maxCalendar))
	v := viewOf(x, map[string][]string{"when": {whenUpcoming}})
	query.Set("orderby", v.orderBy)
	query.Set("order", v.order)
	// Records show their own time, which may be another day than that of the site.
	x.Only = filter.Restriction{EndsFrom: from.AddDate(0, 0, -1), StartsBefore: to.AddDate(0, 0, 1)}
	list, total, ok := x.Whole(query)
	if !ok {
		return
	}
	at := func(month time.Time) string { return x.Path("calendar") + "?month=" + month.Format(monthLayout) }
	p := calendarPage{
		Previous: at(first.AddDate(0, -1, 0)), Next: at(first.AddDate(0, 1, 0)), Now: x.Path("calendar"), List: x.Path(""),
		Back: x.R.URL.RequestURI(), Bulk: x.Path("bulk"), Of: x.Resource, Shown: int64(len(list)), Total: total,
	}
	if x.Permissions.CanCreate(desk.CallerOf(x.R.Context())) {
		p.New = x.Path("new")
	}
	for d := range record.DaysOfWeek {
		p.Weekdays = append(p.Weekdays, x.Locale().WeekdayAbbr[from.AddDate(0, 0, d).Weekday()])
	}
	entries := entriesByDay(x, list, from.Format(record.DayLayout), to.Format(record.DayLayout))
	today := x.Today()
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		date := d.Format(record.DayLayout)
		p.Days = append(p.Days, calendarDay{
			Date: date, Label: x.ShortDay(dates.WallTime(date + " 00:00:00")), Number: d.Day(),
			Outside: d.Month() != first.Month(), Today: date == today, Entries: entries[date],
		})
	}
	title := x.T(model.Words(x.Plural)) + ": " + x.Locale().FormatMonth(first)
	x.Render(page.Page{
		Title: title, Name: "calendar.html", Data: p, Styles: []string{"list.css"}, Scripts: []string{"calendar.js"},
	})
}

// monthLayout is that of a month in the address of a calendar.
const monthLayout = "2006-01"

// monthAsked returns the first day of the month that a calendar is asked for, else of the
// present one.
func monthAsked(x *record.Exchange) time.Time {
	now := x.Desk.Env.Deployment.Zone.At(x.Desk.Env.Clock())
	for _, month := range []string{x.Asked().Get("month"), string(now)[:len(monthLayout)]} {
		if at, err := time.Parse(monthLayout, month); err == nil {
			return at
		}
	}
	return time.Time{}
}

// entriesByDay returns the entries of records on each day of a span, whose last day is not part
// of it.
func entriesByDay(x *record.Exchange, list []record.Record, from, to string) map[string][]calendarEntry {
	entries := map[string][]calendarEntry{}
	fields := x.FieldsOf(x.Resource)
	allDay, _ := record.Named(fields, "all_day")
	status, hasStatus := Cancellation(fields)
	for _, r := range list {
		start, end := x.StartOf(r)
		if !start.Valid() || !end.Valid() {
			continue
		}
		e := calendarEntry{
			ID: r.ID(), Title: x.Title(r), URL: x.Path(r.ID()), Canceled: hasStatus && r.Text(status.Name) == Canceled,
		}
		if x.Post && r.Text("status") != model.StatusPublish {
			e.StatusWord, e.StatusClass = x.T(record.StatusWords[r.Text("status")]), record.StatusClasses[r.Text("status")]
		}
		if r.Text(allDay.FieldName()) != "true" {
			e.Time = x.Locale().FormatTime(start)
		}
		e.Menu = MenuOf(x, r, fields, false, "")
		if x.CanEdit(r) {
			e.Move = x.Path(r.ID() + "/move")
		}
		last := record.LastDay(start, end)
		for at := start; record.Day(at) <= last && record.Day(at) < to; at = at.StartOfDay().AddSeconds(record.SecondsOfDay) {
			if record.Day(at) < from {
				at = dates.WallTime(from + " 00:00:00").AddSeconds(-record.SecondsOfDay)
				e.Time, e.Move = "…", ""
				continue
			}
			entries[record.Day(at)] = append(entries[record.Day(at)], e)
			e.Time, e.Move, e.Menu = "…", "", Menu{}
		}
	}
	return entries
}
