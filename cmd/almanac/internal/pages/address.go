package pages

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"almanac/runtime/dates"
)

// The parameters of the calendar.  Those that the API has too have its names.
const (
	paramView      = "view"
	paramMonth     = "month"
	paramFrom      = "start_date"
	paramUntil     = "end_date"
	paramSearch    = "search"
	paramCategory  = "categories"
	paramTag       = "tags"
	paramVenue     = "venue"
	paramCity      = "city"
	paramOrganizer = "organizer"
	paramFree      = "free"
	paramMode      = "attendance_mode"
	paramFeatured  = "featured"
	paramCollapse  = "collapse"
	paramPage      = "page"

	viewMonth   = "" // The view of an address that names none.
	viewWeek    = "week"
	viewDay     = "day"
	viewList    = "list"
	viewPhoto   = "photo"
	monthLayout = "2006-01"
)

// viewNames lists the views in the order in which pages offer them.
var viewNames = []string{viewMonth, viewWeek, viewDay, viewList, viewPhoto}

// address is what the address of the calendar asks for.
type address struct {
	View      string
	Month     time.Time // First day of the month.
	From      time.Time // First day of the list, the week or the photos, or the day.
	Until     time.Time // Last day of the list or the photos, zero for none.
	Today     bool      // The address need not name the first day.
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

	present time.Time // First day of the present month.
}

// address reads the address of the calendar.  What it does not understand it
// notes, and goes on as if it had not been sent.
func (p *pageRequest) address() address {
	present := firstOfMonth(p.today)
	a := address{Month: present, present: present, From: p.today, Today: true, Page: 1}
	switch sent := p.sent(paramView); {
	case slices.Contains(viewNames, sent), sent == viewPast:
		a.View = sent
	case sent != embedMonth:
		p.note(p.t.Text("“%s” isn’t an option here.", printable(sent)))
	}
	if month := p.sent(paramMonth); month != "" {
		at, err := time.Parse(monthLayout, month)
		if err != nil {
			p.note(p.t.Text("“%s” isn’t a month. Use the format 2027-03.", printable(month)))
		} else {
			a.Month = at
		}
	}
	if from, ok := p.date(paramFrom); ok {
		a.From, a.Today = from, false
	}
	if until, ok := p.date(paramUntil); ok {
		a.Until = until
	}
	if !a.Until.IsZero() && a.Until.Before(a.From) {
		p.note(p.t.Text("The end date is before the start date."))
		a.Until = time.Time{}
	}
	for name, value := range a.filters() {
		*value = p.sent(name)
	}
	switch sent := p.sent(paramCollapse); sent {
	case "":
	case collapseSeries:
		a.Once = true
	default:
		p.note(p.t.Text("“%s” isn’t an option here.", printable(sent)))
	}
	page := p.page()
	if a.View == viewWeek || a.View == viewDay {
		a = p.moved(a, a.From)
	}
	if a.View != viewMonth && a.View != viewWeek {
		a.Page = page
	}
	return a
}

// moved returns the address of a week or a day that has a day.
func (p *pageRequest) moved(a address, day time.Time) address {
	today := p.today
	if a.View == viewWeek {
		day, today = p.t.WeekStart(day), p.t.WeekStart(today)
	}
	a.From, a.Until, a.Today, a.Page = day, time.Time{}, day.Equal(today), 1
	return a
}

// as returns the address of another view of the same time, with the same filters.
func (p *pageRequest) as(a address, view string) address {
	day, isNow := a.From, a.Today
	if other := (address{View: view}); a.hasRange() && other.hasRange() {
		a.View, a.Page = view, 1
		return a
	}
	if a.View == viewMonth {
		day, isNow = a.Month, a.Month.Equal(a.present)
	}
	if isNow {
		day = p.today
	}
	a.View = view
	a = p.moved(a, day)
	a.Month = firstOfMonth(day)
	return a
}

// page reads the number of the page, 1 when it was not sent.
func (p *pageRequest) page() int64 {
	sent := p.sent(paramPage)
	if sent == "" {
		return 1
	}
	n, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || n < 1 {
		p.note(p.t.Text("There is no page “%s”.", printable(sent)))
		return 1
	}
	return n
}

