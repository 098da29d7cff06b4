package overview

import (
	"crypto/rand"

	"almanac/runtime/desk"
	"almanac/runtime/desk/forms"
	"almanac/runtime/desk/record"
	"almanac/runtime/model"
)

// newDraft is the form of a new record on the first page of the desk: what a draft needs, and
// what it links to first.
type newDraft struct {
	Of        *model.Resource
	Post, Key string
	Fields    []record.FieldView
}

// addNewDraft adds the form to the first page: of the first resource with a start and an end
// of which the user may make drafts, else of the first one. It returns false after it has sent
// a page about a failure.
func addNewDraft(x *record.Exchange, d *dashboard) bool {
	var first *record.Exchange
	for _, res := range x.Desk.Env.Resources {
		of := x.Of(res)
		if res.Post && res.Permissions.CanCreate(desk.CallerOf(x.R.Context())) &&
			(first == nil || !first.IsScheduled() && of.IsScheduled()) {
			first = of
		}
	}
	if first == nil {
		return true
	}
	fields, ok := forms.BriefFields(first)
	d.New = &newDraft{Of: first.Resource, Post: first.Path("new"), Key: rand.Text(), Fields: fields}
	return ok
}
