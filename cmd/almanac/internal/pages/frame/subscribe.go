package frame

import (
	"html/template"
	"net/url"
	"strings"
)

// CalendarLink leads to a calendar program.
type CalendarLink struct {
	Text string
	Href template.URL // Of a scheme that templates do not know, maybe.
	File bool         // It is a file to save.
}

// Webcal returns an address in the scheme that calendar programs open.
func Webcal(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	return "webcal://" + rest
}

// Subscription is how to follow the events of a page in a calendar program.
type Subscription struct {
	Programs []CalendarLink
	Address  string // Absolute address of the feed; "" for none.
}

// Programs returns how to follow a feed in calendar programs, by its absolute address.
func (p *Page) Programs(address string) []CalendarLink {
	google := url.Values{"cid": {Webcal(address)}}
	outlook := url.Values{"url": {address}, "name": {p.SiteName()}}
	//nolint:gosec // The addresses are made of encoded parameters.
	return []CalendarLink{
		{Text: "Google Calendar", Href: template.URL("https://calendar.google.com/calendar/r" + Query(google))},
		{Text: "Outlook", Href: template.URL("https://outlook.live.com/calendar/0/addfromweb" + Query(outlook))},
		{Text: "Apple Calendar", Href: template.URL(Webcal(address))},
	}
}

// Download returns the link to a feed as a file, by its path in the API.
func (p *Page) Download(path string, params url.Values) CalendarLink {
	//nolint:gosec // The address is made of encoded parameters.
	return CalendarLink{Text: p.T.Text("Download (.ics)"), Href: template.URL(p.APILink(path, params)), File: true}
}
