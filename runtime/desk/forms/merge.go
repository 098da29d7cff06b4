package forms

import (
	"maps"
	"net/http"

	"almanac/runtime/desk/record"
)

// difference is a field that somebody else changed while a form was open.
type difference struct {
	Label, Theirs, Mine string
	Both                bool // The form changed it as well: it keeps what the form has.
}

// merge shows a form whose record somebody else has saved meanwhile: what only they
// changed is as they saved it, what the form changed is as it was typed, and a table
// compares both.
func (f *form) merge(id string) {
	r, tag := f.ReadRecord(id)
	if r == nil {
		return
	}
	if !f.addSeries(r) {
		return
	}
	f.current, f.tag, f.isRead = r, tag, f.CanEdit(r)
	stored, names := f.valuesOf(r)
	began := parseBase(f.base)
	for _, field := range f.inputs() {
		theirs, mine := stored[field.Name], f.values[field.Name]
		if field.WriteOnly && field.Input != record.InputRepeat || !began.differs(field.Name, theirs) {
			continue
		}
		both := began.differs(field.Name, mine) && record.Digest(theirs) != record.Digest(mine)
		f.theirs = append(f.theirs,
			difference{f.T(field.Label), f.Readable(field, theirs, names), f.Readable(field, mine, f.names), both})
		if !began.differs(field.Name, mine) {
			f.values[field.Name] = theirs
		}
	}
	maps.Copy(f.names, names)
	f.base = baseOf(f.inputs(), stored)
	f.show(http.StatusConflict)
}
