package pages

import (
	"maps"
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
func (p *pageRequest) zoneOf(e *Event) string {
	if e.AllDay && !otherDay(e, p.api.Env.Deployment.Zone) {
		return ""
	}
	if e.Zone == e.TimeZone {
		return e.Zone // UTC.
	}
	return compact(", ", e.TimeZone, e.Zone)
}

// place shows a venue as part of another page.
func (p *pageRequest) place(venue Record) place {
	a := venue.Address
	return place{
		link:    link{venue.Name, p.linkTo(venue.URL)},
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
		lat, lng := strconv.FormatFloat(*venue.Latitude, 'f', -1, 64), strconv.FormatFloat(*venue.Longitude, 'f', -1, 64)
		return "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lng + "#map=17/" + lat + "/" + lng
	}
	a := venue.Address
	words := compact(", ", a.Street, a.Locality, a.Country)
	if a.Street == "" || words == "" {
		return ""
	}
	return "https://www.openstreetmap.org/search" + search(url.Values{"query": {words}})
}

// recordDetail is the content of the page of a record other than an event.
type recordDetail struct {
	detail
	Place   place
	Picture *picture // Nil for none.
}

// post makes the page of a post other than an event: the fields that the description gives a
// schema.org property, and the events that link to it.
func (p *pageRequest) post(resource *model.Resource, seen *records.Record) (*frame, error) {
	r := newRecord(seen.View.(views.PageRecord))
	d := recordDetail{
		detail: p.detail(seen, r.Name, r.Description), Place: p.place(r), Picture: p.picture(r.Image, onRecord),
	}
	d.Label, d.Phone, d.Website = p.t.Text(model.Words(resource.Name)), r.Telephone, webAddress(r.Website)
	if strings.Contains(r.Email, "@") {
		d.Email = r.Email
	}
	if r.Start != "" {
		e := Event{
			Start: dates.WallTime(r.Start), End: dates.WallTime(r.End), StartUTC: dates.WallTime(r.StartUTC),
			EndUTC: dates.WallTime(r.EndUTC), TimeZone: r.TimeZone, AllDay: r.AllDay,
		}
		e.Zone = e.zone().AbbreviationAt(e.StartUTC)
		d.When, d.Zone = e.whole(p.t), p.zoneOf(&e)
	}
	f := p.about(r.Name, r.URL, compact(" · ", d.When.Text(), d.Place.Address, summary(r.Description)), r.Image)
	if r.JSONLD != nil {
		ld := newLinkedData(r.JSONLD)
		ld["url"] = r.URL
		if ld["@type"] == "Person" {
			ld["@type"] = organization
		}
		f.JSONLD = ld
	}
	events := p.api.Env.Resource("event")
	if filter := filterOf(events, resource); filter != "" {
		params := map[string]string{filter: strconv.FormatInt(r.ID, 10)}
		maps.Copy(params, p.speaking())
		if err := p.addEvents(f, &d.detail, params); err != nil {
			return nil, err
		}
	}
	isLocation := func(l *model.Link) bool { return l.Target == resource && l.SchemaOrg == "location" }
	if slices.ContainsFunc(events.Links, isLocation) {
		for _, days := range [][]day{d.Days, d.Past} {
			for i := range days {
				for j := range days[i].Events {
					days[i].Events[j].Where = "" // The page has said so.
				}
			}
		}
	}
	f.Body = d
	return f, nil
}

// filterOf returns the list parameter of events that names records of a resource, ""
// if there is none.
func filterOf(events, resource *model.Resource) string {
	for _, arg := range events.ListArgs {
		if arg.Link == resource.Name {
			return arg.Name
		}
	}
	return ""
}

// termDetail is the content of the page of a category or a tag.
type termDetail struct {
	detail
	About string
}

// term makes the page of a category or a tag with its events, which are in its language.  The
// page does not depend on the terms above it in the path: they may have changed, and the
// canonical address names them.
func (p *pageRequest) term(resource *model.Resource, seen *records.Record) (*frame, error) {
	term := newRecord(seen.View.(views.PageRecord))
	d := termDetail{detail: p.detail(seen, term.Name, ""), About: unescape(term.Description)}
	d.Label = p.t.Text(model.Words(resource.Name))
	invitation := p.t.Text("Events by month and as a list, to search and to add to your calendar.")
	f := p.about(term.Name, term.URL, compact(" · ", d.About, invitation), nil)
	if filter := filterOf(p.api.Env.Resource("event"), resource); filter != "" {
		params := map[string]string{filter: strconv.FormatInt(term.ID, 10)}
		if language := seen.Language(); language != "" {
			params[p.api.Env.Deployment.LanguageParam] = language
		}
		if err := p.addEvents(f, &d.detail, params); err != nil {
			return nil, err
		}
		if names := slugs(strings.TrimPrefix(term.URL, p.api.Env.Deployment.SiteURL)); len(names) > 0 {
			f.showsPath("events/" + search(url.Values{filter: {names[len(names)-1]}}))
		}
	}
	f.Body = d
	return f, nil
}
