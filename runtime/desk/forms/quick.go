package forms

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"

	"almanac/runtime/desk"
	"almanac/runtime/desk/changes"
	"almanac/runtime/desk/page"
	"almanac/runtime/desk/record"
	"almanac/runtime/records"
)

// quickPage is what quick.html gets: a form with the fields of a record that people change
// most.
type quickPage struct {
	Post, Full, Back string
	Button           string // "" for that of saving.
	Tag, Base, Key   string
	Error            string
	Fields           []record.FieldView
	Names            map[string]string
	Series           *records.Series // That the record is a date of; nil for none.
	Slot             string
	OneOf            *record.SeriesMark // See dateMark.
}

// isQuick reports whether the short form of a record has a field.
func isQuick(x *record.Exchange, f record.Field) bool {
	return f.Meaning == "name" || isSchedule(f) && f.Meaning != "time_zone" || changes.IsChangeable(x, f) && !f.OmitDefault
}

// quickForm returns a form that has only the fields of the short one.
func quickForm(x *record.Exchange) *form {
	f := newForm(x)
	f.fields = slices.DeleteFunc(f.fields, func(of record.Field) bool { return !isQuick(x, of) })
	return f
}

// Quick shows the short form of a record.
func Quick(x *record.Exchange) {
	r, tag := editable(x)
	if r == nil {
		return
	}
	f := quickForm(x)
	if !f.addSeries(r) {
		return
	}
	f.fill(r, tag)
	f.showQuick(http.StatusOK, x.Title(r), x.CameFrom())
}

// showQuick sends the page with the short form.
func (f *form) showQuick(status int, title, back string) {
	id := url.PathEscape(f.R.PathValue("id"))
	p := quickPage{
		Post: f.Path(id + "/quick"), Full: f.LeadingBack(back, id), Back: back, Tag: f.tag, Base: f.base, Key: rand.Text(),
		Error: f.message, Names: f.names, Series: f.series, Slot: f.slot, OneOf: f.dateMark(),
	}
	for _, of := range f.inputs() {
		view, ok := f.view(of)
		if !ok {
			return
		}
		view.Rank = of.Rank()
		p.Fields = append(p.Fields, view)
	}
	slices.SortStableFunc(p.Fields, func(a, b record.FieldView) int { return a.Rank - b.Rank })
	f.Render(page.Page{
		Status: status, Title: title, Name: "quick.html", Data: p, Styles: []string{"form.css"},
		Scripts: []string{"unsaved.js", "lookup.js", "schedule.js"},
	})
}

// SaveQuick saves what the short form contains, and leads back to the list.
func SaveQuick(x *record.Exchange) {
	f := quickForm(x)
	if !f.readSent() || !f.readSeries(f.sent.Get("series"), f.sent.Get("slot")) || !f.resolve() {
		return
	}
	id, back := x.R.PathValue("id"), x.ListURL(f.sent.Get("back"))
	f.tag, f.current = f.sent.Get("tag"), record.Record{"id": id}
	title := f.titleIn()
	if f.sent.Has("look") || f.open {
		f.showQuick(http.StatusUnprocessableEntity, title, back)
		return
	}
	var resp *desk.Response
	if body := f.body(false); f.series != nil {
		resp = f.writeDate(id, body)
	} else {
		header := record.WriteHeader(f.sent.Get("key"), f.tag)
		resp = x.Do(http.MethodPatch, "/"+x.Plural+"/"+url.PathEscape(id), nil, header, body)
	}
	switch {
	case resp == nil:
	case resp.OK():
		flash := page.Flash{Text: x.T("Saved: %s", title)}
		var after record.Record
		if resp.Decode(&after) == nil && f.series != nil {
			flash.Text = x.T("Saved: %s", x.DateTitle(after))
			if n := changes.DatesSaved(after); n > 1 {
				flash.Text = x.Labeled(title, changes.Done(x, x.T("%d dates saved.", n), after))
				flash.Link = changes.DatesLink(x, after)
			}
		}
		page.SetFlash(x.W, x.R, flash)
		http.Redirect(x.W, x.R, back, http.StatusSeeOther)
	case resp.Status == http.StatusPreconditionFailed || changes.IsSeriesChanged(resp):
		page.SetFlash(x.W, x.R, page.Flash{Text: x.T("%s has changed since you opened this page.", title), Error: true})
		http.Redirect(x.W, x.R, x.Path(url.PathEscape(id)+"/quick"), http.StatusSeeOther)
	default:
		f.refused(resp)
		f.showQuick(resp.Status, title, back)
	}
}
