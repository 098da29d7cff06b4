package record

import (
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"time"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
)

// addToCalendar returns how to put one event into a calendar.
func addToCalendar(p *events.Page, e *events.Event) []frame.CalendarLink {
	details, where := frame.Compact("\n\n", frame.Summary(e.Excerpt, e.Description), e.URL), frame.WebAddress(e.OnlineURL)
	if len(e.Venues) > 0 { // Written as in files of iCalendar.
		var places []string
		for _, venue := range e.Venues {
			places = append(places, frame.Compact(", ", venue.Name, p.T.Address(&venue.Address)))
		}
		where = strings.Join(places, "; ")
	}
	start, end := e.Instants()
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
		first, after := frame.Day(e.Start), frame.Day(e.End).AddDate(0, 0, 1)
		google.Set("dates", first.Format(compactDay)+"/"+after.Format(compactDay))
		outlook.Set("allday", "true")
		outlook.Set("startdt", frame.ISO(first))
		outlook.Set("enddt", frame.ISO(after))
	}
	if !strings.HasPrefix(e.TimeZone, "UTC") {
		google.Set("ctz", e.TimeZone)
	}
	api := p.API.Env.Deployment.APIURL()
	path, format := "/events/"+strconv.FormatInt(e.ID, 10), url.Values{"format": {"ics"}}
	//nolint:gosec // The addresses are made of encoded parameters.
	return []frame.CalendarLink{
		{Text: "Google Calendar", Href: template.URL("https://calendar.google.com/calendar/render" + frame.Query(google))},
		{Text: "Outlook", Href: template.URL("https://outlook.live.com/calendar/0/deeplink/compose" + frame.Query(outlook))},
		{Text: "Apple Calendar", Href: template.URL(frame.Webcal(api + path + frame.Query(format)))},
		p.Download(path, format),
	}
}
