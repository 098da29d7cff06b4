package dsl

import (
	"math"
	"strings"
)

// words checks the words about change as far as they can be without knowing
// what was released.
func (v *validation) words(r Resource) {
	if r.Was == r.Name && r.Was != "" {
		v.fault(r, "was %q before, which is its name now", r.Was)
	}
	if r.Was != "" {
		v.name(r, "former name", r.Was)
	}
	for _, f := range r.Fields {
		if f.Former != "" {
			v.name(r, "former name", f.Former)
		}
		if f.Former == f.Name && f.Name != "" {
			v.fault(r, "field %q was %q before, which is its name now", f.Name, f.Former)
		}
		if strings.ContainsAny(f.Loss, "\n\r") {
			v.fault(r, "field %q: Narrowed has a reason of several lines", f.Name)
		}
		if f.Fill != nil && !f.fillable() {
			v.fault(r, "field %q: existing rows cannot get %#v", f.Name, f.Fill)
		}
	}
	v.drops(r)
	v.breaks(r)
	v.deprecations(r)
	for _, ix := range r.Indexes {
		if ix.Because != "" && (!ix.Unique || strings.ContainsAny(ix.Because, "\n\r")) {
			v.fault(r, "index over %s: Because is one line about a unique index", strings.Join(ix.Columns, ", "))
		}
	}
}

// drops checks the removed fields of a resource.
func (v *validation) drops(r Resource) {
	seen := map[string]bool{}
	for _, d := range r.Drops {
		v.name(r, "dropped field", d.Field)
		if strings.TrimSpace(d.Reason) == "" || strings.ContainsAny(d.Reason, "\n\r") {
			v.fault(r, "dropped field %q needs a reason of one line", d.Field)
		}
		if seen[d.Field] {
			v.fault(r, "field %q is dropped twice", d.Field)
		}
		seen[d.Field] = true
		if _, ok := r.Field(d.Field); ok {
			v.fault(r, "field %q is described and dropped", d.Field)
		}
	}
}

// gone checks a word that removes a whole resource.
func (v *validation) gone(r Resource) {
	v.name(r, "name", r.Name)
	if strings.TrimSpace(r.Doc) == "" || strings.ContainsAny(r.Doc, "\n\r") {
		v.fault(r, "dropped resource needs a reason of one line")
	}
}

// fillable reports whether the value for existing rows is one of the field's
// type.
func (f Field) fillable() bool {
	switch value := f.Fill.(type) {
	case bool:
		return f.Switch || f.Type == TypeBoolean
	case int:
		return f.Type == TypeInteger || f.Type == TypeNumber
	case float64:
		return f.Type == TypeNumber && !math.IsInf(value, 0) && !math.IsNaN(value)
	case string:
		return f.Text != "" && !f.Switch && !strings.ContainsAny(value, "\\\x00\n\r")
	default:
		return false
	}
}
