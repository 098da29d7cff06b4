package pages

import (
	"maps"
	"net/url"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
)

// The parameters of the calendar.  Those that the interface has too have its
// names.
const (
	paramView     = "view"
	paramMonth    = "month"
	paramFrom     = "start_date"
	paramUntil    = "end_date"
	paramSearch   = "search"
	paramCategory = "categories"
	paramPage     = "page"

	viewList    = "list"
	monthLayout = "2006-01"
)

// address is what the address of the calendar asks for.
type address struct {
	List     bool
	Month    time.Time // First day of the month.
	From     time.Time // First day of the list.
	Until    time.Time // Last day of the list, zero for none.
	Today    bool      // The address names no first day.
	Search   string
	Category string // Slug, id or name.
	Page     int64

	present time.Time // First day of the present month.
}

// address reads the address of the calendar.  What it does not understand it
// notes, and goes on as if it had not been sent.
func (v *pageRequest) address() address {
	today := date(v.now)
	a := address{List: v.query.Get(paramView) == viewList, Month: firstOfMonth(today), present: firstOfMonth(today), From: today, Today: true, Page: 1}
	if month := v.sent(paramMonth); month != "" {
		at, err := time.Parse(monthLayout, month)
		if err != nil {
			v.note(v.t.InvalidMonth, printable(month))
		} else {
			a.Month = at
		}
	}
	if from, ok := v.date(paramFrom); ok {
		a.From, a.Today = from, false
	}
	if until, ok := v.date(paramUntil); ok {
		a.Until = until
	}
	if !a.Until.IsZero() && a.Until.Before(a.From) {
		v.note("%s", v.t.InvalidOrder)
		a.Until = time.Time{}
	}
	a.Search, a.Category = v.sent(paramSearch), v.sent(paramCategory)
	a.Page = v.page()
	return a
}

// page reads the number of the page, 1 when it was not sent.
func (v *pageRequest) page() int64 {
	sent := v.sent(paramPage)
	if sent == "" {
		return 1
	}
	n, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || n < 1 {
		v.note(v.t.InvalidPage, printable(sent))
		return 1
	}
	return n
}

// sent returns a parameter, "" when it was not sent, or empty as forms send
// what nobody has filled in.
func (v *pageRequest) sent(name string) string {
	value := strings.TrimSpace(v.query.Get(name))
	if !clean(value) {
		v.note("%s", v.t.InvalidText)
		return ""
	}
	return value
}

// date reads a parameter as the interface reads dates.
func (v *pageRequest) date(name string) (time.Time, bool) {
	sent := v.sent(name)
	if sent == "" {
		return time.Time{}, false
	}
	at, err := dates.Parse(sent, v.api.Env.Deployment.Zone, v.api.Env.Clock())
	if err != nil {
		v.note(v.t.InvalidDate, printable(sent))
		return time.Time{}, false
	}
	return date(at), true
}

// firstOfMonth returns the first day of a day's month.
func firstOfMonth(day time.Time) time.Time { return day.AddDate(0, 0, 1-day.Day()) }

// params writes the address as parameters.  What is so without them is left out,
// the present month for one.
func (a address) params() url.Values {
	p := url.Values{}
	switch {
	case !a.List && a.Month.Equal(a.present):
	case !a.List:
		p.Set(paramMonth, a.Month.Format(monthLayout))
	case a.Today:
		p.Set(paramView, viewList)
	default:
		p.Set(paramView, viewList)
		p.Set(paramFrom, iso(a.From))
	}
	if a.List && !a.Until.IsZero() {
		p.Set(paramUntil, iso(a.Until))
	}
	for name, value := range map[string]string{paramSearch: a.Search, paramCategory: a.Category} {
		if value != "" {
			p.Set(name, value)
		}
	}
	if a.Page > 1 {
		p.Set(paramPage, strconv.FormatInt(a.Page, 10))
	}
	return p
}

// filtered reports whether the address leaves out events that its time has.
func (a address) filtered() bool {
	return a.Search != "" || a.Category != "" || a.List && (!a.Today || !a.Until.IsZero())
}

// now returns the same filters at the present time.
func (a address) now(today time.Time) address {
	a.Month, a.From, a.Until, a.Today, a.Page = firstOfMonth(today), today, time.Time{}, true, 1
	return a
}

// narrow returns parameters of the interface together with the filters of the
// address, and its page unless all events are wanted.
func (a address) narrow(params map[string]string, all int64) map[string]string {
	params = maps.Clone(params)
	if a.Search != "" {
		params[paramSearch] = a.Search
	}
	if a.Category != "" {
		params[paramCategory] = a.Category
	}
	if all == 0 {
		params[paramPage] = strconv.FormatInt(a.Page, 10)
	}
	return params
}
