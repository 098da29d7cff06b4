package pages

import (
	"net/url"
	"strconv"
	"time"

	"almanac/runtime/records"
)

// viewPast is the view of a record's page that lists events that are over.
const viewPast = "past"

// linkedEvents are the events that link to the record of a page.
type linkedEvents struct {
	page     *pageRequest
	param    string // Parameter of the interface that names the record.
	id       string
	language string // Of the events, "" for all.
}

// maxPast is how many events that are over stand below those to come.
const maxPast = 5

// show adds the events to a page: those to come and some that are over, or with viewPast
// all that are over.
func (l linkedEvents) show(f *frame, d *detail) error {
	v := l.page
	d.PastOnly = v.query.Get(paramView) == viewPast
	var page *records.Page
	var err error
	a := address{Page: v.page()}
	if d.PastOnly {
		f.NoIndex = true
		if page, err = (listRequest{v}).past(&a, 0, l.params()); err == nil {
			d.Days = v.days(page.Records, time.Time{}, false)
		}
	} else if page, err = (listRequest{v}).unended(&a, l.params()); err == nil {
		d.Days = v.days(page.Records, date(v.now), true)
		err = l.addPast(d)
	}
	if err != nil {
		return err
	}
	d.Count = v.t.count(page.Total)
	d.Previous, d.Next, d.Position = pager(v.t, a.Page, page.Pages, func(n int64) string { return l.link(d.PastOnly, n) })
	v.feeds(f, feedOf(l.params()))
	return nil
}

// addPast adds the events that were over last.
func (l linkedEvents) addPast(d *detail) error {
	page, err := listRequest{l.page}.past(&address{Page: 1}, maxPast, l.params())
	if err != nil {
		return err
	}
	d.Past = l.page.days(page.Records, time.Time{}, false)
	if page.Pages > 1 {
		d.MorePast = l.link(true, 1)
	}
	return nil
}

// params returns the parameters of the interface that leave the events.
func (l linkedEvents) params() map[string]string {
	params := map[string]string{l.param: l.id}
	if l.language != "" {
		params[l.page.api.Env.Deployment.LanguageParam] = l.language
	}
	return params
}

// feedOf returns parameters as those of a feed.
func feedOf(params map[string]string) url.Values {
	feed := url.Values{}
	for name, value := range params {
		feed.Set(name, value)
	}
	return feed
}

// link leads to a page of the events.
func (l linkedEvents) link(past bool, number int64) string {
	params := url.Values{}
	if l.page.named {
		params.Set(l.page.api.Env.Deployment.LanguageParam, l.page.language)
	}
	if past {
		params.Set(paramView, viewPast)
	}
	if number > 1 {
		params.Set(paramPage, strconv.FormatInt(number, 10))
	}
	return "./" + lastSegment(l.page.r) + search(l.page.withTexts(params))
}
