package records

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
)

// dayPage is what day.html gets: a form that asks for a day.
type dayPage struct {
	Lead, Post, Button string
	From               string // Day of the record, so that one that was moved meanwhile is not moved again.
	Day                string // That is suggested.
	Key, Back, Error   string
	Series             *seriesMark // Of the record that is moved; nil for a single one, and for a copy.
}

const (
	dayLayout     = "2006-01-02"
	secondsOfDay  = 24 * 60 * 60
	daysOfWeek    = 7
	daysToNextDay = 1
)

// day returns the day of a wall time, such as "2026-11-28".
func day(w dates.WallTime) string {
	if !w.Valid() {
		return ""
	}
	return string(w)[:len(dayLayout)]
}

// startOf returns the start and the end of a record.
func (h *handler) startOf(r record) (start, end dates.WallTime) {
	fields := h.fieldsOf(h.Resource)
	from, _ := named(fields, "start")
	to, _ := named(fields, "end")
	return dates.WallTime(r.text(from.name())), dates.WallTime(r.text(to.name()))
}

// scheduled returns the record of the path, which has a start, and its entity tag. It returns
// nil after it has sent a page that says why there is none.
func (h *handler) scheduled() (record, string) {
	if !h.isScheduled() {
		h.desk.Fail(h.w, h.r, http.StatusNotFound, h.t("Page not found"))
		return nil, ""
	}
	r, tag := h.readRecord(h.r.PathValue("id"))
	if r == nil {
		return nil, ""
	}
	if start, end := h.startOf(r); !start.Valid() || !end.Valid() {
		h.desk.Fail(h.w, h.r, http.StatusNotFound, h.t("Page not found"))
		return nil, ""
	}
	return r, tag
}

// askDay shows a form that asks for a day, with the title of a record.
func (h *handler) askDay(status int, title string, p dayPage) {
	if p.Back == "" {
		p.Back = h.cameFrom()
	}
	h.render(page.Page{Status: status, Title: title, Name: "day.html", Data: p, Styles: []string{"list.css"}})
}

// daysTo returns how many days a day is after the start, and false for what is no day.
func daysTo(typed string, start dates.WallTime) (int64, bool) {
	to := dates.WallTime(strings.TrimSpace(typed) + " 00:00:00")
	if !to.Valid() {
		return 0, false
	}
	return to.Sub(start.StartOfDay()) / secondsOfDay, true
}

// askMove asks for the day that a record is moved to.
func (h *handler) askMove() {
	r, _ := h.scheduled()
	if r == nil {
		return
	}
	h.askDay(http.StatusOK, h.title(r), h.movePage(r))
}

// movePage returns the form that asks for the day that a record is moved to: the next one at first.
func (h *handler) movePage(r record) dayPage {
	start, _ := h.startOf(r)
	p := dayPage{
		Lead: h.when(r), Post: h.path(r.id() + "/move"), Button: h.t("Move"), From: day(start),
		Day: day(start.AddSeconds(daysToNextDay * secondsOfDay)), Series: h.dateMark(r),
	}
	if p.Series != nil {
		p.Button += "…" // It leads to the question which dates are meant.
	}
	return p
}

// when writes the start of a record as lists show it.
func (h *handler) when(r record) string {
	fields := h.fieldsOf(h.Resource)
	start, _ := named(fields, "start")
	return h.cellText(start, r, fields)
}

