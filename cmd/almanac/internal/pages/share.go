package pages

import (
	"html/template"
	"net/url"
)

// share is how to pass an address on.
type share struct {
	Address string
	Ways    []calendarLink
}

// share returns how to pass the page of an event on, by links that load nothing here.
func (p *pageRequest) share(e *Event) share {
	escape := url.PathEscape // Mail programs show a + as it is.
	facebook := "https://www.facebook.com/sharer/sharer.php" + search(url.Values{"u": {e.URL}})
	//nolint:gosec // The addresses are made of encoded parameters.
	return share{Address: e.URL, Ways: []calendarLink{
		{Text: p.t.Text("Email"), Href: template.URL("mailto:?subject=" + escape(e.Title) + "&body=" + escape(e.URL))},
		{Text: "WhatsApp", Href: template.URL("https://wa.me/" + search(url.Values{"text": {e.Title + " " + e.URL}}))},
		{Text: "Facebook", Href: template.URL(facebook)},
	}}
}
