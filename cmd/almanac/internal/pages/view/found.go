package view

import (
	"cmp"
	"slices"
	"strconv"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/almanac/internal/pages/visit"
	"almanac/runtime/naming"
	"almanac/runtime/records"
)

// maxOffers is how many lists of what a search names a page offers.
const maxOffers = 6

// matchFilter returns the filter that narrows a list to what words name, and its value.
func matchFilter(p *events.Page, m *naming.Match) (filter, value string) {
	switch {
	case m.IsFurther:
		return address.ParamCity, m.Further
	case m.Resource.Post:
		value = strconv.FormatInt(m.ID, 10)
	default:
		value = m.Slug
	}
	return events.FilterOf(p.API.Env.Resource("event"), m.Resource), value
}

// addFound adds to a calendar the lists of what a search names, with the same dates, what the
// filters leave at other times, and for an empty view what there is without each of them.  It
// counts all of them by one batch.  An empty view that leads to the next event needs no others.
func addFound(p *events.Page, c *calendarView, a address.Address) error {
	if c.Empty {
		addNothing(p, c, a)
	}
	if a.Search == "" && (!c.Empty || !a.Filtered() && c.Upcoming.Time.Href != "") {
		return nil
	}
	m, err := p.MeaningOf(a.Search)
	if err != nil {
		return err
	}
	var links []frame.Choice
	var lists []visit.List
	add := func(text string, to, from address.Address, l events.Listing, linked ...records.Linked) {
		links = append(links, frame.Choice{Text: text, Href: p.Link("", to.Params())})
		list := p.Counted(from, l.With(p.Speaking()), m)
		list.Options.Linked = linked
		lists = append(lists, list)
	}
	shown, err := p.Listed(a)
	if err != nil {
		return err
	}
	for _, match := range m.Matches {
		to := a
		filter, id := matchFilter(p, &match)
		value := to.Filters()[filter]
		if *value != "" || len(links) == maxOffers {
			continue
		}
		*value, to.Page, to.Search = id, 1, events.Without(a.Search, match.Words)
		from := a
		from.Search = to.Search
		add(p.T.Pair(p.Label(&match), match.Name())+" – ", to, from, shown, match.Linked)
	}
	offers := len(links)
	if c.Empty {
		set := removals(p, &c.Form, a)
		for _, r := range set {
			text := p.T.Text("Remove “%s”", cmp.Or(r.value, r.label))
			if r.filter == address.ParamSearch {
				text = p.T.Text("Clear search")
			}
			add(text+" – ", r.rest, r.rest, shown)
		}
		if rest := a.Unfiltered(); len(set) > 1 {
			rest.Page = 1
			add(p.T.Text("Clear filters")+" – ", rest, rest, shown)
		}
	}
	ways := len(links)
	addTime := func(text string, to address.Address, l events.Listing) { add(text+": ", to, a, l) }
	if err := addOtherTimes(p, a, addTime); err != nil {
		return err
	}
	totals, err := p.Visit.Count(lists)
	if err != nil {
		return err
	}
	if c.Empty && !a.Filtered() && slices.Max(totals) == 0 {
		addFirst(p, c)
	}
	for i, link := range links {
		link.Text += p.T.Count(totals[i])
		switch {
		case totals[i] == 0:
		case i < offers:
			c.Offers = append(c.Offers, link)
		case i < ways:
			c.Ways = append(c.Ways, link)
		default:
			c.Found = append(c.Found, link)
		}
	}
	if c.Empty && a.Search != "" {
		all := address.Address{View: address.ViewList, Today: true}
		c.Ways = append(c.Ways, frame.Choice{Text: p.T.Text("All upcoming events"), Href: p.Link("", all.Params())})
	}
	if c.Empty && len(c.Offers) == 0 && len(c.Found) == 0 {
		if instead := m.DidYouMean(); instead != "" {
			a.Search = instead
			c.Instead = frame.Choice{Text: p.T.Text("Did you mean %s?", instead), Href: p.Link("", a.Params())}
		}
	}
	return nil
}

// addNothing says that a view has no events.
func addNothing(p *events.Page, c *calendarView, a address.Address) {
	switch {
	case a.Search != "":
		c.Nothing = p.T.Text("No results for “%s”.", frame.Printable(a.Search))
	case a.Filtered():
		c.Nothing = p.T.Text("No matching events. Try different dates or clear the filters.")
	default:
		c.Nothing = p.T.Text("No events. Try different dates.")
	}
}

// addFirst says of a site without events what to do first, also to those who are signed in.
func addFirst(p *events.Page, c *calendarView) {
	c.Nothing, c.First = p.T.Text("No events yet."), p.T.Text("Add the first event")
}

// addOtherTimes adds the lists with the same filters at other times than those of the view.
func addOtherTimes(
	p *events.Page, a address.Address, add func(text string, to address.Address, l events.Listing),
) error {
	other := func(view, text string) error {
		to := a.Now(p.Today)
		to.View, to.Month = view, a.Month
		l, err := p.Listed(to)
		add(text, to, l)
		return err
	}
	if a.View != address.ViewMonth {
		if err := other(address.ViewMonth, p.T.FormatMonth(a.Month)); err != nil {
			return err
		}
	}
	if a.View != address.ViewList || !a.Today || !a.Until.IsZero() {
		if err := other(address.ViewList, p.T.Text("Upcoming events")); err != nil {
			return err
		}
	}
	if a.View != address.ViewPast {
		return other(address.ViewPast, p.T.Text("Past events"))
	}
	return nil
}
