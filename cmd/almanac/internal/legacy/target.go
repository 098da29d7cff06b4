package legacy

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// firstDay is before all events.
const firstDay = "0000-01-01"

// today is the day of the request in the parameters of pages, so that an address means
// the same on other days.
const today = "today"

// narrowsCategory reports whether a Request shows other events than the page of its
// category.
func (r Request) narrowsCategory() bool {
	return r.Month || r.Past || !r.From.IsZero() || r.Search != "" || r.Featured
}

// Calendar returns the parameters of the page that shows a Request without Resource.
func (r Request) Calendar() url.Values {
	params := url.Values{}
	set(params, "categories", r.Category)
	set(params, "search", r.Search)
	if r.Featured {
		params.Set("featured", "true")
	}
	switch {
	case r.Month && r.Relative: // The page shows the present month.
	case r.Month:
		params.Set("month", r.From.Format("2006-01"))
	case r.Past:
		params.Set("view", "past")
	case r.Relative:
		params.Set("view", "list")
		params.Set("start_date", today)
		params.Set("end_date", today)
	case r.List || !r.From.IsZero():
		params.Set("view", "list")
		setDay(params, "start_date", r.From)
		setDay(params, "end_date", r.Until)
	}
	if params.Has("view") {
		maps.Copy(params, r.number())
	}
	return params
}

// number returns the parameter of the number of a page; pages of a month have none.
func (r Request) number() url.Values {
	if r.Page < 2 {
		return url.Values{}
	}
	return url.Values{"page": {strconv.Itoa(r.Page)}}
}

// Feed returns the parameters of the list of events that is the feed of a Request: all
// events and not a page of them, those that are not over unless other days are named.
// What is not over has begun no earlier than the longest event lasts, in seconds.
func (r Request) Feed(now time.Time, longest int64) url.Values {
	params := url.Values{"format": {r.Format}}
	if r.Events != "" {
		params.Set("include", r.Events)
		return params
	}
	set(params, "search", r.Search)
	set(params, "venue", strings.Join(slices.Sorted(slices.Values(r.Venues)), ","))
	set(params, "organizer", strings.Join(slices.Sorted(slices.Values(r.Organizers)), ","))
	if r.Featured {
		params.Set("featured", "true")
	}
	if r.Past {
		params.Set("start_date", firstDay)
		setDay(params, "end_date", now)
		return params
	}
	from := r.From
	if from.IsZero() {
		from = now
	}
	before := from.AddDate(0, 0, -1)
	if before.Year() < 0 {
		before = from // There is no day before the first one.
	}
	setDay(params, "ends_after", before)
	since := before.AddDate(0, 0, -2).Add(-time.Duration(longest) * time.Second)
	if since.Year() > 0 && longest < math.MaxInt32 {
		setDay(params, "starts_after", since)
	}
	setDay(params, "starts_before", r.Until)
	return params
}

// set sets a parameter unless the value is empty.
func set(params url.Values, name, value string) {
	if value != "" {
		params.Set(name, value)
	}
}

// setDay sets a parameter to a day unless it is zero.
func setDay(params url.Values, name string, day time.Time) {
	if !day.IsZero() {
		params.Set(name, day.Format(time.DateOnly))
	}
}
