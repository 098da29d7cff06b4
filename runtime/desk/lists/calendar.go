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
	"almanac/runtime/theme"
)

// calendarPage is what calendar.html gets: the records of a month by their days.
type calendarPage struct {
	Weekdays            []string
	Weeks               []calendarWeek
	Previous, Next, Now string
	List, New, Back     string
	Bulk                string // Where the actions of records are sent.
	Of                  *model.Resource
	Shown, Total        int64
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
	fields := x.FieldsOf(x.Resource)
	c := colorsOf(x, fields)
	p.Weeks = weeksOf(entriesOf(x, list, fields, from, c), weeks)
	today := x.Today()
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		n := daysBetween(from, d)
		day := &p.Weeks[n/record.DaysOfWeek].Days[n%record.DaysOfWeek]
		day.Date, day.Number = d.Format(record.DayLayout), d.Day()
		day.Label = x.ShortDay(dates.WallTime(day.Date + " 00:00:00"))
		day.Outside, day.Today = d.Month() != first.Month(), day.Date == today
	}
	title := x.T(model.Words(x.Plural)) + ": " + x.Locale().FormatMonth(first)
	x.Render(page.Page{
		Title: title, Name: "calendar.html", Data: p, Styles: []string{"list.css", "month.css"},
		Scripts: []string{"calendar.js"},
		Shared:  c.styles(theme.LanesName),
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
