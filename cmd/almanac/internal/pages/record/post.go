package record

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/views"
)

// recordDetail is the content of the page of a record other than an event.
type recordDetail struct {
	detail
	Place   place
	Picture *events.Picture // Nil for none.
}

// postFrame makes the page of a post other than an event: the fields that the description gives a
// schema.org property, and the events that link to it.
func postFrame(p *events.Page, resource *model.Resource, seen *records.Record) (*frame.Frame, error) {
	r := events.NewRecord(seen.View.(views.PageRecord))
	d := recordDetail{
		detail: newDetail(p, seen, r.Name, r.Description), Place: placeOf(p, r), Picture: p.Picture(r.Image, events.OnRecord),
	}
	d.Label, d.Phone, d.Website = p.T.Text(model.Words(resource.Name)), r.Telephone, frame.WebAddress(r.Website)
	if strings.Contains(r.Email, "@") {
		d.Email = r.Email
	}
	if r.Start != "" {
		e := events.Event{
			Start: dates.WallTime(r.Start), End: dates.WallTime(r.End), StartUTC: dates.WallTime(r.StartUTC),
			EndUTC: dates.WallTime(r.EndUTC), TimeZone: r.TimeZone, AllDay: r.AllDay,
		}
		e.Zone = e.ParseZone().AbbreviationAt(e.StartUTC)
		d.When, d.Zone = e.Whole(p.T), p.ZoneOf(&e)
	}
	words := frame.Compact(" · ", d.When.Text(), d.Place.Address, frame.Summary(r.Description))
	f := About(p, r.Name, r.URL, words, r.Image)
	if r.JSONLD != nil {
		ld := newLinkedData(r.JSONLD)
		ld["url"] = r.URL
		if ld["@type"] == "Person" {
			ld["@type"] = organization
		}
		f.JSONLD = ld
	}
	event := p.API.Env.Resource("event")
	if filter := events.FilterOf(event, resource); filter != "" {
		params := map[string]string{filter: strconv.FormatInt(r.ID, 10)}
		maps.Copy(params, p.Speaking())
		if err := addEvents(p, f, &d.detail, params); err != nil {
			return nil, err
		}
	}
	isLocation := func(l *model.Link) bool { return l.Target == resource && l.SchemaOrg == "location" }
	if slices.ContainsFunc(event.Links, isLocation) {
		for _, days := range [][]events.Day{d.Days, d.Past} {
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