// sent returns a parameter, "" when it was not sent, or empty as forms send
// what nobody has filled in.
func (p *pageRequest) sent(name string) string {
	value := strings.TrimSpace(p.query.Get(name))
	if !clean(value) {
		p.note(p.t.Text("The link contains invalid characters."))
		return ""
	}
	return value
}

// date reads a parameter as the API reads dates.
func (p *pageRequest) date(name string) (time.Time, bool) {
	sent := p.sent(name)
	if sent == "" {
		return time.Time{}, false
	}
	at, err := dates.Parse(sent, p.api.Env.Deployment.Zone, p.now)
	if err != nil {
		p.note(p.t.Text("“%s” isn’t a date. Use the format 2027-03-21.", printable(sent)))
		return time.Time{}, false
	}
	return date(at.Local), true
}

func firstOfMonth(day time.Time) time.Time { return day.AddDate(0, 0, 1-day.Day()) }

// hasRange reports whether the view shows what there is from a first day on, or until a
// last one.
func (a address) hasRange() bool { return a.View == viewList || a.View == viewPhoto }

// params writes the address as parameters.  What is so without them is left out,
// the present month for one.
func (a address) params() url.Values {
	p := url.Values{}
	switch {
	case a.View != viewMonth:
		p.Set(paramView, a.View)
		if !a.Today {
			p.Set(paramFrom, iso(a.From))
		}
	case !a.Month.Equal(a.present):
		p.Set(paramMonth, a.Month.Format(monthLayout))
	}
	if a.hasRange() && !a.Until.IsZero() {
		p.Set(paramUntil, iso(a.Until))
	}
	for name, value := range a.filters() {
		if *value != "" {
			p.Set(name, *value)
		}
	}
	if a.isCollapsed() {
		p.Set(paramCollapse, collapseSeries)
	}
	if a.Page > 1 {
		p.Set(paramPage, strconv.FormatInt(a.Page, 10))
	}
	return p
}

// collapseSeries is the value of paramCollapse.
const collapseSeries = "series"

// isCollapsed reports whether the page has each series once: a month, a week and a day show what
// happens on each date.
func (a address) isCollapsed() bool { return a.Once && (a.hasRange() || a.View == viewPast) }

// attendanceOnline is the value of paramMode that pages offer.
const attendanceOnline = "online,mixed"

// filterNames are the parameters that narrow every view, in the order of the form.
var filterNames = []string{
	paramSearch, paramCategory, paramTag, paramVenue, paramCity, paramNear, paramWithin, paramOrganizer,
	paramFree, paramMode, paramFeatured,
}

// filters returns the values of filterNames.
func (a *address) filters() map[string]*string {
	return map[string]*string{
		paramSearch: &a.Search, paramCategory: &a.Category, paramTag: &a.Tag,
		paramVenue: &a.Venue, paramCity: &a.City, paramOrganizer: &a.Organizer, paramFree: &a.Free, paramMode: &a.Mode,
		paramNear: &a.Near, paramWithin: &a.Within, paramFeatured: &a.Featured,
	}
}

// filtered reports whether the address leaves out events that its time has.
func (a address) filtered() bool {
	return a.Search != "" || a.narrowed() || a.hasRange() && (!a.Today || !a.Until.IsZero())
}

// unfiltered returns the address without filters.
func (a address) unfiltered() address {
	for _, value := range a.filters() {
		*value = ""
	}
	return a
}

// narrowed reports whether the address chooses a value of a filter.
func (a address) narrowed() bool {
	a.Search = ""
	return slices.ContainsFunc(filterNames, func(name string) bool { return *a.filters()[name] != "" })
}

// isIndexed reports whether search engines may list the page: not the weeks, days and
// photos of other times, nor what filters leave, which have no end.
func (a address) isIndexed() bool {
	return !a.filtered() && !a.isCollapsed() && (a.View == viewMonth || a.View == viewList || len(a.params()) == 1)
}

// now returns the same filters at the present time.
func (a address) now(today time.Time) address {
	a.Month, a.From, a.Until, a.Today, a.Page = firstOfMonth(today), today, time.Time{}, true, 1
	return a
}
