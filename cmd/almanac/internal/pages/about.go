package pages

import "almanac/runtime/dates"

// aboutPath is the path of the page about the site.
const aboutPath = "about/"

// aboutView is the content of the page about the site.
type aboutView struct {
	Zone string
	News string // Address of the RSS feed.
}

// aboutPage serves the page that says what the calendar is, which zone its times are in, and how
// to subscribe to it.
func (p *pageRequest) aboutPage() {
	zone := p.api.Env.Deployment.Zone
	f := p.frame(p.t.Text("About"))
	f.Canonical = p.api.Env.Deployment.SiteURL + "/" + aboutPath
	f.Body = aboutView{Zone: p.zoneName(zone.Name(), zone.AbbreviationAt(dates.FromUnix(p.now.Unix()))), News: f.News}
	p.respond(f.status(), "about", f)
}
