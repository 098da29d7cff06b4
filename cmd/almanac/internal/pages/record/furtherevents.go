package record

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// maxFurther is how many events of a venue, or like the event, its page shows.
const maxFurther = 3

// furtherEvents is a short list of other events on the page of one.
type furtherEvents struct {
	Heading string
	Events  []events.Item
	All     string // Address of the list with all of them.
}

// further returns the next events at the first venue of an event, and others in its
// categories: a statement each.
func further(p *events.Page, e *events.Event) ([]furtherEvents, error) {
	if e.Protected {
		return nil, nil
	}
	var lists []furtherEvents
	known := []int64{e.ID}
	add := func(heading string, target string, ids []int64, all url.Values) error {
		link := linkTo(p.API.Env.Resource("event"), p.API.Env.Resource(target))
		// With a date of its own series.
		found, err := nextLinked(p, records.Linked{Link: link, IDs: ids}, int64(maxFurther+len(known)+1))
		if err != nil {
			return err
		}
		list := furtherEvents{Heading: heading, All: p.Link("", all)}
		for _, seen := range found {
			other := events.NewEvent(seen)
			if slices.Contains(known, other.ID) || isOfSeries(seen, e.SeriesID) || len(list.Events) == maxFurther {
				continue
			}
			known = append(known, other.ID)
			one := p.Item(&other)
			one.When = other.Whole(p.T)
			list.Events = append(list.Events, one)
		}
		if len(list.Events) > 0 {
			lists = append(lists, list)
		}
		return nil
	}
	if len(e.Venues) > 0 {
		all := url.Values{address.ParamView: {address.ViewList}, address.ParamVenue: {strconv.FormatInt(e.Venues[0].ID, 10)}}
		if err := add(p.T.Text("More at %s", e.Venues[0].Name), "venue", []int64{e.Venues[0].ID}, all); err != nil {
			return nil, err
		}
	}
	if len(e.Categories) > 0 {
		var ids []int64
		for _, category := range e.Categories {
			ids = append(ids, category.ID)
		}
		all := url.Values{address.ParamView: {address.ViewList}, address.ParamCategory: {e.Categories[0].Slug}}
		if err := add(p.T.Text("More like this"), "category", ids, all); err != nil {
			return nil, err
		}
	}
	return lists, nil
}

// isOfSeries reports whether a record is a date of a series.
func isOfSeries(seen records.Record, series int64) bool {
	o := model.OccurrenceOf(seen.Record)
	return o != nil && o.SeriesID == series
}

// nextLinked returns the first events with a link that begin today or later, without what
// they link to; of each series the next date alone.
func nextLinked(p *events.Page, linked records.Linked, size int64) ([]records.Record, error) {
	l := events.Listing{Params: map[string]string{
		"strict_dates": "1", "starts_after": p.Midnight.Add(-time.Second).Format(time.RFC3339),
	}}
	page, err := p.Visit.List("event", l.With(p.Speaking()).Params, records.ListOptions{
		PageSize: size, Uncounted: true, WithoutLinks: true, Linked: []records.Linked{linked},
		NextOfSeries: dates.Zone{}.At(p.Midnight),
	})
	if err != nil {
		return nil, err
	}
	return page.Records, nil
}

// linkTo returns the link of a resource to another.
func linkTo(from, to *model.Resource) *model.Link {
	i := slices.IndexFunc(from.Links, func(l *model.Link) bool { return l.Target == to })
	return from.Links[i]
}
