package record

import (
	"net/url"
	"strconv"
	"time"

	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/runtime/records"
)

// maxPast is how many events that are over stand below those to come.
const maxPast = 5

// addEvents adds the events that parameters of the API leave to the page of a record: those
// to come and some that are over, or with viewPast all that are over.
func addEvents(p *events.Page, f *frame.Frame, d *detail, params map[string]string) error {
	here := "./" + frame.LastSegment(p.R)
	if p.Preview {
		here = p.Relative(f.Canonical)
	}
	link := func(past bool, number int64) string {
		own := url.Values{}
		if p.Named {
			own.Set(p.API.Env.Deployment.LanguageParam, p.Language)
		}
		if past {
			own.Set(address.ParamView, address.ViewPast)
		}
		if number > 1 {
			own.Set(address.ParamPage, strconv.FormatInt(number, 10))
		}
		return here + frame.Query(p.WithTexts(own))
	}
	d.Planned, d.PastOnly = true, p.Query.Get(address.ParamView) == address.ViewPast
	a := address.Address{Page: p.PageNumber()}
	var page *records.Page
	var err error
	if d.PastOnly {
		f.NoIndex = true
		if page, err = p.PastEvents(&a, 0, params); err != nil {
			return err
		}
		d.Days = p.Days(page.Records, time.Time{}, false)
	} else {
		if page, err = p.UnendedEvents(&a, params); err != nil {
			return err
		}
		d.Days = p.Days(page.Records, p.Today, true)
		past, err := p.PastEvents(&address.Address{Page: 1}, maxPast, params)
		if err != nil {
			return err
		}
		d.Past = p.Days(past.Records, time.Time{}, false)
		if past.Pages > 1 {
			d.MorePast = link(true, 1)
		}
	}
	d.Count = p.T.Count(page.Total)
	at := func(n int64) string { return link(d.PastOnly, n) }
	d.Previous, d.Next, d.Position = events.Pager(p.T, a.Page, page.Pages, at)
	feed := url.Values{}
	for name, value := range params {
		feed.Set(name, value)
	}
	p.SetFeeds(f, feed)
	return nil
}
