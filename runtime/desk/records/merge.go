package records

import (
	"maps"
	"net/http"
	"strings"
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
	r, tag := f.readRecord(id)
	if r == nil {
		return
	}
	if !f.addSeries(r) {
		return
	}
	f.current, f.tag, f.isRead = r, tag, f.canEdit(r)
	stored, names := f.valuesOf(r)
	began := parseBase(f.base)
	for _, field := range f.inputs() {
		theirs, mine := stored[field.Name], f.values[field.Name]
		if field.WriteOnly && field.input != inputRepeat || !began.differs(field.Name, theirs) {
			continue
		}
		both := began.differs(field.Name, mine) && digest(theirs) != digest(mine)
		f.theirs = append(f.theirs,
			difference{f.t(field.Label), f.readable(field, theirs, names), f.readable(field, mine, f.names), both})
		if !began.differs(field.Name, mine) {
			f.values[field.Name] = theirs
		}
	}
	maps.Copy(f.names, names)
	f.base = baseOf(f.inputs(), stored)
	f.show(http.StatusConflict)
}

// readable writes what the inputs of a field contain.
func (h *handler) readable(of field, list []string, names map[string]string) string {
	if of.input == inputRepeat {
		return h.repeatText(repeatIn(list))
	}
	parts := make([]string, 0, len(list))
	for _, s := range list {
		switch of.input {
		case inputLinks, inputTerms, inputImage:
			s = h.nameOf(of, s, names)
		case inputSelect:
			s = h.optionWord(of, s)
		case inputBoolean:
			s = h.t(map[string]string{"true": "Yes", "false": "No"}[s])
		case inputDate, inputTime, inputWallTime, inputTimestamp:
			s = h.timeText(of, s)
		default: // As it is.
		}
		parts = append(parts, s)
	}
	separator := ", "
	if of.input == inputMoney {
		separator = " "
	}
	return strings.Join(parts, separator)
}
