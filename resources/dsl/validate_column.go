package dsl

import (
	"slices"
	"strings"
)

// fieldCondition is the condition of an operation on its field, whose column its
// SQL compares or whose link it follows.
type fieldCondition struct {
	text    string // For error messages.
	matches func(v *validation, f FieldSpec, p ParamSpec) bool
}

// The conditions.
var (
	aDate = fieldCondition{"a date", func(_ *validation, f FieldSpec, _ ParamSpec) bool {
		return slices.Contains([]Behavior{Start, End, PublishDate, PublishDateUTC}, f.Behavior)
	}}
	aBoolean = fieldCondition{"a boolean", func(_ *validation, f FieldSpec, _ ParamSpec) bool {
		return (f.Behavior == "" || f.Behavior == HideFromLists || f.Behavior == AllDay) && (f.Type == TypeBoolean || f.StoredAsBool)
	}}
	anEqual = fieldCondition{"a field that is stored as it is sent, of the type of the parameter", func(_ *validation, f FieldSpec, p ParamSpec) bool {
		return f.Behavior == "" && f.Type == p.Type && !f.StoredAsBool && f.Text != TextHTML && f.Text != TextEscaped
	}}
	aList = fieldCondition{"a list", func(_ *validation, f FieldSpec, _ ParamSpec) bool { return f.Behavior == StringList }}
	aLink = fieldCondition{"a link to the resource of References", func(_ *validation, f FieldSpec, p ParamSpec) bool {
		return f.Behavior == Link && (p.Target == "" || f.Target == p.Target)
	}}
	aParent = fieldCondition{"the parent", func(_ *validation, f FieldSpec, _ ParamSpec) bool {
		return f.Behavior == Parent || f.Behavior == PostParent
	}}
	aPlace = fieldCondition{"a link to posts with the numbers geo_lat and geo_lng", func(v *validation, f FieldSpec, _ ParamSpec) bool {
		target := v.resources[f.Target]
		return f.Behavior == Link && target.Kind == KindPost && target.isNumber("geo_lat") && target.isNumber("geo_lng")
	}}
)

// isNumber reports whether the resource has a number of that name.
func (r Resource) isNumber(name string) bool {
	f, ok := r.Field(name)
	return ok && f.Type == TypeNumber
}

// operationField checks that the field of a parameter meets the condition of its
// operation; the error lists the fields that do.  A field that does not exist is
// reported elsewhere.
func (v *validation) operationField(r Resource, p ParamSpec, wanted *fieldCondition, what string) {
	f, known := r.Field(p.Field)
	switch {
	case wanted == nil && p.Field != "":
		v.errorf(r, "%s: %s takes no Field", what, p.Operation)
		return
	case wanted == nil, p.Field != "" && !known, known && wanted.matches(v, f, p):
		return
	}
	var fitting []string
	for _, f := range r.FieldSpecs() {
		if wanted.matches(v, f, p) {
			fitting = append(fitting, f.Name)
		}
	}
	hint := "no field of " + r.Name + " is one"
	if len(fitting) > 0 {
		hint = "possible fields: " + strings.Join(fitting, ", ")
	}
	if !known {
		v.errorf(r, "%s: %s needs Field with %s; %s", what, p.Operation, wanted.text, hint)
		return
	}
	v.errorf(r, "%s: %s needs Field with %s, which the field %q is not; %s", what, p.Operation, wanted.text, p.Field, hint)
}
