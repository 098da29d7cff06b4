package pages

import (
	"net/url"
	"strings"

	"almanac/generated"
	"almanac/runtime/calendar"
	"almanac/runtime/httpapi"
	"almanac/runtime/records"
)

// searchFeedPath is the path of the feeds of a search, which their format follows. The API
// searches the texts of events alone, pages also the names of what events belong to.
const (
	searchFeedPath = "/search."
	formatCalendar = "ics"
	formatNews     = "rss"
)

// searchFeeds sets the feeds of a page with a search among its filters.
func (p *pageRequest) searchFeeds(f *frame, filters url.Values) {
	feed := func(format string) string { return strings.TrimPrefix(searchFeedPath, "/") + format }
	f.Calendar, f.News = p.link(feed(formatCalendar), filters), p.link(feed(formatNews), filters)
	address := p.api.Env.Deployment.SiteURL + "/" + strings.TrimPrefix(f.Calendar, p.root)
	f.Subscription = subscription{Address: address, Programs: p.programs(address)}
}

// searchFeed sends the events of all times that the filters of an address leave.
func (p *pageRequest) searchFeed(format string) {
	a := p.address()
	if err := p.locate(&a); err != nil {
		p.fail(err)
		return
	}
	m, err := p.meaningOf(a.Search)
	if err != nil {
		p.fail(err)
		return
	}
	params := p.feedParams(a)
	for name, value := range p.speaking() {
		params.Set(name, value)
	}
	params.Set("format", format)
	in := new(struct {
		httpapi.ListHeaders
		generated.EventList
		calendar.FeedFormat
	})
	p.api.SendFeed(p.w, p.r, p.api.Env.Resource("event"), params, in, records.ListOptions{Related: m.related})
}
