package pages

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"almanac/runtime/calendar"
	"almanac/runtime/httpapi"
)

// eventDetail is the content of an event's page.
type eventDetail struct {
	detail
	When       span
	Zone       string // Name of the zone that times are in, "" for events of whole days like those of the site.
	Cost       string
	Image      string
	Protected  bool
	Featured   bool
	Places     []place
	Organizers []link
	Topics     []link
	Save       string // The event as iCalendar.
}

// link is a link with its text.
type link struct{ Text, Href string }

// place is a venue with a link to its page and to a map.
type place struct {
	link
	Address string
	Map     string // "" for none.
}

// event shows an event.
func (v *pageRequest) event(seen *httpapi.Seen) (string, *frame) {
	e := v.known(*seen)
	d := eventDetail{
		detail: v.detail(seen, e.Title, e.Description), When: v.t.whole(&e), Cost: e.Cost, Image: webAddress(e.Image),
		Protected: seen.Locked, Featured: e.Featured, Save: v.rest("/events/"+strconv.FormatInt(e.ID, 10), url.Values{"format": {"ics"}}),
	}
	if d.Text == "" {
		d.detail = v.detail(seen, e.Title, e.Excerpt)
	}
	if (!e.AllDay || otherDay(&e, v.api.Env.Deployment.Zone)) && !seen.Locked {
		d.Zone = compact(", ", e.TimeZone, e.Zone)
	}
	if site := webAddress(e.Website); site != e.URL {
		d.Website = site
	}
	if seen.Locked {
		d.Save = "" // The interface answers it to nobody without the password.
	}
	for _, venue := range e.Venues {
		d.Places = append(d.Places, v.place(venue))
	}
	for _, organizer := range e.Organizers {
		d.Organizers = append(d.Organizers, link{organizer.Name, v.link(pathOf(v.api.Env.Deployment.SiteURL, organizer.URL), nil)})
	}
	d.Topics = append(v.topics("category", e.Categories), v.topics("tag", e.Tags)...)
	words := compact(" · ", compact(" – ", d.When.Start.Text, d.When.End.Text), firstPlace(e.Venues), summary(e.Excerpt, e.Description))
	f := v.about(e.Title, e.URL, words, e.Image)
	f.OpenGraph, f.Body = "article", d // Open Graph has no type for events.
	if e.JSONLD != nil {
		f.JSONLD = e.JSONLD
	}
	return "event", f
}

// firstPlace says in short where an event is.
func firstPlace(venues []Venue) string {
	if len(venues) == 0 {
		return ""
	}
	return compact(", ", venues[0].Name, venues[0].City)
}

// topics links to the pages of terms of an event.  Those of categories lie below
// their parents, to which the page that is linked here leads on.
func (v *pageRequest) topics(kind string, terms []Term) []link {
	var list []link
	path := v.api.Env.Resource(kind).PagePath
	for _, term := range terms {
		list = append(list, link{term.Name, v.link(path+"/"+url.PathEscape(term.Slug)+"/", nil)})
	}
	return list
}

// place shows a venue as part of another page.
func (v *pageRequest) place(venue Venue) place {
	return place{
		link:    link{venue.Name, v.link(pathOf(v.api.Env.Deployment.SiteURL, venue.URL), nil)},
		Address: compact(", ", venue.Address, compact(" ", venue.Code, venue.City), venue.Region, venue.Country),
		Map:     mapOf(venue),
	}
}

// mapOf returns the address of a map of OpenStreetMap with the venue: by its
// coordinates, else by its address; "" where there is neither, or no map is
// wanted.
func mapOf(venue Venue) string {
	if !venue.ShowMapLink {
		return ""
	}
	if venue.Latitude != nil && venue.Longitude != nil {
		lat, lng := degrees(*venue.Latitude), degrees(*venue.Longitude)
		return "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lng + "#map=17/" + lat + "/" + lng
	}
	words := compact(", ", venue.Address, venue.City, venue.Country)
	if venue.Address == "" || words == "" {
		return ""
	}
	return "https://www.openstreetmap.org/search?" + url.Values{"query": {words}}.Encode()
}

