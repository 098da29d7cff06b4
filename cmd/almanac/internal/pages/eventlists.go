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

// events lists the events in the language of the page that take place within a period.  With
// size above 0 a page has so many.  Filters of the address that no list takes are noted and
// left out.
func (p *pageRequest) events(a *address, of period, size int64) (*records.Page, error) {
	if p.longest == nil {
		longest, err := p.visit.longest("event")
		if err != nil {
			return nil, err
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
	maps.Copy(params, p.speaking())
	return p.narrowed(a, params, size, ownClock...)
}

// pastEvents lists the events that were over when today began, the latest first.  Further
// parameters are those of the API.
func (p *pageRequest) pastEvents(a *address, size int64, further map[string]string) (*records.Page, error) {
	params := map[string]string{
		"strict_dates": "1", "order": "desc", "starts_before": p.midnight.Format(time.RFC3339),
		"ends_before": p.midnight.Add(time.Second).Format(time.RFC3339), // What ends at midnight is over.
	}
	maps.Copy(params, further)
	return p.narrowed(a, params, size)
}

// unendedEvents lists the events that were not over when today began.
func (p *pageRequest) unendedEvents(a *address, further map[string]string) (*records.Page, error) {
	params := map[string]string{
		"strict_dates": "1", "ends_after": p.midnight.Add(-time.Second).Format(time.RFC3339),
	}
	maps.Copy(params, further)
	return p.narrowed(a, params, 0)
}

// narrowed lists a page of the events that parameters of the API and the filters of the
// address leave.  What of the address no list takes is noted and left out.
func (p *pageRequest) narrowed(
	a *address, params map[string]string, size int64, ownClock ...string,
) (*records.Page, error) {
	for {
		sent := maps.Clone(params)
		for name, value := range a.filters() {
			if *value != "" {
				sent[name] = *value
			}
		}
		sent[paramPage] = strconv.FormatInt(a.Page, 10)
		page, err := p.visit.list("event", sent, size, ownClock...)
		f := apierror.As(err)
		if f == nil {
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
			p.note(p.t.Text("There is no page %q.", strconv.FormatInt(a.Page, 10)))
			a.Page = 1
		}
		if len(p.notes) == before {
			return nil, err
		}
	}
}

// speaking returns the parameters that limit a list to the page's language.
func (p *pageRequest) speaking() map[string]string {
	if p.language == "" {
		return nil
	}
	return map[string]string{p.api.Env.Deployment.LanguageParam: p.language}
}
