package dsl

import (
	"maps"
	"slices"
	"strings"
)

// Forms say how forms lay out fields, by resource and field, where what follows from the
// field itself does not do.
//
//	var forms = dsl.Forms{
//		"event": {
//			"venue":      {Section: dsl.SectionWhere},
//			"online_url": {With: "attendance_mode"},
//			"ical_uid":   {Shown: dsl.ShownWhenSet},
//		},
//	}
type Forms map[string]map[string]FormField

// FormField is how forms lay out a field.
type FormField struct {
	// Section is the heading below which the field stands, a key of the translations; "" for
	// the section that follows from the field, such as SectionWhen for its start. Sections
	// with other names than those below follow them in the order of their fields.
	Section string
	// With names an Enum: the field stands beside it, and only while it has another value than
	// its default or the field has a value. "" for none.
	With string
	// Short enters HTML as a few sentences, without tools for markup.
	Short bool
	// Shown restricts when forms have the field.
	Shown Shown
}

// Sections of forms, in their order. SectionPublishing stands beside the others.
const (
	SectionWhat       = "What"
	SectionWhen       = "When"
	SectionWhere      = "Where"
	SectionPicture    = "Image"
	SectionDetails    = "Details"
	SectionPublishing = "Publishing"
)

// Shown is when forms have a field.
type Shown string

// When forms have a field.
const (
	ShownAlways    Shown = ""
	ShownWhenSet   Shown = "whenset" // For what imports and other programs set.
	ShownToEditors Shown = "editors" // To those who may edit the records of others, and when it has a value.
)

// laidOut returns a resource whose fields have their places in forms.
func (a API) laidOut(r Resource) Resource {
	forms := a.Forms[r.Name]
	if len(forms) == 0 {
		return r
	}
	r.Fields = slices.Clone(r.Fields)
	for i := range r.Fields {
		f := &r.Fields[i].spec
		if form, ok := forms[f.Name]; ok {
			form.Short = form.Short || f.Form.Short
			f.Form = form
		}
	}
	return r
}

// formErrors checks that forms lay out fields that exist.
func (a API) formErrors(described []Resource) []error {
	var errs []error
	add := func(format string, args ...any) { errs = append(errs, a.errorf("Forms", "Forms: "+format, args...)) }
	for _, name := range slices.Sorted(maps.Keys(a.Forms)) {
		at := slices.IndexFunc(described, func(r Resource) bool { return r.Name == name })
		if at < 0 {
			add("%q is not a resource", name)
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(a.Forms[name])) {
			form, r := a.Forms[name][key], described[at]
			if _, ok := r.Field(key); !ok {
				add("%s has no field %q; its fields are: %s", name, key, joined(r.fieldNames()))
			}
			if with, _ := r.Field(form.With); form.With != "" && (len(with.Enum) == 0 || with.Default.Kind != DefaultValue) {
				add("%s of %s stands with %q, which is not an Enum with a Default", key, name, form.With)
			}
			if strings.ContainsAny(form.Section, ",=\n\r") {
				add("the section of %s of %s has a comma, an equals sign or a line break", key, name)
			}
		}
	}
	return errs
}
