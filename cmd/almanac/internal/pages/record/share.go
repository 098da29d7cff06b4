package record

import (
	"html/template"
	"net/url"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
)

// share is how to pass an address on.
type share struct {
	Address string
	Ways    []frame.CalendarLink
}

// shareOf returns how to pass the page of an event on, by links that load nothing here.
func shareOf(p *events.Page, e *events.Event) share {
	escape := url.PathEscape // Mail programs show a + as it is.
	facebook := "https://www.facebook.com/sharer/sharer.php" + frame.Query(url.Values{"u": {e.URL}})
	//nolint:gosec // The addresses are made of encoded parameters.
	return share{Address: e.URL, Ways: []frame.CalendarLink{
		{Text: p.T.Text("Email"), Href: template.URL("mailto:?subject=" + escape(e.Title) + "&body=" + escape(e.URL))},
		{Text: "WhatsApp", Href: template.URL("https://wa.me/" + frame.Query(url.Values{"text": {e.Title + " " + e.URL}}))},
		{Text: "Facebook", Href: template.URL(facebook)},
	}}
}
