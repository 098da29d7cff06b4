package address

import (
	"net/url"
	"slices"
	"strconv"
	"time"
)

// The parameters of the calendar.  Those that the API has too have its names.
const (
	ParamView      = "view"
	ParamMonth     = "month"
	ParamFrom      = "start_date"
	ParamUntil     = "end_date"
	ParamWhen      = "when" // One of whenNames, or WhenDates; "" with a list for all times.
	ParamSearch    = "search"
	ParamCategory  = "categories"
	ParamTag       = "tags"
	ParamVenue     = "venue"
	ParamCity      = "city"
	ParamOrganizer = "organizer"
	ParamNear      = "near"
	ParamWithin    = "within"
	ParamFree      = "free"
	ParamMode      = "attendance_mode"
	ParamFeatured  = "featured"
	ParamCollapse  = "collapse"
	ParamPage      = "page"

	ViewMonth   = "" // The view of an address that names none.
	ViewWeek    = "week"
	ViewDay     = "day"
	ViewList    = "list"
	ViewPhoto   = "photo"
	ViewPast    = "past"  // Of the events that are over; pages link to it apart from the others.
	EmbedMonth  = "month" // The view of the present month, which frames have to name.
	MonthLayout = "2006-01"
)

// The values of ParamWhen. All but tonight are the dates of the day on which they are sent.
const (
	WhenToday    = "today"
	WhenTonight  = "tonight"
	WhenTomorrow = "tomorrow"
	WhenWeekend  = "weekend"
	WhenDates    = "dates" // Those of ParamFrom and ParamUntil.
)

// WhenNames lists the times that have a name, in the order in which pages offer them.
var WhenNames = []string{WhenToday, WhenTonight, WhenTomorrow, WhenWeekend}

// The paths of the pages to which all others link.
const (
	AboutPath = "about/"
	EmbedPath = "embed/"
)

// ViewNames lists the views in the order in which pages offer them.
var ViewNames = []string{ViewMonth, ViewWeek, ViewDay, ViewList, ViewPhoto}

// Address is what the address of the calendar asks for.
type Address struct {
	View      string
	Month     time.Time // First day of the month.
	From      time.Time // First day of the list, the week or the photos, or the day.
	Until     time.Time // Last day of the list or the photos, zero for none.
	Today     bool      // The address need not name the first day.
	Evening   bool      // From the evening of the first day on.
	Search    string
	Category  string // Slug, ID or name.
	Tag       string // The same.
	Venue     string // ID.
	City      string
	Organizer string // ID.
	Near      string // City, or ID of a venue.
	Within    string // Kilometers from there.
	Free      string // "true" for events that cost nothing, "false" for others.
	Mode      string // attendanceOnline, "" for all events.
	Featured  string // "true" for featured events, "false" for others.
	Once      bool   // Lists have each series once.
	Page      int64

	Present time.Time // First day of the present month.
}

// FirstOfMonth returns the first day of the month of a day.
func FirstOfMonth(day time.Time) time.Time { return day.AddDate(0, 0, 1-day.Day()) }

// HasRange reports whether the view shows what there is from a first day on, or until a
// last one.
func (a Address) HasRange() bool { return a.View == ViewList || a.View == ViewPhoto }

// Params writes the address as parameters.  What is so without them is left out,
// the present month for one.
func (a Address) Params() url.Values {
	p := url.Values{}
	switch {
	case a.View != ViewMonth:
		p.Set(ParamView, a.View)
		if !a.Today {
			p.Set(ParamFrom, a.From.Format(time.DateOnly))
		}
	case !a.Month.Equal(a.Present):
		p.Set(ParamMonth, a.Month.Format(MonthLayout))
	}
	if a.Evening {
		p.Del(ParamFrom)
		p.Set(ParamWhen, WhenTonight)
	} else if a.HasRange() && !a.Until.IsZero() {
		p.Set(ParamUntil, a.Until.Format(time.DateOnly))
	}
	for name, value := range a.Filters() {
		if *value != "" {
			p.Set(name, *value)
		}
	}
	if a.IsCollapsed() {
		p.Set(ParamCollapse, CollapseSeries)
	}
	if a.Page > 1 {
		p.Set(ParamPage, strconv.FormatInt(a.Page, 10))
	}
	return p
}

