package pages

import (
	"almanac/cmd/almanac/internal/pages/address"
	"almanac/cmd/almanac/internal/pages/events"
	"almanac/runtime/dates"
)

// aboutView is the content of the page about the site.
type aboutView struct {
	Zone string
	News string // Address of the RSS feed.
}

// aboutPage serves the page that says what the calendar is, which zone its times are in, and how
// to subscribe to it.
func aboutPage(p *events.Page) {
	zone := p.API.Env.Deployment.Zone
	f := p.Frame(p.T.Text("About"))
	f.Canonical = p.API.Env.Deployment.SiteURL + "/" + address.AboutPath
	f.Body = aboutView{Zone: p.ZoneName(zone.Name(), zone.AbbreviationAt(dates.FromUnix(p.Now.Unix()))), News: f.News}
	p.Respond(f.Status(), "about", f)
}
