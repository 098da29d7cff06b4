package records

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk"
	"almanac/runtime/model"
)

// askCopy asks for the day of a copy.
func (h *handler) askCopy() {
	r, _ := h.scheduled()
	if r == nil {
		return
	}
	h.askDay(http.StatusOK, h.t("Copy: %s", h.title(r)), h.copyPage(r))
}

// copyPage returns the form that asks for the day of a copy: at first the same weekday of the next
// week, of what was last year that of this one.  A copy of what is published is published too,
// unless the user wants a draft.
func (h *handler) copyPage(r record) dayPage {
	const week, weeksOfYear = daysOfWeek * secondsOfDay, 52
	start, _ := h.startOf(r)
	now := h.desk.Env.Deployment.Zone.At(h.desk.Env.Clock())
	next := start.AddSeconds(week)
	if weeks := now.StartOfDay().Sub(next.StartOfDay())/week + 1; day(next) <= day(now) {
		if next = next.AddSeconds(weeks * week); weeks > weeksOfYear/2 && weeks < weeksOfYear {
			next = start.AddSeconds(weeksOfYear * week)
		}
	}
	p := dayPage{
		Lead: h.when(r), Post: h.path(r.id() + "/duplicate"), Button: h.t("Create draft"), Day: day(next), Time: h.timeOf(r),
		Key: rand.Text(),
	}
	switch isPublic := slices.Contains([]string{model.StatusPublish, model.StatusFuture}, r.text("status")); {
	case !h.Post:
		p.Button = h.t("Create copy")
	case isPublic && h.Permissions.CanPublish(desk.CallerOf(h.r.Context())):
		p.Button, p.Draft = h.t("Publish copy"), h.t("Create draft")
	}
	return p
}

// duplicate makes a copy of a record on another day, and leads to its form.
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
		p.Day, p.Time, p.Error, p.Back = form.Get("day"), form.Get("time"), problem, h.listURL(form.Get("back"))
		h.askDay(status, h.t("Copy: %s", h.title(r)), p)
	}
	by, ok := shiftTo(form, start)
	if !ok {
		again(http.StatusUnprocessableEntity, h.t("Enter a date such as %s.", day(start)))
		return
	}
	status := model.StatusDraft
	if h.copyPage(r).Draft != "" && form.Get("do") != status {
		status = model.StatusPublish
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
		case isTime && by != 0:
			f.values[of.Name] = one(strings.Replace(string(at.AddSeconds(by)), " ", "T", 1))
		case of.Meaning == "status":
			f.values[of.Name] = one(status)
		}
	}
	resp := h.do(http.MethodPost, "/"+h.Plural, nil, writeHeader(form.Get("key"), ""), f.body(true))
	var made record
	switch {
	case resp == nil:
	case !resp.OK() || resp.Decode(&made) != nil:
		again(resp.Status, h.apiErrorText(resp.Err))
	default:
		f.sent, f.copied = url.Values{"do": {status}, "back": form["back"]}, true
		f.saved(made)
	}
}

// create shows the form of a new record. That of a copy of one that has a start asks for its
// day first.
func (h *handler) create() {
	if from := h.asked().Get("from"); from != "" && h.isScheduled() {
		http.Redirect(h.w, h.r, h.leadingBack(h.cameFrom(), url.PathEscape(from)+"/duplicate"), http.StatusSeeOther)
		return
	}
	h.newRecord()
}
