package pages

import (
	"net/url"
	"strconv"
	"time"

	"almanac/runtime/records"
)

// viewPast is the view of the events that are over.
const viewPast = "past"

// maxPast is how many events that are over stand below those to come.
const maxPast = 5

// addEvents adds the events that parameters of the API leave to the page of a record: those
// to come and some that are over, or with viewPast all that are over.
func (p *pageRequest) addEvents(f *frame, d *detail, params map[string]string) error {
	here := "./" + lastSegment(p.r)
	if p.preview {
		here = p.near(f.Canonical)
	}
	link := func(past bool, number int64) string {
		own := url.Values{}
		if p.named {
			own.Set(p.api.Env.Deployment.LanguageParam, p.language)
		}
		if past {
			own.Set(paramView, viewPast)
		}
		if number > 1 {
			own.Set(paramPage, strconv.FormatInt(number, 10))
		}
		return here + search(p.withTexts(own))
	}
	d.Planned, d.PastOnly = true, p.query.Get(paramView) == viewPast
	a := address{Page: p.page()}
	var page *records.Page
	var err error
	if d.PastOnly {
		f.NoIndex = true
		if page, err = p.pastEvents(&a, 0, params); err != nil {
			return err
		}
		d.Days = p.days(page.Records, time.Time{}, false)
	} else {
		if page, err = p.unendedEvents(&a, params); err != nil {
			return err
		}
		d.Days = p.days(page.Records, p.today, true)
		past, err := p.pastEvents(&address{Page: 1}, maxPast, params)
		if err != nil {
			return err
		}
		d.Past = p.days(past.Records, time.Time{}, false)
		if past.Pages > 1 {
			d.MorePast = link(true, 1)
		}
	}
	d.Count = p.t.count(page.Total)
	d.Previous, d.Next, d.Position = pager(p.t, a.Page, page.Pages, func(n int64) string { return link(d.PastOnly, n) })
	feed := url.Values{}
	for name, value := range params {
		feed.Set(name, value)
	}
	p.feeds(f, feed)
	return nil
}