// move moves the start and the end of a record by the same number of days: the times of the day
// stay.
func (h *handler) move() {
	form := h.posted()
	if form == nil {
		return
	}
	r, tag := h.scheduled()
	if r == nil {
		return
	}
	start, _ := h.startOf(r)
	days, ok := daysTo(form.Get("day"), start)
	back := h.listURL(form.Get("back"))
	if !ok {
		p := h.movePage(r)
		p.Day, p.Back, p.Error = form.Get("day"), back, h.t("Enter a date such as %s.", day(start))
		h.askDay(http.StatusUnprocessableEntity, h.title(r), p)
		return
	}
	var done outcome
	switch from := form.Get("from"); {
	case from != "" && from != day(start):
		done.problems = []string{h.t("%s has changed since you opened this page.", h.title(r))}
	case days != 0 && seriesOf(r).id() != "":
		if !h.moveDates(&done, r, tag, days, form, back) {
			return
		}
	case days != 0 && !h.shift(&done, r, tag, days):
		return
	}
	text := ""
	switch {
	case done.dates > 1:
		text = h.t("%d dates moved.", done.dates)
	case len(done.titles) > 0:
		text = h.t("%s moved to %s.", h.dateTitle(r), h.shortDay(start.AddSeconds(days*secondsOfDay)))
	}
	h.report(done, text, back)
}

// moveDates moves a date of a series, and others by as many days, once it is known which.  It
// returns false after it has sent a page, such as the one that asks.
func (h *handler) moveDates(done *outcome, r record, tag string, days int64, form url.Values, back string) bool {
	word := form.Get("apply_to")
	if word == scopeThis {
		return h.shift(done, r, tag, days)
	}
	start, _ := h.startOf(r)
	to := start.AddSeconds(days * secondsOfDay)
	w := datesWrite{
		method: http.MethodPatch, id: r.id(), tag: tag, version: form.Get("version"),
		body: func(string) any { return h.shiftBody(r, days) },
	}
	var resp *desk.Response
	if slices.Contains(scopes, word) {
		resp = w.write(h, word, "", false)
	} else {
		resp = h.askScope(h.title(r), scopePage{
			Lead: h.t("This is one date of a series. What do you want to move?"), Post: h.r.URL.Path, Back: back,
			Hidden: append(hidden(form, "back", "version"), pair{"back", back}, pair{"version", seriesOf(r).text("version")}),
		}, w, scopes, h.t("%s moves to %s.", h.shortDay(start), h.shortDay(to)))
	}
	switch {
	case resp == nil:
		return false
	case !resp.OK():
		done.problems = append(done.problems, h.labeled(h.title(r), h.apiErrorText(resp.Err)))
	default:
		var after record
		if resp.Decode(&after) == nil {
			done.dates = changesIn(after, "updated")
		}
		done.titles = append(done.titles, h.dateTitle(r))
	}
	return true
}

// moved is the name of a move in a reversal, whose values are starts.
const moved = "start of"

// shift moves a record by a number of days. It returns false after it has sent a page about a
// failure.
func (h *handler) shift(done *outcome, r record, tag string, days int64) bool {
	start, _ := h.startOf(r)
	next := start.AddSeconds(days * secondsOfDay)
	path := "/" + h.Plural + "/" + url.PathEscape(r.id())
	resp := h.do(http.MethodPatch, path, nil, writeHeader("", tag), h.shiftBody(r, days))
	switch {
	case resp == nil:
		return false
	case resp.OK():
		done.add(h.dateTitle(r), r.id(), moved, string(next), string(start))
	default:
		done.problems = append(done.problems, h.labeled(h.title(r), h.apiErrorText(resp.Err)))
	}
	return true
}

// shiftBody returns what is sent to move a record by a number of days.
func (h *handler) shiftBody(r record, days int64) map[string]any {
	fields := h.fieldsOf(h.Resource)
	from, _ := named(fields, "start")
	to, _ := named(fields, "end")
	start, end := h.startOf(r)
	return map[string]any{
		from.Name: string(start.AddSeconds(days * secondsOfDay)), to.Name: string(end.AddSeconds(days * secondsOfDay)),
	}
}

// moveBack takes a move back. It returns false after it has sent a page about a failure.
func (h *handler) moveBack(done *outcome, of reversal) bool {
	before := dates.WallTime(of.before)
	for _, id := range of.ids {
		r, tag := h.readRecord(id)
		if r == nil {
			return false
		}
		start, _ := h.startOf(r)
		if string(start) != of.now || !before.Valid() {
			continue
		}
		if !h.shift(done, r, tag, before.Sub(start)/secondsOfDay) {
			return false
		}
	}
	return true
}
