package app

import (
	"strings"

	"almanac/cmd/internal/pages"
	"almanac/generated"
	"almanac/runtime/dates"
	"almanac/runtime/views"
)

// show tells pages what the answers about records hold: the types of answers are
// generated, and package pages knows none of them.
func show() pages.Converters {
	return pages.Converters{
		Event:     func(view any) pages.Event { return showEvent(view.(*generated.EventView)) },
		Venue:     func(view any) pages.Venue { return showVenue(view.(*generated.VenueView)) },
		Organizer: func(view any) pages.Organizer { return showOrganizer(view.(*generated.OrganizerView)) },
		Term:      showTerm,
	}
}

// showEvent turns an event as answers show it into what pages show.
func showEvent(v *generated.EventView) pages.Event {
	e := pages.Event{
		ID: v.ID, Title: unescape(v.Title), URL: v.URL, Description: v.Description, Excerpt: v.Excerpt,
		Start: dates.WallTime(v.StartDate), End: dates.WallTime(v.EndDate), TimeZone: v.Timezone, Zone: v.TimezoneAbbr,
		AllDay: is(v.AllDay), Cost: v.Cost, Website: v.Website, Image: imageURL(v.Image.Value),
		Featured: is(v.Featured), Sticky: is(v.Sticky), Categories: showTerms(v.Categories), Tags: showTerms(v.Tags), JSONLD: v.JSONLD,
	}
	for _, venue := range v.Venue {
		e.Venues = append(e.Venues, showVenue(venue))
	}
	for _, organizer := range v.Organizer {
		e.Organizers = append(e.Organizers, showOrganizer(organizer))
	}
	return e
}

// showVenue turns a venue as answers show it into what pages show.
func showVenue(v *generated.VenueView) pages.Venue {
	return pages.Venue{
		ID: v.ID, Name: unescape(v.Venue), URL: v.URL, Description: v.Description, Address: v.Address, City: v.City,
		Region: v.Stateprovince, Code: v.Zip, Country: v.Country, Phone: v.Phone, Website: v.Website, Image: imageURL(v.Image),
		Latitude: v.GeoLat, Longitude: v.GeoLng, ShowMapLink: v.ShowMapLink, JSONLD: v.JSONLD,
	}
}

// showOrganizer turns an organizer as answers show it into what pages show.
func showOrganizer(v *generated.OrganizerView) pages.Organizer {
	return pages.Organizer{
		ID: v.ID, Name: unescape(v.Organizer), URL: v.URL, Description: v.Description,
		Phone: v.Phone, Website: v.Website, Email: v.Email, Image: imageURL(v.Image), JSONLD: v.JSONLD,
	}
}

// showTerm turns a category or a tag as answers show it into what pages show.
func showTerm(view any) pages.Term {
	switch v := view.(type) {
	case *generated.CategoryView:
		return pages.Term{
			ID: v.ID, Name: unescape(v.Name), Slug: v.Slug, URL: v.URL, Description: unescape(v.Description), Parent: v.Parent,
		}
	case *generated.TagView:
		return pages.Term{ID: v.ID, Name: unescape(v.Name), Slug: v.Slug, URL: v.URL, Description: unescape(v.Description)}
	}
	return pages.Term{}
}

// showTerms turns the terms of an event into what pages show.
func showTerms(list []*views.EmbeddedTerm) []pages.Term {
	var terms []pages.Term
	for _, t := range list {
		terms = append(terms, pages.Term{ID: t.ID, Name: unescape(t.Name), Slug: t.Slug, Description: unescape(t.Description), Parent: t.Parent})
	}
	return terms
}

// unescape returns the plain text of a name, which answers hold as HTML with
// these three characters escaped; templates escape it once more.
func unescape(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(s)
}

// imageURL returns the address of an image, "" for none.
func imageURL(image *views.ImageView) string {
	if image == nil {
		return ""
	}
	return image.URL
}

// is returns a flag that may be missing.
func is(flag *bool) bool { return flag != nil && *flag }
