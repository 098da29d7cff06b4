package pages

import (
	"maps"
	"net/http"
	"strconv"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/records"
)

// period is the days that a page is about.  They are those of each event's own
// clock; but a list from today on has whatever goes on or is still to come, and
// today begins at one instant.
type period struct {
	from, until time.Time // First and last day; a zero last day is no bound.
	today       bool      // The first day is today, and nobody has asked for it.
}

// listing is a list of events by the parameters of the API.
type listing struct {
	params   map[string]string
	ownClock []string // Of the parameters, those that compare with the clock of each event.
}

// with returns the listing with further parameters.
func (l listing) with(further map[string]string) listing {
	l.params = maps.Clone(l.params)
	maps.Copy(l.params, further)
	return l
}

// within returns the listing of the events that take place within a period.
func (p *pageRequest) within(of period) (listing, error) {
	if p.longest == nil {
		longest, err := p.visit.longest("event")
		if err != nil {
			return listing{}, err
		}
		p.longest = &longest
	}
	longest := *p.longest
	// The API takes start_date and end_date as a frame that events lie
	// within; a calendar shows what is under way too.  None of that has begun
	// earlier than the longest event lasts, which spares the search of the past.
	before := of.from.Unix() - 1
	params := map[string]string{
		"strict_dates": "1",
		"ends_after":   string(dates.FromUnix(before)), "starts_after": string(dates.FromUnix(before - longest - 1)),
	}
	ownClock := []string{"ends_after", "starts_after", "starts_before"}
	if of.today {
		ownClock = ownClock[2:]
		before = p.midnight.Unix() - 1
		params["ends_after"] = time.Unix(before, 0).UTC().Format(time.RFC3339)
		// Events last as long by their clocks, which may be set in the meantime.
		since := time.Unix(before-longest-1-2*int64(dates.MaxOffset/time.Second), 0).UTC()
		params["starts_after"] = since.Format(time.RFC3339)
		if since.Year() < 1 {
			delete(params, "starts_after") // It may be no date in the zone of the site.
		}
	}
	if !of.until.IsZero() {
		params["starts_before"] = string(dates.FromUnix(of.until.AddDate(0, 0, 1).Unix()))
	}
	return listing{params, ownClock}, nil
}

// over returns the listing of the events that were over when today began, the latest first.
func (p *pageRequest) over() listing {
	return listing{params: map[string]string{
		"strict_dates": "1", "order": "desc", "starts_before": p.midnight.Format(time.RFC3339),
		"ends_before": p.midnight.Add(time.Second).Format(time.RFC3339), // What ends at midnight is over.
	}}
}

// listed returns the listing of the events in the view of an address.
func (p *pageRequest) listed(a address) (listing, error) {
	switch a.View {
	case viewPast:
		return p.over(), nil
	case viewMonth:
		return p.within(period{from: a.Month, until: a.Month.AddDate(0, 1, -1)})
	case viewWeek:
		return p.within(period{from: a.From, until: a.From.AddDate(0, 0, 6)})
	case viewDay:
		return p.within(period{from: a.From, until: a.From})
	default:
		return p.within(period{a.From, a.Until, a.Today})
	}
}

// events lists the events in the language of the page that take place within a period.  With
// size above 0 a page has so many.  Filters of the address that no list takes are noted and
// left out.
func (p *pageRequest) events(a *address, of period, size int64) (*records.Page, error) {
	l, err := p.within(of)
	if err != nil {
		return nil, err
	}
	return p.narrowed(a, l.with(p.speaking()), size)
}

// pastEvents lists the events that were over when today began, the latest first.  Further
// parameters are those of the API.
func (p *pageRequest) pastEvents(a *address, size int64, further map[string]string) (*records.Page, error) {
	return p.narrowed(a, p.over().with(further), size)
}

// unendedEvents lists the events that were not over when today began.
func (p *pageRequest) unendedEvents(a *address, further map[string]string) (*records.Page, error) {
	l := listing{params: map[string]string{
		"strict_dates": "1", "ends_after": p.midnight.Add(-time.Second).Format(time.RFC3339),
	}}
	return p.narrowed(a, l.with(further), 0)
}

// maxLone is how many events get no second page of their own: they stand on the first one.
const maxLone = 2

// endsShort reports whether a page is one of two, of which the second has few events.
func endsShort(page *records.Page, number int64) bool {
	last := int64(len(page.Records))
	if number == 1 {
		last = page.Total - last
	}
	return page.Pages == 2 && last <= maxLone
}

// narrowed lists a page of the events of a listing that the filters of the address leave.
// What of the address no list takes is noted and left out.  With size 0, pages have so many as
// those of the API, but for maxLone.
func (p *pageRequest) narrowed(a *address, l listing, size int64) (*records.Page, error) {
	for {
		if err := p.locate(a); err != nil {
			return nil, err
		}
		m, err := p.meaningOf(a.Search)
		if err != nil {
			return nil, err
		}
		sent := p.counted(*a, l, m)
		sent.params[paramPage] = strconv.FormatInt(a.Page, 10)
		sent.options.PageSize = size
		page, err := p.visit.list("event", sent.params, sent.options)
		f := apierror.As(err)
		if f == nil {
			if err == nil && size == 0 && endsShort(page, a.Page) {
				size, a.Page = page.Total, 1
				continue
			}
			if err == nil && a.isCollapsed() {
				p.patterns, err = p.visit.patterns(page.Records)
			}
			return page, err
		}
		before := len(p.notes)
		for _, name := range filterNames {
			value := a.filters()[name]
			if _, ok := f.Params[name]; ok && *value != "" {
				p.note(p.t.invalidFilter(name, printable(*value)))
				*value = ""
			}
		}
		if f.Status == http.StatusNotFound && a.Page > 1 {
			p.note(p.t.Text("There is no page “%s”.", strconv.FormatInt(a.Page, 10)))
			a.Page = 1
		}
		if len(p.notes) == before {
			return nil, err
		}
	}
}

// counted is a list of events as the API reads it.
type counted struct {
	params  map[string]string
	options records.ListOptions
}

// counted returns the list of the events of a listing that the filters of an address leave,
// of which m is what its search means.  The
// center of its distance is known.
func (p *pageRequest) counted(a address, l listing, m *meaning) counted {
	c := counted{l.with(nil).params, records.ListOptions{OwnClock: l.ownClock, Related: m.related}}
	for name, value := range a.filters() {
		if *value != "" && name != paramNear && name != paramWithin {
			c.params[name] = *value
		}
	}
	if a.Near != "" {
		maps.Copy(c.params, p.center.params())
	}
	if a.isCollapsed() {
		c.params[paramCollapse] = collapseSeries
	}
	return c
}

// speaking returns the parameters that limit a list to the page's language.
func (p *pageRequest) speaking() map[string]string {
	if p.language == "" {
		return nil
	}
	return map[string]string{p.api.Env.Deployment.LanguageParam: p.language}
}
