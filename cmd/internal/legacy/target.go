package legacy

import (
	"net/url"
	"slices"
	"strings"
	"time"
)

// firstDay is before all events.
const firstDay = "0000-01-01"

// Term returns the kind and the slug of the term whose page shows a Request without Kind;
// "" for none.  The page of a tag has no other filters.
func (r Request) Term() (kind, slug string) {
	switch {
	case r.Tag != "":
		return "tag", r.Tag
	case r.Category != "" && !r.Month && !r.Past && r.From.IsZero() && r.Search == "":
		return "category", r.Category
	}
	return "", ""
}

// Calendar returns the parameters of the page that shows a Request without Kind and Term.
func (r Request) Calendar(today time.Time) url.Values {
	params := url.Values{}
	set(params, "categories", r.Category)
	set(params, "search", r.Search)
	switch {
	case r.Month:
		params.Set("month", r.From.Format("2006-01"))
	case r.Past:
		params.Set("view", "list")
		params.Set("start_date", firstDay)
		params.Set("end_date", today.Format(time.DateOnly))
	case r.List || !r.From.IsZero():
		params.Set("view", "list")
		setDay(params, "start_date", r.From)
		setDay(params, "end_date", r.Until)
	}
	return params
}

// Feed returns the parameters of the list of events that is the feed of a Request without
// Kind: all events and not a page of them.
func (r Request) Feed(today time.Time) url.Values {
	params := url.Values{"format": {r.Format}}
	set(params, "categories", r.Category)
	set(params, "tags", r.Tag)
	set(params, "search", r.Search)
	set(params, "venue", strings.Join(slices.Sorted(slices.Values(r.Venues)), ","))
	set(params, "organizer", strings.Join(slices.Sorted(slices.Values(r.Organizers)), ","))
	if r.Featured {
		params.Set("featured", "true")
	}
	switch {
	case r.Past:
		params.Set("start_date", firstDay)
		setDay(params, "end_date", today)
	case !r.Until.IsZero(): // What takes place on these days, also if it began before.
		setDay(params, "starts_before", r.Until)
		setDay(params, "ends_after", r.From.AddDate(0, 0, -1))
	default:
		setDay(params, "start_date", r.From)
	}
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
