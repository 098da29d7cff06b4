package forms

import (
	"time"

	"almanac/runtime/desk/record"
)

// BriefFields returns the fields of a new record that a form elsewhere has, which is sent with a
// field "brief": what a draft needs, and what it links to first.  It returns false after it has
// sent a page about a failure.
func BriefFields(x *record.Exchange) ([]record.FieldView, bool) {
	f := newForm(x)
	first, _ := record.FirstLink(f.fields)
	var list []record.FieldView
	for _, of := range f.inputs() {
		if of.Meaning == "end" || !of.Required && of.Meaning != "name" && of.Name != first.FieldName() {
			continue
		}
		view, ok := f.view(of)
		if !ok {
			return nil, false
		}
		list = append(list, view)
	}
	return list, true
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
	start, _ := record.Named(f.fields, "start")
	for _, layout := range record.TimeLayouts[record.InputWallTime] {
		if at, err := time.Parse(layout, f.values.First(start.FieldName())); err == nil {
			return record.One(at.Add(time.Hour).Format(layout))
		}
	}
	return nil
}
