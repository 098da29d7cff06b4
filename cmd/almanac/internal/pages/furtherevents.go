package pages

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"almanac/runtime/records"
)

// maxFurther is how many events of a venue, or like the event, its page shows.
const maxFurther = 3

// furtherEvents is a short list of other events on the page of one.
type furtherEvents struct {
	Heading string
	Events  []item
	All     string // Address of the list with all of them.
}

// further returns the next events at the first venue of an event, and others in its
// categories: a statement each.
func (p *pageRequest) further(e *Event) ([]furtherEvents, error) {
	if e.Protected {
		return nil, nil
	}
	var lists []furtherEvents
	known := []int64{e.ID}
	add := func(heading string, target string, ids []int64, all url.Values) error {
		link := linkTo(p.api.Env.Resource("event"), p.api.Env.Resource(target))
		found, err := p.nextLinked(records.Linked{Link: link, IDs: ids}, int64(maxFurther+len(known)))
		if err != nil {
			return err
		}
		list := furtherEvents{Heading: heading, All: p.link("", all)}
		for _, seen := range found {
			other := newEvent(seen)
			if slices.Contains(known, other.ID) || len(list.Events) == maxFurther {
				continue
			}
			known = append(known, other.ID)
			one := p.item(&other)
			one.When = other.whole(p.t)
			list.Events = append(list.Events, one)
		}
		if len(list.Events) > 0 {
			lists = append(lists, list)
		}
		return nil
	}
	if len(e.Venues) > 0 {
		all := url.Values{paramView: {viewList}, paramVenue: {strconv.FormatInt(e.Venues[0].ID, 10)}}
		if err := add(p.t.Text("More at %s", e.Venues[0].Name), "venue", []int64{e.Venues[0].ID}, all); err != nil {
			return nil, err
		}
	}
	if len(e.Categories) > 0 {
		var ids []int64
		for _, category := range e.Categories {
			ids = append(ids, category.ID)
		}
		all := url.Values{paramView: {viewList}, paramCategory: {e.Categories[0].Slug}}
		if err := add(p.t.Text("More like this"), "category", ids, all); err != nil {
			return nil, err
		}
	}
	return lists, nil
}

// nextLinked returns the first events with a link that begin today or later, without what
// they link to.
func (p *pageRequest) nextLinked(linked records.Linked, size int64) ([]records.Record, error) {
	l := listing{params: map[string]string{
		"strict_dates": "1", "starts_after": p.midnight.Add(-time.Second).Format(time.RFC3339),
	}}
	page, err := p.visit.list("event", l.with(p.speaking()).params, records.ListOptions{
		PageSize: size, Uncounted: true, WithoutLinks: true, Linked: []records.Linked{linked},
	})
	if err != nil {
		return nil, err
	}
	return page.Records, nil
}