// CollapseSeries is the value of paramCollapse.
const CollapseSeries = "series"

// IsCollapsed reports whether the page has each series once: a month, a week and a day show what
// happens on each date.
func (a Address) IsCollapsed() bool { return a.Once && (a.HasRange() || a.View == ViewPast) }

// AttendanceOnline is the value of paramMode that pages offer.
const AttendanceOnline = "online,mixed"

// FilterNames are the parameters that narrow every view, in the order of the form.
var FilterNames = []string{
	ParamSearch, ParamCategory, ParamTag, ParamVenue, ParamCity, ParamNear, ParamWithin, ParamOrganizer,
	ParamFree, ParamMode, ParamFeatured,
}

// Filters returns the values of filterNames.
func (a *Address) Filters() map[string]*string {
	return map[string]*string{
		ParamSearch: &a.Search, ParamCategory: &a.Category, ParamTag: &a.Tag,
		ParamVenue: &a.Venue, ParamCity: &a.City, ParamOrganizer: &a.Organizer, ParamFree: &a.Free, ParamMode: &a.Mode,
		ParamNear: &a.Near, ParamWithin: &a.Within, ParamFeatured: &a.Featured,
	}
}

// Filtered reports whether the address leaves out events that its time has.
func (a Address) Filtered() bool {
	return a.Search != "" || a.Narrowed() || a.HasRange() && (!a.Today || !a.Until.IsZero())
}

// Unfiltered returns the address without filters.
func (a Address) Unfiltered() Address {
	for _, value := range a.Filters() {
		*value = ""
	}
	return a
}

// Narrowed reports whether the address chooses a value of a filter.
func (a Address) Narrowed() bool {
	a.Search = ""
	return slices.ContainsFunc(FilterNames, func(name string) bool { return *a.Filters()[name] != "" })
}

// IsIndexed reports whether search engines may list the page: not the weeks, days and
// photos of other times, nor what filters leave, which have no end.
func (a Address) IsIndexed() bool {
	return !a.Filtered() && !a.IsCollapsed() && (a.View == ViewMonth || a.View == ViewList || len(a.Params()) == 1)
}

// Now returns the same filters at the present time.
func (a Address) Now(today time.Time) Address {
	a.Month, a.From = FirstOfMonth(today), today
	return a.Anytime()
}

// Anytime returns the same filters from the first day on that need not be named.
func (a Address) Anytime() Address {
	a.Until, a.Today, a.Evening, a.Page = time.Time{}, true, false, 1
	return a
}

// During returns the list with the same filters of the events at a time that has a name; the
// photos of them, if the address is that of photos.  A weekend that has begun is what is left of it.
func (a Address) During(when string, today time.Time) Address {
	if !a.HasRange() {
		a.View = ViewList
	}
	a.From, a.Until, a.Today, a.Evening, a.Page = today, today, false, when == WhenTonight, 1
	switch {
	case when == WhenTomorrow:
		a.From = today.AddDate(0, 0, 1)
		a.Until = a.From
	case when == WhenWeekend && today.Weekday() != time.Sunday:
		a.From = today.AddDate(0, 0, int(time.Saturday-today.Weekday()))
		a.Until = a.From.AddDate(0, 0, 1)
	}
	return a
}

// IsDuring reports whether the address is that of the events at a time that has a name.
func (a Address) IsDuring(when string, today time.Time) bool {
	b := a.During(when, today)
	return a.View == b.View && a.Today == b.Today && a.Evening == b.Evening && a.From.Equal(b.From) &&
		a.Until.Equal(b.Until)
}
