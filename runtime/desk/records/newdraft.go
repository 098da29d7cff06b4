package records

import (
	"crypto/rand"
	"net/http"
	"time"

	"almanac/runtime/desk"
	"almanac/runtime/model"
)

// newDraft is the form of a new record on the first page of the desk: what a draft needs, and
// what it links to first.
type newDraft struct {
	Of        *model.Resource
	Post, Key string
	Fields    []fieldView
}

// addNewDraft adds the form to the first page: of the first resource with a start and an end
// of which the user may make drafts, else of the first one. It returns false after it has sent
// a page about a failure.
func (p *pages) addNewDraft(w http.ResponseWriter, r *http.Request, d *dashboard) bool {
	var h *handler
	for _, res := range p.desk.Env.Resources {
		of := &handler{pages: p, Resource: res, w: w, r: r}
		if res.Post && res.Permissions.CanCreate(desk.CallerOf(r.Context())) &&
			(h == nil || !h.isScheduled() && of.isScheduled()) {
			h = of
		}
	}
	if h == nil {
		return true
	}
	f := h.newForm()
	first, _ := firstLink(f.fields)
	d.New = &newDraft{Of: h.Resource, Post: h.path("new"), Key: rand.Text()}
	for _, of := range f.inputs() {
		if of.Meaning == "end" || !of.Required && of.Meaning != "name" && of.Name != first.name() {
			continue
		}
		view, ok := f.view(of)
		if !ok {
			return false
		}
		d.New.Fields = append(d.New.Fields, view)
	}
	return true
}

// fillIn gives the fields that the form on the first page does not have what a new record
// begins with. What has a start ends an hour later, until somebody says otherwise.
func (f *form) fillIn() {
	posted := f.values
	f.fillNew()
	for _, of := range f.fields {
		switch {
		case f.sent.Has(of.Name) || of.Meaning == "status":
			f.values[of.Name] = posted[of.Name]
		case of.Meaning == "end":
			f.values[of.Name] = f.hourAfterStart()
		}
	}
}

// hourAfterStart returns the end of what lasts an hour, nil without a start.
func (f *form) hourAfterStart() []string {
	start, _ := named(f.fields, "start")
	for _, layout := range timeLayouts[inputWallTime] {
		if at, err := time.Parse(layout, f.values.first(start.name())); err == nil {
			return one(at.Add(time.Hour).Format(layout))
		}
	}
	return nil
}
