package events

import (
	"maps"
	"net/http"
	"strconv"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/almanac/internal/pages/visit"
	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/records"
)

// Period is the days that a page is about.  They are those of each event's own
// clock; but a list from today on has whatever goes on or is still to come, and
// today begins at one instant.
type Period struct {
	From, Until time.Time // First and last day; a zero last day is no bound.
	Today       bool      // The first day is today, and nobody has asked for it.
	Evening     bool      // Of the first day, its evening alone.
}

// evening is how many seconds after midnight, by the clock of an event, an evening begins.
const evening = 17 * 60 * 60

// Listing is a list of events by the parameters of the API.
type Listing struct {
	Params   map[string]string
	ownClock []string // Of the parameters, those that compare with the clock of each event.
}

// With returns the listing with further parameters.
func (l Listing) With(further map[string]string) Listing {
	l.Params = maps.Clone(l.Params)
	maps.Copy(l.Params, further)
	return l
}

// within returns the listing of the events that take place within a period.
func (p *Page) within(of Period) (Listing, error) {
	if p.longest == nil {
		longest, err := p.Visit.Longest("event")
		if err != nil {
			return Listing{}, err
		}
		p.longest = &longest
	}
	longest := *p.longest
	// The API takes start_date and end_date as a frame that events lie
	// within; a calendar shows what is under way too.  None of that has begun
	// earlier than the longest event lasts, which spares the search of the past.
	before := of.From.Unix() - 1
	params := map[string]string{
		"strict_dates": "1",
		"ends_after":   string(dates.FromUnix(before)), "starts_after": string(dates.FromUnix(before - longest - 1)),
	}
	ownClock := []string{"ends_after", "starts_after", "starts_before"}
	if of.Today {
		ownClock = ownClock[2:]
		before = p.Midnight.Unix() - 1
		params["ends_after"] = time.Unix(before, 0).UTC().Format(time.RFC3339)
		// Events last as long by their clocks, which may be set in the meantime.
		since := time.Unix(before-longest-1-2*int64(dates.MaxOffset/time.Second), 0).UTC()
		params["starts_after"] = since.Format(time.RFC3339)
		if since.Year() < 1 {
			delete(params, "starts_after") // It may be no date in the zone of the site.
		}
	}
	if of.Evening {
		params["ends_after"] = string(dates.FromUnix(of.From.Unix() + evening - 1))
	}
	if !of.Until.IsZero() {
		params["starts_before"] = string(dates.FromUnix(of.Until.AddDate(0, 0, 1).Unix()))
	}
	return Listing{params, ownClock}, nil
}

// over returns the listing of the events that were over when today began, the latest first.
func (p *Page) over() Listing {
	return Listing{Params: map[string]string{
		"strict_dates": "1", "order": "desc", "starts_before": p.Midnight.Format(time.RFC3339),
		"ends_before": p.Midnight.Add(time.Second).Format(time.RFC3339), // What ends at midnight is over.
	}}
}

// Listed returns the listing of the events in the view of an address.
func (p *Page) Listed(a address.Address) (Listing, error) {
	switch a.View {
	case address.ViewPast:
		return p.over(), nil
	case address.ViewMonth:
		return p.within(Period{From: a.Month, Until: a.Month.AddDate(0, 1, -1)})
	case address.ViewWeek:
		return p.within(Period{From: a.From, Until: a.From.AddDate(0, 0, 6)})
	case address.ViewDay:
		return p.within(Period{From: a.From, Until: a.From})
	default:
		return p.within(Period{a.From, a.Until, a.Today, a.Evening})
	}
}

// Events lists the events in the language of the page that take place within a period.  With
// size above 0 a page has so many.  Filters of the address that no list takes are noted and
// left out.
func (p *Page) Events(a *address.Address, of Period, size int64) (*records.Page, error) {
	l, err := p.within(of)
	if err != nil {
		return nil, err
	}
	return p.narrowed(a, l.With(p.Speaking()), size)
}

// PastEvents lists the events that were over when today began, the latest first.  Further
// parameters are those of the API.
func (p *Page) PastEvents(a *address.Address, size int64, further map[string]string) (*records.Page, error) {
	return p.narrowed(a, p.over().With(further), size)
}

// UnendedEvents lists the events that were not over when today began.
func (p *Page) UnendedEvents(a *address.Address, further map[string]string) (*records.Page, error) {
	l := Listing{Params: map[string]string{
		"strict_dates": "1", "ends_after": p.Midnight.Add(-time.Second).Format(time.RFC3339),
	}}
	return p.narrowed(a, l.With(further), 0)
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
func (p *Page) narrowed(a *address.Address, l Listing, size int64) (*records.Page, error) {
	for {
		if err := p.Locate(a); err != nil {
			return nil, err
		}
		m, err := p.MeaningOf(a.Search)
		if err != nil {
			return nil, err
		}
		sent := p.Counted(*a, l, m)
		sent.Params[address.ParamPage] = strconv.FormatInt(a.Page, 10)
		sent.Options.PageSize = size
		page, err := p.Visit.List("event", sent.Params, sent.Options)
		f := apierror.As(err)
		if f == nil {
			if err == nil && size == 0 && endsShort(page, a.Page) {
				size, a.Page = page.Total, 1
				continue
			}
			if err == nil && a.IsCollapsed() {
				p.patterns, err = p.Visit.Patterns(page.Records)
			}
			return page, err
		}
		before := len(p.Notes)
		for _, name := range address.FilterNames {
			value := a.Filters()[name]
			if _, ok := f.Params[name]; ok && *value != "" {
				p.Note(p.T.InvalidFilter(name, frame.Printable(*value)))
				*value = ""
			}
		}
		if f.Status == http.StatusNotFound && a.Page > 1 {
			p.Note(p.T.Text("There is no page “%s”.", strconv.FormatInt(a.Page, 10)))
			a.Page = 1
		}
		if len(p.Notes) == before {
			return nil, err
		}
	}
}

// Counted returns the list of the events of a listing that the filters of an address leave,
// of which m is what its search means.  The center of its distance is known.
func (p *Page) Counted(a address.Address, l Listing, m *Meaning) visit.List {
	c := visit.List{Params: l.With(nil).Params, Options: records.ListOptions{OwnClock: l.ownClock, Related: m.Related}}
	for name, value := range a.Filters() {
		if *value != "" && name != address.ParamNear && name != address.ParamWithin {
			c.Params[name] = *value
		}
	}
	if a.Near != "" {
		maps.Copy(c.Params, p.Center.Params())
	}
	if a.IsCollapsed() {
		c.Params[address.ParamCollapse] = address.CollapseSeries
	}
	return c
}

// Speaking returns the parameters that limit a list to the page's language.
func (p *Page) Speaking() map[string]string {
	if p.Language == "" {
		return nil
	}
	return map[string]string{p.API.Env.Deployment.LanguageParam: p.Language}
}
