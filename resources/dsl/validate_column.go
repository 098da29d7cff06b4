package dsl

import "strings"

// column is what an operation asks of the field that On names, because its SQL
// compares the column of that field, or follows its link.
type column struct {
	text string // In words, for the fault.
	fits func(v *validation, f Field, p Param) bool
}

// What the fields of operations have to be.
var (
	aDate = column{"a date", func(_ *validation, f Field, _ Param) bool {
		switch f.Role {
		case Start, End, Published, PublishedUTC:
			return true
		default:
			return f.Role == "" && f.Type == TypeDateTime
		}
	}}
	aBoolean = column{"a boolean", func(_ *validation, f Field, _ Param) bool {
		return (f.Role == "" || f.Role == Unlisted || f.Role == AllDay) && (f.Type == TypeBoolean || f.Switch)
	}}
	anEqual = column{"a field that is stored as it is sent, of the type of the parameter", func(_ *validation, f Field, p Param) bool {
		return f.Role == "" && f.Type == p.Type && !f.Switch && f.Text != HTML && f.Text != Human
	}}
	aList = column{"a list", func(_ *validation, f Field, _ Param) bool { return f.Role == List }}
	aLink = column{"a link to the resource that To names", func(_ *validation, f Field, p Param) bool {
		return f.Role == Link && (p.Target == "" || f.Target == p.Target)
	}}
	aParent = column{"the parent", func(_ *validation, f Field, _ Param) bool { return f.Role == Parent || f.Role == PostParent }}
	aPlace  = column{"a link to posts with the numbers geo_lat and geo_lng", func(v *validation, f Field, _ Param) bool {
		target := v.kinds[f.Target]
		return f.Role == Link && target.Kind == Post && target.isNumber("geo_lat") && target.isNumber("geo_lng")
	}}
)

// isNumber reports whether the resource has a number of that name.
func (r Resource) isNumber(name string) bool {
	f, ok := r.Field(name)
	return ok && f.Type == TypeNumber
}

// column checks that the field which a parameter is about can serve its
// operation, and tells which fields can.  A field that does not exist has been
// noted already.
func (v *validation) column(r Resource, p Param, wanted *column, what string) {
	f, known := r.Field(p.Field)
	switch {
	case wanted == nil && p.Field != "":
		v.fault(r, "%s: %s takes no On", what, p.Op)
		return
	case wanted == nil, p.Field != "" && !known, known && wanted.fits(v, f, p):
		return
	}
	var fitting []string
	for _, f := range r.Fields {
		if wanted.fits(v, f, p) {
			fitting = append(fitting, f.Name)
		}
	}
	hint := "no field of " + r.Name + " is one"
	if len(fitting) > 0 {
		hint = "what fits: " + strings.Join(fitting, ", ")
	}
	if !known {
		v.fault(r, "%s: %s needs On with %s; %s", what, p.Op, wanted.text, hint)
		return
	}
	v.fault(r, "%s: %s needs On with %s, which the field %q is not; %s", what, p.Op, wanted.text, p.Field, hint)
}
