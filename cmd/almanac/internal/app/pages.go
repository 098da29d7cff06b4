package app

import (
	"net/http"
	"strings"

	"almanac/cmd/almanac/internal/legacy"
	"almanac/cmd/almanac/internal/pages"
	"almanac/cmd/almanac/internal/wordpress"
	"almanac/generated"
	"almanac/runtime/dates"
	"almanac/runtime/httpapi"
	"almanac/runtime/views"
)

// Pages makes what is beside the API, in this order of precedence: what WordPress has
// there, the addresses of an imported site, the calendar for browsers, and a page that says
// that there is none, but for what is beside the API below its base path. The types of
// responses are generated, and package pages knows none of them.
func Pages(api *httpapi.API) func(path string) (pattern string, page http.Handler) {
	site := pages.New(api, pages.Converters{
		Event: func(view any) pages.Event { return showEvent(view.(*generated.EventView)) },
		Color: func(view any) (string, string) {
			category := view.(*generated.CategoryView)
			return category.Slug, category.Color
		},
	})
	lookup := wordpress.New(api, legacy.New(api, site.Lookup))
	missing := api.ForBrowsers(site.Missing())
	base := "/" + strings.Trim(api.Env.Deployment.BasePath, "/")
	return func(path string) (string, http.Handler) {
		pattern, page := lookup(path)
		if page != nil || base != "/" && (path == base || strings.HasPrefix(path, base+"/")) {
			return pattern, page
		}
		return "/{unknown}", missing
	}
}

// WithoutPages is Pages without those for people.
func WithoutPages(api *httpapi.API) func(path string) (pattern string, page http.Handler) {
	return wordpress.New(api, func(string) (string, http.Handler) { return "", nil })
}

// showEvent turns an event as responses show it into what pages show.
func showEvent(v *generated.EventView) pages.Event {
	r := pages.NewRecord(v)
	e := pages.Event{
		ID: r.ID, Title: r.Name, URL: r.URL, Description: r.Description, Excerpt: v.Excerpt,
		Start: dates.WallTime(v.StartDate), End: dates.WallTime(v.EndDate), StartUTC: dates.WallTime(v.UTCStartDate), EndUTC: dates.WallTime(v.UTCEndDate), TimeZone: v.Timezone, Zone: v.TimezoneAbbr,
		AllDay: is(v.AllDay), Cost: v.CostDetails.Cost, Website: r.Website, Image: v.Image.Value,
		Featured: is(v.Featured), Sticky: is(v.Sticky), Categories: showTerms(v.Categories), Tags: showTerms(v.Tags), JSONLD: v.JSONLD,
	}
	if e.Status, e.Reason = v.EventStatus, v.EventStatusReason; v.AttendanceMode != "" {
		e.OnlineURL = v.OnlineURL
	}
	for _, venue := range v.Venue {
		e.Venues = append(e.Venues, pages.NewRecord(venue))
	}
	for _, organizer := range v.Organizer {
		e.Organizers = append(e.Organizers, pages.NewRecord(organizer))
	}
	return e
}

// showTerms turns the terms of an event into what pages show.
func showTerms(list []*views.EmbeddedTerm) []pages.Term {
	var terms []pages.Term
	for _, t := range list {
		terms = append(terms, pages.NewTerm(t.Name, t.Slug))
	}
	return terms
}

// is returns a flag that may be missing.
func is(flag *bool) bool { return flag != nil && *flag }
