package site

import (
	"almanac/runtime/calendar"
	"almanac/runtime/deployment"
	"almanac/runtime/model"
	"almanac/runtime/transfer"
)

// Adapt returns what a write takes of the fields that The Events Calendar shows in
// another way: costs, and websites and regions that it shows in the place of empty ones.
func Adapt(d deployment.Deployment, r *transfer.Record, arg *model.Arg) (value any, difference string, adapted bool) {
	switch shown := r.Text(arg.Name); {
	case arg.Name == "cost":
		written, difference := money(r, calendar.SiteCurrency(d))
		return written, difference, true
	case arg.Name == "website" && shown == r.Text("url"): // Its own page on the source's site.
		return nil, "", true
	case arg.Name == "stateprovince" && shown == calendar.StateProvince(nil, nil, "", r.Text("country"), r.Text("state"),
		r.Text("province")):
		return nil, "", true
	}
	return nil, "", false
}
