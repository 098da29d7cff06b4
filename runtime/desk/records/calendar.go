package records

import (
	"net/http"
	"strconv"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
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
	Menu                                          menu   // On its first day.
	Canceled                                      bool
}

// maxCalendar is how many records a calendar shows.
const maxCalendar = 500

// calendar shows the records of a month.
func (h *handler) calendar() {
	if !h.isScheduled() {
		h.desk.Fail(h.w, h.r, http.StatusNotFound, h.t("Page not found"))
		return
	}
	first := h.monthAsked()
	next := first.AddDate(0, 1, 0)
	weeks := h.locale()
	from, to := weeks.WeekStart(first), weeks.WeekStart(next.AddDate(0, 0, daysOfWeek-1))
	query := h.allParams(h.Resource)
	query.Set("per_page", strconv.Itoa(maxCalendar))
	v := h.viewOf(map[string][]string{"when": {whenUpcoming}})
	query.Set("orderby", v.orderBy)
	query.Set("order", v.order)
	// Records show their own time, which may be another day than that of the site.
	h.r = h.r.WithContext(request.WithRestriction(h.r.Context(), filter.Restriction{
		EndsFrom: from.AddDate(0, 0, -1), StartsBefore: to.AddDate(0, 0, 1),
	}))
	list, total, ok := h.whole(query)
	if !ok {
		return
	}
	at := func(month time.Time) string { return h.path("calendar") + "?month=" + month.Format(monthLayout) }
	p := calendarPage{
		Previous: at(first.AddDate(0, -1, 0)), Next: at(next), Now: h.path("calendar"), List: h.path(""),
		Back: h.r.URL.RequestURI(), Bulk: h.path("bulk"), Of: h.Resource, Shown: int64(len(list)), Total: total,
	}
	if h.Permissions.CanCreate(desk.CallerOf(h.r.Context())) {
		p.New = h.path("new")
	}
	for d := range daysOfWeek {
		p.Weekdays = append(p.Weekdays, weeks.WeekdayAbbr[from.AddDate(0, 0, d).Weekday()])
	}
	entries := h.entriesByDay(list, from.Format(dayLayout), to.Format(dayLayout))
	today := h.today()
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		date := d.Format(dayLayout)
		p.Days = append(p.Days, calendarDay{
			Date: date, Label: h.shortDay(dates.WallTime(date + " 00:00:00")), Number: d.Day(),
			Outside: d.Month() != first.Month(), Today: date == today, Entries: entries[date],
		})
	}
	title := h.t(model.Words(h.Plural)) + ": " + weeks.FormatMonth(first)
	h.render(page.Page{
		Title: title, Name: "calendar.html", Data: p, Styles: []string{"list.css"}, Scripts: []string{"calendar.js"},
	})
}

// monthLayout is that of a month in the address of a calendar.
const monthLayout = "2006-01"

// monthAsked returns the first day of the month that a calendar is asked for, else of the
// present one.
func (h *handler) monthAsked() time.Time {
	now := h.desk.Env.Deployment.Zone.At(h.desk.Env.Clock())
	for _, month := range []string{h.asked().Get("month"), string(now)[:len(monthLayout)]} {
		if at, err := time.Parse(monthLayout, month); err == nil {
			return at
		}
	}
	return time.Time{}
}

// entriesByDay returns the entries of records on each day of a span, whose last day is not part
// of it.
func (h *handler) entriesByDay(list []record, from, to string) map[string][]calendarEntry {
	entries := map[string][]calendarEntry{}
	fields := h.fieldsOf(h.Resource)
	allDay, _ := named(fields, "all_day")
	status, hasStatus := cancellation(fields)
	for _, r := range list {
		start, end := h.startOf(r)
		if !start.Valid() || !end.Valid() {
			continue
		}
		e := calendarEntry{
			ID: r.id(), Title: h.title(r), URL: h.path(r.id()), Canceled: hasStatus && r.text(status.Name) == canceled,
		}
		if h.Post && r.text("status") != model.StatusPublish {
			e.StatusWord, e.StatusClass = h.t(statusWords[r.text("status")]), statusClasses[r.text("status")]
		}
		if r.text(allDay.name()) != "true" {
			e.Time = h.locale().FormatTime(start)
		}
		e.Menu = h.menu(r, fields, false, "")
		if h.canEdit(r) {
			e.Move = h.path(r.id() + "/move")
		}
		last := lastDay(start, end)
		for at := start; day(at) <= last && day(at) < to; at = at.StartOfDay().AddSeconds(secondsOfDay) {
			if day(at) < from {
				at = dates.WallTime(from + " 00:00:00").AddSeconds(-secondsOfDay)
				e.Time, e.Move = "…", ""
				continue
			}
			entries[day(at)] = append(entries[day(at)], e)
			e.Time, e.Move, e.Menu = "…", "", menu{}
		}
	}
	return entries
}

// lastDay returns the last day of a record: what ends at midnight is not on the day that begins
// then.
func lastDay(start, end dates.WallTime) string {
	if end == end.StartOfDay() && end != start {
		return day(end.AddSeconds(-1))
	}
	return day(end)
}
