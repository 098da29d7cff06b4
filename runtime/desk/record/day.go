package record

import (
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk/page"
)

// DayPage is what day.html gets: a form that asks for a day, and for a time.
type DayPage struct {
	Lead, Post, Button string
	Draft              string // Second button, which leaves a copy a draft; "" for none.
	Next               string // Second button, which moves a record to the next day; "" for none.
	From               string // Start of the record, so that one that was moved meanwhile is not moved again.
	Day, Time          string // That are suggested; no time for whole days.
	Key, Back, Error   string
	Series             *SeriesMark // Of the record that is moved; nil for a single one, and for a copy.
}

// Scheduled returns the record of the path, which has a start, and its entity tag. It returns
// nil after it has sent a page that says why there is none.
func (x *Exchange) Scheduled() (Record, string) {
	if !x.IsScheduled() {
		x.Desk.Fail(x.W, x.R, http.StatusNotFound, x.T("Page not found"))
		return nil, ""
	}
	r, tag := x.ReadRecord(x.R.PathValue("id"))
	if r == nil {
		return nil, ""
	}
	if start, end := x.StartOf(r); !start.Valid() || !end.Valid() {
		x.Desk.Fail(x.W, x.R, http.StatusNotFound, x.T("Page not found"))
		return nil, ""
	}
	return r, tag
}

// AskDay shows a form that asks for a day, with the title of a record.
func (x *Exchange) AskDay(status int, title string, p DayPage) {
	if p.Back == "" {
		p.Back = x.CameFrom()
	}
	x.Render(page.Page{Status: status, Title: title, Name: "day.html", Data: p, Styles: []string{"list.css"}})
}

// TimeOf returns the time of a start as an input has it, "" for whole days.
func (x *Exchange) TimeOf(r Record) string {
	start, _ := x.StartOf(r)
	if allDay, _ := Named(x.FieldsOf(x.Resource), "all_day"); r.Text(allDay.FieldName()) == "true" {
		return ""
	}
	return string(start)[len(DayLayout+" "):len(DayLayout+" "+timeLayout)]
}

// ShiftTo returns how many seconds the day and the time of a form are after a start, and false for
// what is no day or no time.  Without a time it is that of the start.
func ShiftTo(form url.Values, start dates.WallTime) (int64, bool) {
	to := dates.WallTime(strings.TrimSpace(form.Get("day")) + " 00:00:00")
	if !to.Valid() {
		return 0, false
	}
	typed := strings.TrimSpace(form.Get("time"))
	if typed == "" || strings.HasPrefix(string(start)[len(DayLayout+" "):], typed) {
		return to.Sub(start.StartOfDay()), true
	}
	to = dates.WallTime(Day(to) + " " + FullTime(typed))
	return to.Sub(start), to.Valid()
}
