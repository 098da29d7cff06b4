package calendar

import (
	"cmp"

	"almanac/runtime/apierror"
	"almanac/runtime/cost"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/mutate"
	"almanac/runtime/param"
	"almanac/runtime/validate"
	"almanac/runtime/views"
)

// SetCost sets a cost; null clears it.  What a read shows may be sent back and
// changes nothing.
func SetCost(c *mutate.Mutation, field *string, o param.Opt[any]) {
	if !o.IsPresent() {
		return
	}
	parsed, err := cost.Update(cost.Decode(*field), o.Value, SiteCurrency(c.Env.Deployment))
	if err == nil { // CheckCost has noted the others.
		*field = parsed.Encode()
	}
}

// CheckCost notes a value that is no cost.
func CheckCost(f *validate.Validator, name string, o param.Opt[any]) {
	if !o.IsSet() {
		return
	}
	if _, err := cost.Parse(o.Value); err != nil {
		f.AddError(name, "", "%s %v.", apierror.Param(name), err)
	}
}

// Cost returns a cost as text, with the site's currency where the writer
// gave none.
func Cost(v *views.View, column string) string {
	return cost.DecodeShared(column).Format(SiteCurrency(v.Env.Deployment))
}

// CostInput returns what a write sends to get a cost.
func CostInput(column string) any { return cost.DecodeShared(column).Input() }

// CostParts are the parts of a cost.
type CostParts = cost.Details

// CostDetails returns the parts of a cost.
func CostDetails(_ *views.View, column string) CostParts {
	return cost.DecodeShared(column).Details()
}

// Zone returns the time zone of an event, that of the site when the name is
// unknown.
func Zone(v *views.View, name string) dates.Zone {
	zone, err := dates.ParseZone(name)
	if err != nil {
		return v.Env.Deployment.Zone
	}
	return zone
}

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
	if country == "" || country == "US" || country == "United States" {
		return cmp.Or(own, state, province)
	}
	return cmp.Or(own, province, state)
}
