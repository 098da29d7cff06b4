package dsl

import (
	"maps"
	"slices"
	"strings"
)

// Texts are what people read in forms and lists, in English, by resource and field or
// filter.  They are keys of the translations into other languages.
//
//	var english = dsl.Texts{
//		"event": {
//			"start_date": {Label: "Start", Filter: "From"},
//			"slug":       {Label: "URL slug", Hint: "Leave empty to use the title"},
//		},
//	}
type Texts map[string]map[string]Text

// Text is what people read about a field, and about the filter with its name.
type Text struct {
	// Label names the field; "" for its name in words, "Start date" for start_date.
	Label string
	// Hint says below the input, in one line and without words of the API, what people need
	// to know to fill it in; "" for nothing.
	Hint string
	// Filter names the filter; "" for its name in words.
	Filter string
	// Values names values of an enum; one that is missing has its name in words.
	Values map[string]string
}

// labelled returns the fields and filters of a resource with their texts.
func (a API) labelled(r Resource) Resource {
	texts := a.Texts[r.Name]
	if len(texts) == 0 {
		return r
	}
	r.Fields, r.Filters = slices.Clone(r.Fields), slices.Clone(r.Filters)
	for i := range r.Fields {
		f := &r.Fields[i].spec
		if t := texts[f.Name]; t.Label != "" {
			f.Label = t.Label
		}
		if t := texts[f.Name]; t.Hint != "" {
			f.Hint = t.Hint
		}
		f.ValueLabels = texts[f.Name].Values
	}
	for i := range r.Filters {
		if t := texts[r.Filters[i].spec.Name]; t.Filter != "" {
			r.Filters[i].spec.Label = t.Filter
		}
	}
	return r
}

// textErrors checks that every text is about something.
func (a API) textErrors(described []Resource) []error {
	var errs []error
	add := func(format string, args ...any) { errs = append(errs, a.errorf("Texts", "Texts: "+format, args...)) }
	byName := map[string]Resource{}
	for _, r := range described {
		byName[r.Name] = r
	}
	for _, name := range slices.Sorted(maps.Keys(a.Texts)) {
		r, ok := byName[name]
		if !ok {
			add("%q is not a resource; the resources are: %s", name, joined(namesOf(byName, false)))
			continue
		}
		filters := r.otherParams("")
		for _, key := range slices.Sorted(maps.Keys(a.Texts[name])) {
			text := a.Texts[name][key]
			field, isField := r.Field(key)
			for _, value := range slices.Sorted(maps.Keys(text.Values)) {
				if !slices.Contains(field.Enum, value) || strings.ContainsAny(text.Values[value], ",=\n\r") {
					add("%s of %s has no value %q, or a text with a comma, an equals sign or several lines", key, name, value)
				}
			}
			if !isField && (text.Label != "" || text.Hint != "" || text.Values != nil || text.Filter == "") {
				add("%s has no field %q; its fields are: %s", name, key, joined(r.fieldNames()))
			}
			if text.Filter != "" && !slices.Contains(filters, key) {
				add("%s has no filter %q; its filters are: %s", name, key, joined(filters))
			}
			if strings.ContainsAny(text.Label+text.Hint+text.Filter, "\n\r") {
				add("a text about %s of %s has several lines; write one line", key, name)
			}
		}
	}
	return errs
}
