package lists

import (
	"slices"

	"almanac/runtime/desk"
	"almanac/runtime/desk/record"
	"almanac/runtime/filter"
	"almanac/runtime/model"
)

// lack is something that lists can be narrowed to the records without.
type lack struct {
	Name, Label string
	Lack        filter.Lack
}

// Lacks returns what records of the resource mostly have, if only at the end: an image with an
// alternative text, and what they link to first.
func Lacks(x *record.Exchange) []lack {
	var list []lack
	fields := x.FieldsOf(x.Resource)
	if image, ok := record.Named(fields, "image"); ok && x.Post {
		list = append(list,
			lack{image.Name, x.T(image.Label), filter.Lack{Image: true}},
			lack{image.Name + ".alt", x.T("Alternative text"), filter.Lack{AltText: true}})
	}
	of, ok := record.FirstLink(fields)
	if !ok || of.Required {
		return list
	}
	without := filter.Lack{Link: x.Links[slices.IndexFunc(x.Links, func(l *model.Link) bool { return l.Name == of.Name })]}
	// What stands beside the link in the form can make it needless, such as a format that is online.
	for _, other := range fields {
		if of.Section != "" && other.Section == of.Section && other.Input == record.InputSelect && other.Default != nil &&
			slices.Contains(x.Columns, other.Name) {
			without.Column, without.Value = other.Name, record.TextOf(other.Default)
		}
	}
	return append(list, lack{of.Name, x.T(of.Label), without})
}

// lackNamed returns what a list is narrowed to the records without, by its name; the zero value
// for none.
func lackNamed(x *record.Exchange, name string) filter.Lack {
	for _, l := range Lacks(x) {
		if l.Name == name {
			return l.Lack
		}
	}
	return filter.Lack{}
}

// lacksFilter returns the input for what records lack, and false where it is of no use.
func lacksFilter(x *record.Exchange, v View) (record.FieldView, bool) {
	var list []record.Choice
	for _, l := range Lacks(x) {
		list = append(list, record.Choice{Value: l.Name, Label: l.Label})
	}
	if list == nil || !x.Permissions.CanWrite(desk.CallerOf(x.R.Context())) {
		return record.FieldView{}, false
	}
	return record.FieldView{
		Name: "lacks", ID: record.InputID("lacks"), Label: x.T("Missing"), Input: record.InputSelect,
		Options: selectable(list, v.lacks),
	}, true
}
