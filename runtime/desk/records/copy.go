package records

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/desk/page"
	"almanac/runtime/model"
)

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
		again(resp.Status, h.apiErrorText(resp.Err))
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
