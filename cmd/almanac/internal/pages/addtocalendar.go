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
func (p *pageRequest) addToCalendar(e *Event) []calendarLink {
	details, where := compact("\n\n", summary(e.Excerpt, e.Description), e.URL), webAddress(e.OnlineURL)
	if len(e.Venues) > 0 {
		where = compact(", ", e.Venues[0].Name, p.t.address(&e.Venues[0].Address))
	}
	start, end := e.instants()
	const compactDay, compactInstant = "20060102", "20060102T150405Z"
	google := url.Values{
		"action": {"TEMPLATE"}, "text": {e.Title}, "details": {details}, "location": {where},
		"dates": {start.Format(compactInstant) + "/" + end.Format(compactInstant)},
	}
	outlook := url.Values{
		"path": {"/calendar/action/compose"}, "rru": {"addevent"},
		"subject": {e.Title}, "body": {details}, "location": {where},
		"startdt": {start.Format(time.RFC3339)}, "enddt": {end.Format(time.RFC3339)},
	}
	if e.AllDay { // Days end before the last one.
		first, after := date(e.Start), date(e.End).AddDate(0, 0, 1)
		google.Set("dates", first.Format(compactDay)+"/"+after.Format(compactDay))
		outlook.Set("allday", "true")
		outlook.Set("startdt", iso(first))
		outlook.Set("enddt", iso(after))
	}
	if !strings.HasPrefix(e.TimeZone, "UTC") {
		google.Set("ctz", e.TimeZone)
	}
	path, format := "/events/"+strconv.FormatInt(e.ID, 10), url.Values{"format": {"ics"}}
	//nolint:gosec // The addresses are made of encoded parameters.
	return []calendarLink{
		{Text: "Google Calendar", Href: template.URL("https://calendar.google.com/calendar/render" + search(google))},
		{Text: "Outlook", Href: template.URL("https://outlook.live.com/calendar/0/deeplink/compose" + search(outlook))},
		{Text: "Apple Calendar", Href: template.URL(webcal(p.api.Env.Deployment.APIURL() + path + search(format)))},
		p.download(path, format),
	}
}

// webcal returns an address in the scheme that calendar programs open.
func webcal(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return "webcal://" + rest
}
