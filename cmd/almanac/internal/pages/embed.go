package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"

	"almanac/runtime/records"
)

// embedDetail is the content of an event in short, to stand in pages of other sites.
type embedDetail struct {
	Style     template.CSS
	Name      string
	Lang      string // Language of the event, "" for that of the page.
	When      span
	Zone      string
	Status    string
	Reason    string
	Place     string
	Summary   string
	Picture   *picture // Nil for none.
	Protected bool
}

// embed shows an event as other sites show it in a frame.  Its style stands in it, because
// a frame with the attribute sandbox may load no file of this host; links open in a new
// tab, because it may not replace the page around it.
func (o eventRequest) embed(seen *records.Record) (string, *frame) {
	e := o.page.known(*seen)
	d := embedDetail{
		Style: o.page.look().embedStyle, Name: e.Title, Lang: otherLanguage(o.page.t, seen.Language()), When: e.whole(o.page.t), Place: firstPlace(e.Venues),
		Summary: summary(e.Excerpt, e.Description), Picture: o.page.picture(e.Image, inFrame), Protected: seen.Hidden,
	}
	if d.Status = o.page.t.status(e.Status); d.Status != "" {
		d.Reason = e.Reason
	}
	if !seen.Hidden {
		d.Zone = o.page.zoneOf(&e)
	}
	f := o.page.about(e.Title, e.URL, "", nil)
	f.Body, f.Home, f.NoIndex = d, o.page.api.Env.Deployment.SiteURL+"/", true
	f.Policy = embedPolicy(o.page.look().embedStyle)
	letFrame(o.page.w.Header())
	return "embed", f
}

// embedPolicy returns the policy of the page that other sites may frame.
func embedPolicy(style template.CSS) string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; img-src http: https:; form-action 'none'; base-uri 'none'; frame-ancestors *"
}
