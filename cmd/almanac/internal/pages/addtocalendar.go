package pages

import (
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// calendarLink leads to a calendar program.
type calendarLink struct {
	Text string
	Href template.URL // Of a scheme that templates do not know, maybe.
	File bool         // It is a file to save.
}

// addToCalendar returns how to put one event into a calendar.
func (o eventRequest) addToCalendar(e *Event) []calendarLink {
	path, format := "/events/"+strconv.FormatInt(e.ID, 10), url.Values{"format": {"ics"}}
	absolute := o.page.api.Env.Deployment.APIURL() + path + search(format)
	//nolint:gosec // The addresses are made of encoded parameters.
	return []calendarLink{
		{Text: "Google Calendar", Href: template.URL("https://calendar.google.com/calendar/render" + search(googleEvent(e)))},
		{Text: "Outlook", Href: template.URL("https://outlook.live.com/calendar/0/deeplink/compose" + search(outlookEvent(e)))},
		{Text: "Apple Calendar", Href: template.URL(webcal(absolute))},
		{Text: o.page.t.Text("Download (.ics)"), Href: template.URL(o.page.rest(path, format)), File: true},
	}
}

// webcal returns an address in the scheme that calendar programs open.
func webcal(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return "webcal://" + rest
}

// googleEvent returns the parameters by which Google Calendar takes an event.  Its days
// end before the last one.
func googleEvent(e *Event) url.Values {
	const day, instant = "20060102", "20060102T150405Z"
	start, end := e.instants()
	when := start.Format(instant) + "/" + end.Format(instant)
	if e.AllDay {
		when = date(e.Start).Format(day) + "/" + date(e.End).AddDate(0, 0, 1).Format(day)
	}
	p := url.Values{"action": {"TEMPLATE"}, "text": {e.Title}, "dates": {when}, "details": {e.invitation()}, "location": {e.whereabouts()}}
	if !strings.HasPrefix(e.TimeZone, "UTC") {
		p.Set("ctz", e.TimeZone)
	}
	return p
}

// outlookEvent returns the parameters by which Outlook on the web takes an event.
func outlookEvent(e *Event) url.Values {
	start, end := e.instants()
	p := url.Values{
		"path": {"/calendar/action/compose"}, "rru": {"addevent"}, "subject": {e.Title}, "body": {e.invitation()}, "location": {e.whereabouts()},
		"startdt": {start.Format(time.RFC3339)}, "enddt": {end.Format(time.RFC3339)},
	}
	if e.AllDay {
		p.Set("allday", "true")
		p.Set("startdt", iso(date(e.Start)))
		p.Set("enddt", iso(date(e.End).AddDate(0, 0, 1)))
	}
	return p
}

// instants returns when the event begins and ends.
func (e *Event) instants() (start, end time.Time) {
	from, to := e.moments()
	return from.Instant, to.Instant
}

// over returns when the event is over: one without a duration with its day, as nobody has
// said how long it lasts.
func (e *Event) over() time.Time {
	start, end := e.instants()
	if !end.After(start) {
		return e.zone().Instant(e.End.EndOfDay())
	}
	return end
}

// invitation is what a calendar says about the event.
func (e *Event) invitation() string {
	return compact("\n\n", summary(e.Excerpt, e.Description), e.URL)
}

// whereabouts says in one line where the event is: at its first venue, else online.
func (e *Event) whereabouts() string {
	if len(e.Venues) == 0 {
		return webAddress(e.OnlineURL)
	}
	a := e.Venues[0].Address
	return compact(", ", e.Venues[0].Name, a.Street, compact(" ", a.Code, a.Locality), a.Region, a.Country)
}
