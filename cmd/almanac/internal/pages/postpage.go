package pages

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/views"
)

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
