package pages

import (
	"html/template"
	"net/url"
)

// subscription is how to follow the events of a page in a calendar program.
type subscription struct {
	Programs []calendarLink
	Address  string // Absolute address of the feed; "" for none.
}

// programs returns how to follow a feed in calendar programs, by its absolute address.
func (p *pageRequest) programs(address string) []calendarLink {
	google := url.Values{"cid": {webcal(address)}}
	outlook := url.Values{"url": {address}, "name": {p.siteName()}}
	//nolint:gosec // The addresses are made of encoded parameters.
	return []calendarLink{
		{Text: "Google Calendar", Href: template.URL("https://calendar.google.com/calendar/r" + search(google))},
		{Text: "Outlook", Href: template.URL("https://outlook.live.com/calendar/0/addfromweb" + search(outlook))},
		{Text: "Apple Calendar", Href: template.URL(webcal(address))},
	}
}

// download returns the link to a feed as a file, by its path in the API.
func (p *pageRequest) download(path string, params url.Values) calendarLink {
	//nolint:gosec // The address is made of encoded parameters.
	return calendarLink{Text: p.t.Text("Download (.ics)"), Href: template.URL(p.rest(path, params)), File: true}
}
