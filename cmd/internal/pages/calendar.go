package pages

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/httpapi"
)

// calendarView is the content of the pages at "/".
type calendarView struct {
	Heading  string
	Views    []choice
	Form     form
	Count    string
	Empty    bool
	TooMany  string // Said of a month that is not shown whole.
	Previous choice // An empty link for none.
	Next     choice
	Today    string
	Position string // Which page of how many, "" for one.
	Month    *grid  // Of the month view.
	Days     []day  // Of the list view.
}

// maxEvents is how many events of a month one page shows.
const maxEvents = 500

// calendar answers the month or the list.
func (v *pageRequest) calendar() {
	a := v.address()
	var c *calendarView
	var err error
	if a.List {
		c, err = v.list(&a)
	} else {
		c, err = monthRequest{v}.view(&a)
	}
	if err == nil {
		err = formRequest{v}.complete(c, a)
	}
	if err != nil {
		v.fail(err)
		return
	}
	f := v.frame(c.Heading)
	f.Body, f.Canonical = c, v.api.Env.Deployment.SiteURL+strings.TrimPrefix(v.link("", a.params()), strings.TrimSuffix(v.root, "/"))
	f.NoIndex = len(v.notes) > 0
	v.feeds(f, filters(a))
	status := http.StatusOK
	if len(v.notes) > 0 {
		status = http.StatusBadRequest
	}
	name := "month"
	if a.List {
		name = "list"
	}
	v.answer(status, name, f)
}

// filters returns what of an address the interface calls the same.
func filters(a address) url.Values {
	p := a.params()
	for _, own := range []string{paramView, paramMonth, paramFrom, paramUntil, paramPage} {
		p.Del(own)
	}
	return p
}

// period is the days that a page is about.  They are those of each event's own
// clock; but a list from today on holds whatever goes on or is still to come, and
// today begins at one instant.
type period struct {
	from, until time.Time // First and last day; a zero last day is no bound.
	today       bool      // The first day is today, and nobody has asked for it.
}

// events lists the events that take place within a period.  With all above 0 there
// is one page of so many.  Further parameters are those of the interface.  Filters
// of the address that no list takes are noted and left out.
func (v *pageRequest) events(a *address, p period, all int64, further map[string]string) (*httpapi.SeenPage, error) {
	longest, err := v.visit.Longest("event")
	if err != nil {
		return nil, err
	}
	// The interface takes start_date and end_date as a frame that events lie
	// within; a calendar shows what is under way too.  None of that has begun
	// earlier than the longest event lasts, which spares the search of the past.
	before := wall(p.from).AddSeconds(-1)
	params := map[string]string{
		"strict_dates": "1", "ends_after": string(before), "starts_after": string(before.AddSeconds(-longest - 1)),
	}
	ownClock := []string{"ends_after", "starts_after", "starts_before"}
	if p.today {
		ownClock = ownClock[2:]
		before = v.api.Env.Deployment.Zone.UTC(wall(p.from)).AddSeconds(-1)
		params["ends_after"] = before.ISO(dates.Zone{})
		// Events last as long by their clocks, which may be set in the meantime.
		since := before.AddSeconds(-longest - 1 - 2*int64(dates.MaxOffset/time.Second))
		params["starts_after"] = since.ISO(dates.Zone{})
		if since < "0000-01-02" {
			delete(params, "starts_after") // It may be no date in the zone of the site.
		}
	}
	if !p.until.IsZero() {
		params["starts_before"] = string(wall(p.until.AddDate(0, 0, 1)))
	}
	maps.Copy(params, further)
	for range 4 { // Every turn but the last takes something away.
		page, err := v.visit.List("event", a.narrow(params, all), all, ownClock...)
		if err == nil || !v.dropInvalid(a, err) {
			return page, err
		}
	}
	return nil, err
}

// speaking returns the parameters that limit a list to the page's language.
func (v *pageRequest) speaking() map[string]string {
	if v.language == "" {
		return nil
	}
	return map[string]string{v.api.Env.Deployment.LanguageParam: v.language}
}

// dropInvalid takes what an error is about out of the address and notes it.  It
// returns false for errors about something else.
func (v *pageRequest) dropInvalid(a *address, err error) bool {
	f := apierror.As(err)
	if f == nil {
		return false
	}
	before := len(v.notes)
	if _, ok := f.Params[paramCategory]; ok && a.Category != "" {
		v.note(v.t.InvalidCategory, printable(a.Category))
		a.Category = ""
	}
	if _, ok := f.Params[paramSearch]; ok && a.Search != "" {
		v.note("%s", v.t.InvalidSearch)
		a.Search = ""
	}
	if f.Status == http.StatusNotFound && a.Page > 1 {
		v.note(v.t.InvalidPage, strconv.FormatInt(a.Page, 10))
		a.Page = 1
	}
	return len(v.notes) > before
}

// count writes a number of events.
func (t *Messages) count(n int64) string {
	if n == 1 || n == 0 && t.ZeroIsSingular {
		return fmt.Sprintf(t.EventCountOne, n)
	}
	return fmt.Sprintf(t.EventCountOther, n)
}

// edge reports whether a month can have a neighbour: dates reach from the year
// 0000 to 9999.
func edge(month time.Time) bool {
	return month.Year() < 0 || month.Year() > 9999
}
