package pages

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/views"
)

// link is a link with its text.
type link struct{ Text, Href string }

// place is a venue with a link to its page and to a map.
type place struct {
	link
	Address string
	Map     string // "" for none.
}

// zoneOf names the zone that the times of an event are in, "" for whole days like those
// of the site.
func (v *pageRequest) zoneOf(e *Event) string {
	if e.AllDay && !otherDay(e, v.api.Env.Deployment.Zone) {
		return ""
	}
	if e.Zone == e.TimeZone {
		return e.Zone // UTC.
	}
	return compact(", ", e.TimeZone, e.Zone)
}

// place shows a venue as part of another page.
func (v *pageRequest) place(venue Record) place {
	a := venue.Address
	return place{
		link:    link{venue.Name, v.link(pathOf(v.api.Env.Deployment.SiteURL, venue.URL), nil)},
		Address: compact(", ", a.Street, compact(" ", a.Code, a.Locality), a.Region, a.Country),
		Map:     mapOf(venue),
	}
}

// mapOf returns the address of a map of OpenStreetMap with the venue: by its
// coordinates, else by its address; "" where there is neither, or no map is
// wanted.
func mapOf(venue Record) string {
	if !venue.HasMap {
		return ""
	}
	if venue.Latitude != nil && venue.Longitude != nil {
		lat, lng := degrees(*venue.Latitude), degrees(*venue.Longitude)
		return "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lng + "#map=17/" + lat + "/" + lng
	}
	a := venue.Address
	words := compact(", ", a.Street, a.Locality, a.Country)
	if a.Street == "" || words == "" {
		return ""
	}
	return "https://www.openstreetmap.org/search?" + url.Values{"query": {words}}.Encode()
}

// degrees writes a coordinate.
func degrees(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// recordDetail is the content of the page of a record other than an event.
type recordDetail struct {
	detail
	Place   place
	Picture *picture // Nil for none.
	Planned bool     // Events can link to it.
}

// showPost shows a post other than an event: the fields that the description gives a
// schema.org property, and the events that link to it.
func showPost(v *pageRequest, k *model.Resource, seen *records.Record) (string, *frame) {
	r := NewRecord(seen.View.(views.PageRecord))
	d := recordDetail{detail: v.detail(seen, r.Name, r.Description), Place: v.place(r), Picture: v.picture(r.Image, onRecord)}
	d.Label, d.Phone, d.Website = v.t.Text(model.Words(k.Name)), r.Telephone, webAddress(r.Website)
	if strings.Contains(r.Email, "@") {
		d.Email = r.Email
	}
	if r.Start != "" {
		e := Event{
			Start: dates.WallTime(r.Start), End: dates.WallTime(r.End), StartUTC: dates.WallTime(r.StartUTC), EndUTC: dates.WallTime(r.EndUTC),
			TimeZone: r.TimeZone, AllDay: r.AllDay,
		}
		e.Zone = e.zone().AbbreviationAt(e.StartUTC)
		d.When, d.Zone = e.whole(v.t), v.zoneOf(&e)
	}
	f := v.about(r.Name, r.URL, compact(" · ", d.When.Text(), d.Place.Address, summary(r.Description)), r.Image)
	if r.JSONLD != nil {
		f.JSONLD = recordData(r)
	}
	filter := filterOf(v.api.Env.Resource("event"), k)
	if d.Planned = filter != ""; d.Planned {
		if err := (linkedEvents{v, filter, strconv.FormatInt(r.ID, 10), v.language}).show(f, &d.detail); err != nil {
			v.fail(err)
			return "", nil
		}
	}
	if isLocation(v.api.Env.Resource("event"), k) {
		for _, days := range [][]day{d.Days, d.Past} {
			for i := range days {
				for j := range days[i].Events {
					days[i].Events[j].Where = "" // The page has said so.
				}
			}
		}
	}
	f.Body = d
	return "record", f
}

// recordData describes a record other than an event, whose page has its address.
func recordData(r Record) linkedData {
	ld := newLinkedData(r.JSONLD)
	ld["url"] = r.URL
	if ld["@type"] == "Person" {
		ld["@type"] = organization
	}
	return ld
}

// filterOf returns the list parameter of events that names records of a resource, ""
// if there is none.
func filterOf(events, k *model.Resource) string {
	for _, arg := range events.ListArgs {
		if arg.Link == k.Name {
			return arg.Name
		}
	}
	return ""
}

// isLocation reports whether events take place at records of a resource.
func isLocation(events, k *model.Resource) bool {
	return slices.ContainsFunc(events.Links, func(l *model.Link) bool { return l.Target == k && l.SchemaOrg == "location" })
}

// showTerm shows a category or a tag and its events, which are in its language.  Of the terms
// above it in the path nothing depends: they may have changed, and the canonical address
// names them.
func showTerm(v *pageRequest, k *model.Resource, seen *records.Record) (string, *frame) {
	term := NewRecord(seen.View.(views.PageRecord))
	d := termDetail{detail: detail{Name: term.Name, Lang: otherLanguage(v.t, seen.Language()), Label: v.t.Text(model.Words(k.Name)), Back: v.link("", nil)}, About: unescape(term.Description)}
	f := v.about(term.Name, term.URL, compact(" · ", d.About, v.t.Text("Events by month and as a list, to search and to add to your calendar.")), nil)
	filter := filterOf(v.api.Env.Resource("event"), k)
	if d.Planned = filter != ""; d.Planned {
		if err := (linkedEvents{v, filter, strconv.FormatInt(term.ID, 10), seen.Language()}).show(f, &d.detail); err != nil {
			v.fail(err)
			return "", nil
		}
	}
	if names := slugs(pathOf(v.api.Env.Deployment.SiteURL, term.URL)); d.Planned && len(names) > 0 {
		f.showsPath("events/?" + url.Values{filter: {names[len(names)-1]}}.Encode())
	}
	f.Body = d
	return "term", f
}

// termDetail is the content of the page of a category or a tag.
type termDetail struct {
	detail
	About   string
	Planned bool // Events can link to it.
}
