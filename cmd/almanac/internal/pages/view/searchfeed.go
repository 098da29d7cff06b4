package view

import (
	"net/url"
	"strings"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/generated"
	"almanac/runtime/calendar"
	"almanac/runtime/httpapi"
	"almanac/runtime/records"
)

// searchFeedPath is the path of the feeds of a search, which their format follows. The API
// searches the texts of events alone, pages also the names of what events belong to.
const (
	SearchFeedPath = "/search."
	FormatCalendar = "ics"
	FormatNews     = "rss"
)

// searchFeeds sets the feeds of a page with a search among its filters.
func searchFeeds(p *events.Page, f *frame.Frame, filters url.Values) {
	feed := func(format string) string { return strings.TrimPrefix(SearchFeedPath, "/") + format }
	f.Calendar, f.News = p.Link(feed(FormatCalendar), filters), p.Link(feed(FormatNews), filters)
	address := p.API.Env.Deployment.SiteURL + "/" + strings.TrimPrefix(f.Calendar, p.Root)
	f.Subscription = frame.Subscription{Address: address, Programs: p.Programs(address)}
}

// SearchFeed sends the events of all times that the filters of an address leave.
func SearchFeed(p *events.Page, format string) {
	a := p.Address()
	if err := p.Locate(&a); err != nil {
		p.Fail(err)
		return
	}
	m, err := p.MeaningOf(a.Search)
	if err != nil {
		p.Fail(err)
		return
	}
	params := feedParams(p, a)
	for name, value := range p.Speaking() {
		params.Set(name, value)
	}
	params.Set("format", format)
	in := new(struct {
		httpapi.ListHeaders
		generated.EventList
		calendar.FeedFormat
	})
	p.API.SendFeed(p.W, p.R, p.API.Env.Resource("event"), params, in, records.ListOptions{Related: m.Related})
}
