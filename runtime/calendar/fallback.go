package calendar

import (
	"almanac/runtime/model"
	"almanac/runtime/views"
)

// Fallbacks give the shown value of a field that was not written.  The
// description names them; generated code calls them with the field's own value
// first.

// PageURL returns the website of a post: the stored one, else its own page.
func PageURL(v *views.View, m model.PostRecord, own string) string {
	if own != "" {
		return own
	}
	return v.PageURL(m.Resource(), m.AsPost().Slug)
}

// StateProvince returns the state or province of a place: the written one, else
// the state where the country is empty or the US, else the province, else
// whichever is set.
func StateProvince(_ *views.View, _ model.PostRecord, own, country, state, province string) string {
	if own != "" {
		return own
	}
	first, second := province, state
	if country == "" || country == "US" || country == "United States" {
		first, second = state, province
	}
	if first != "" {
		return first
	}
	return second
}