// degrees writes a coordinate.
func degrees(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// venueDetail is the content of a venue's page.
type venueDetail struct {
	detail
	Place place
	Image string
}

// venue shows a venue and what takes place there.
func (v *pageRequest) venue(seen *httpapi.Seen) (string, *frame) {
	venue := v.convert.Venue(seen.View)
	d := venueDetail{detail: v.detail(seen, venue.Name, venue.Description), Place: v.place(venue), Image: webAddress(venue.Image)}
	d.Label, d.Phone, d.Website = v.t.VenueLabel, venue.Phone, webAddress(venue.Website)
	f := v.about(venue.Name, venue.URL, compact(" · ", d.Place.Address, summary(venue.Description)), venue.Image)
	if venue.JSONLD != nil {
		f.JSONLD = placeData{schemaOrg, venue.JSONLD}
	}
	if !v.planned(f, &d.detail, "venue", strconv.FormatInt(venue.ID, 10), v.language) {
		return "", nil
	}
	for i := range d.Days {
		for j := range d.Days[i].Events {
			d.Days[i].Events[j].Where = "" // The page has said so.
		}
	}
	f.Body = d
	return "venue", f
}

// schemaOrg is the vocabulary of json_ld, which parts of an event do not name.
const schemaOrg = "http://schema.org"

// placeData is a venue as schema.org describes it, as a document of its own.
type placeData struct {
	Context string `json:"@context"`
	*calendar.PlaceLD
}

// personData is the same for an organizer.
type personData struct {
	Context string `json:"@context"`
	*calendar.PersonLD
}

// organizerDetail is the content of an organizer's page.
type organizerDetail struct {
	detail
	Image string
}

// organizer shows an organizer and what is organized.
func (v *pageRequest) organizer(seen *httpapi.Seen) (string, *frame) {
	o := v.convert.Organizer(seen.View)
	d := organizerDetail{detail: v.detail(seen, o.Name, o.Description), Image: webAddress(o.Image)}
	d.Label, d.Phone, d.Website = v.t.Organizer, o.Phone, webAddress(o.Website)
	if strings.Contains(o.Email, "@") {
		d.Email = o.Email
	}
	f := v.about(o.Name, o.URL, summary(o.Description), o.Image)
	if o.JSONLD != nil {
		f.JSONLD = personData{schemaOrg, o.JSONLD}
	}
	if !v.planned(f, &d.detail, "organizer", strconv.FormatInt(o.ID, 10), v.language) {
		return "", nil
	}
	f.Body = d
	return "organizer", f
}

// term shows a category or a tag and its events, which are in its language.
func (v *pageRequest) term(seen *httpapi.Seen) (string, *frame) {
	term := v.convert.Term(seen.View)
	path := "/" + pathOf(v.api.Env.Deployment.SiteURL, term.URL)
	if own := "/" + ownPath(v.r); strings.TrimSuffix(own, "/") != strings.TrimSuffix(path, "/") {
		// Below the terms above it, which may have changed.
		v.w.Header().Set("Location", v.root+path[1:]+search(v.query))
		v.w.WriteHeader(http.StatusFound)
		return "", nil
	}
	filter, label := paramCategory, v.t.Category
	if strings.HasPrefix(path, "/"+v.api.Env.Resource("tag").PagePath+"/") {
		filter, label = "tags", v.t.TagLabel
	}
	d := detail{Name: term.Name, Lang: v.t.otherLanguage(seen.Language), Label: label, Back: v.link("", nil)}
	f := v.about(term.Name, term.URL, compact(" · ", term.Description, v.t.SiteDescription), "")
	if !v.planned(f, &d, filter, strconv.FormatInt(term.ID, 10), seen.Language) {
		return "", nil
	}
	f.Body = termDetail{detail: d, About: term.Description}
	return "term", f
}

// termDetail is the content of the page of a category or a tag.
type termDetail struct {
	detail
	About string
}

// ownPath returns the path of a request without the slash in front, escaped as
// in the addresses of records.
func ownPath(r *http.Request) string {
	names := slugs(r.URL.EscapedPath())
	for i, name := range names {
		names[i] = url.PathEscape(name)
	}
	return strings.Join(names, "/")
}
