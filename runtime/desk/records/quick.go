package records

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"

	"almanac/runtime/desk"
	"almanac/runtime/desk/page"
)

// quickPage is what quick.html gets: a form with the fields of a record that people change
// most.
type quickPage struct {
	Post, Full, Back string
	Tag, Base, Key   string
	Error            string
	Fields           []fieldView
	Names            map[string]string
	Series           *shownSeries // That the record is a date of; nil for none.
	Slot             string
	OneOf            *seriesMark // See dateMark.
}

// isQuick reports whether the short form of a record has a field.
func (h *handler) isQuick(f field) bool {
	return f.Meaning == "name" || isSchedule(f) && f.Meaning != "time_zone" || h.isChangeable(f) && !f.OmitDefault
}

// quickForm returns a form that has only the fields of the short one.
func (h *handler) quickForm() *form {
	f := h.newForm()
	f.fields = slices.DeleteFunc(f.fields, func(of field) bool { return !h.isQuick(of) })
	return f
}

// quick shows the short form of a record.
func (h *handler) quick() {
	r, tag := h.editable()
	if r == nil {
		return
	}
	f := h.quickForm()
	if !f.addSeries(r) {
		return
	}
	f.fill(r, tag)
	f.showQuick(http.StatusOK, h.title(r), h.cameFrom())
}

// showQuick sends the page with the short form.
func (f *form) showQuick(status int, title, back string) {
	id := url.PathEscape(f.r.PathValue("id"))
	p := quickPage{
		Post: f.path(id + "/quick"), Full: f.leadingBack(back, id), Back: back, Tag: f.tag, Base: f.base, Key: rand.Text(),
		Error: f.message, Names: f.names, Series: f.series, Slot: f.slot, OneOf: f.dateMark(),
	}
	for _, of := range f.inputs() {
		view, ok := f.view(of)
		if !ok {
			return
		}
		view.rank = of.rank()
		p.Fields = append(p.Fields, view)
	}
	slices.SortStableFunc(p.Fields, func(a, b fieldView) int { return a.rank - b.rank })
	f.render(page.Page{
		Status: status, Title: title, Name: "quick.html", Data: p, Styles: []string{"form.css"},
		Scripts: []string{"unsaved.js", "lookup.js", "schedule.js"},
	})
}

// saveQuick saves what the short form contains, and leads back to the list.
func (h *handler) saveQuick() {
	f := h.quickForm()
	if !f.readSent() || !f.readSeries(f.sent.Get("series"), f.sent.Get("slot")) || !f.resolve() {
		return
	}
	id, back := h.r.PathValue("id"), h.listURL(f.sent.Get("back"))
	f.tag, f.current = f.sent.Get("tag"), record{"id": id}
	title := f.titleIn()
	if f.sent.Has("look") || f.open {
		f.showQuick(http.StatusUnprocessableEntity, title, back)
		return
	}
	var resp *desk.Response
	if body := f.body(false); f.series != nil {
		resp = f.writeDate(id, body)
	} else {
		resp = h.do(http.MethodPatch, "/"+h.Plural+"/"+url.PathEscape(id), nil, writeHeader(f.sent.Get("key"), f.tag), body)
	}
	switch {
	case resp == nil:
	case resp.OK():
		flash := page.Flash{Text: h.t("Saved: %s", title)}
		var after record
		if resp.Decode(&after) == nil && f.series != nil {
			flash.Text = h.t("Saved: %s", h.dateTitle(after))
			if n := datesSaved(after); n > 1 {
				flash.Text = h.labeled(title, h.changesDone(h.t("%d dates saved.", n), after))
				flash.Link = h.datesLink(after)
			}
		}
		page.SetFlash(h.w, h.r, flash)
		http.Redirect(h.w, h.r, back, http.StatusSeeOther)
	case resp.Status == http.StatusPreconditionFailed || isSeriesChanged(resp):
		page.SetFlash(h.w, h.r, page.Flash{Text: h.t("%s has changed since you opened this page.", title), Error: true})
		http.Redirect(h.w, h.r, h.path(url.PathEscape(id)+"/quick"), http.StatusSeeOther)
	default:
		f.refused(resp)
		f.showQuick(resp.Status, title, back)
	}
}
