package records

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

// dayPage is what day.html gets: a form that asks for a day.
type dayPage struct {
	Lead, Post, Button string
	From               string // Day of the record, so that one that was moved meanwhile is not moved again.
	Day                string // That is suggested.
	Key, Back, Error   string
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
	start, _ := h.startOf(r)
	h.askDay(http.StatusOK, h.title(r), dayPage{
		Lead: h.when(r), Post: h.path(r.id() + "/move"), Button: h.t("Move"), From: day(start),
		Day: day(start.AddSeconds(daysToNextDay * secondsOfDay)),
	})
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
		h.askDay(http.StatusUnprocessableEntity, h.title(r), dayPage{
			Lead: h.when(r), Post: h.path(r.id() + "/move"), Button: h.t("Move"), From: day(start), Day: form.Get("day"),
			Back: back, Error: h.t("Enter a date such as %s.", day(start)),
		})
		return
	}
	var done outcome
	switch from := form.Get("from"); {
	case from != "" && from != day(start):
		done.problems = []string{h.t("%s has changed since you opened this page.", h.title(r))}
	case days != 0 && !h.shift(&done, r, tag, days):
		return
	}
	text := ""
	if len(done.titles) > 0 {
		text = h.t("%s moved to %s.", h.title(r), h.shortDay(start.AddSeconds(days*secondsOfDay)))
	}
	h.report(done, text, back)
}

// moved is the name of a move in a reversal, whose values are starts.
const moved = "start of"

// shift moves a record by a number of days. It returns false after it has sent a page about a
// failure.
func (h *handler) shift(done *outcome, r record, tag string, days int64) bool {
	fields := h.fieldsOf(h.Resource)
	from, _ := named(fields, "start")
	to, _ := named(fields, "end")
	start, end := h.startOf(r)
	next := start.AddSeconds(days * secondsOfDay)
	resp := h.do(http.MethodPatch, "/"+h.Plural+"/"+url.PathEscape(r.id()), nil, writeHeader("", tag),
		map[string]any{from.Name: string(next), to.Name: string(end.AddSeconds(days * secondsOfDay))})
	switch {
	case resp == nil:
		return false
	case resp.OK():
		done.add(h.title(r), r.id(), moved, string(next), string(start))
	default:
		done.problems = append(done.problems, h.title(r)+": "+h.apiErrorText(resp))
	}
	return true
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

// askCopy asks for the day of a copy: the same weekday of the next week at first.
func (h *handler) askCopy() {
	r, _ := h.scheduled()
	if r == nil {
		return
	}
	h.askDay(http.StatusOK, h.t("Duplicate: %s", h.title(r)), h.copyPage(r))
}

// copyPage returns the form that asks for the day of a copy.
func (h *handler) copyPage(r record) dayPage {
	start, _ := h.startOf(r)
	now := h.desk.Env.Deployment.Zone.At(h.desk.Env.Clock())
	next := start.AddSeconds(daysOfWeek * secondsOfDay)
	if weeks := now.StartOfDay().Sub(next.StartOfDay())/(daysOfWeek*secondsOfDay) + 1; day(next) <= day(now) {
		next = next.AddSeconds(weeks * daysOfWeek * secondsOfDay)
	}
	return dayPage{
		Lead: h.when(r), Post: h.path(r.id() + "/duplicate"), Button: h.t("Create draft"), Day: day(next), Key: rand.Text(),
	}
}

// duplicate makes a copy of a record on another day, as a draft, and leads to its form.
func (h *handler) duplicate() {
	form := h.posted()
	if form == nil {
		return
	}
	r, _ := h.scheduled()
	if r == nil {
		return
	}
	start, end := h.startOf(r)
	again := func(status int, problem string) {
		p := h.copyPage(r)
		p.Day, p.Error, p.Back = form.Get("day"), problem, h.listURL(form.Get("back"))
		h.askDay(status, h.t("Duplicate: %s", h.title(r)), p)
	}
	days, ok := daysTo(form.Get("day"), start)
	if !ok {
		again(http.StatusUnprocessableEntity, h.t("Enter a date such as %s.", day(start)))
		return
	}
	f := h.newForm()
	for _, of := range f.fields {
		f.values[of.Name] = of.valuesOf(record{}, f.names)
	}
	f.base = baseOf(f.inputs(), f.values)
	f.copyOf(r)
	for _, of := range f.fields {
		at, isTime := map[string]dates.WallTime{"start": start, "end": end}[of.Meaning]
		switch {
		case isTime && days != 0:
			f.values[of.Name] = one(strings.Replace(string(at.AddSeconds(days*secondsOfDay)), " ", "T", 1))
		case of.Meaning == "status":
			f.values[of.Name] = one(model.StatusDraft)
		}
	}
	resp := h.do(http.MethodPost, "/"+h.Plural, nil, writeHeader(form.Get("key"), ""), f.body(true))
	var made record
	switch {
	case resp == nil:
	case !resp.OK() || resp.Decode(&made) != nil:
		again(resp.Status, h.apiErrorText(resp))
	default:
		said := h.t("Saved.")
		if made.text("status") == model.StatusDraft {
			said = h.t("Saved as draft.")
		}
		page.SetFlash(h.w, h.r, page.Flash{Text: said})
		http.Redirect(h.w, h.r, h.path(made.id()), http.StatusSeeOther)
	}
}

// create shows the form of a new record. That of a copy of one that has a start asks for its
// day first.
func (h *handler) create() {
	if from := h.asked().Get("from"); from != "" && h.isScheduled() {
		http.Redirect(h.w, h.r, h.path(url.PathEscape(from)+"/duplicate"), http.StatusSeeOther)
		return
	}
	h.newRecord()
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

// callerCreates reports whether the user may create records of the resource.
func (h *handler) callerCreates() bool { return h.Permissions.CanCreate(desk.CallerOf(h.r.Context())) }
