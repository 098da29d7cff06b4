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

// embeddedEvent makes the page of an event for the frame of another site.  Its style stands
// in it, because a frame with the attribute sandbox may load no file of this host; links open
// in a new tab, because it may not replace the page around it.
func (p *pageRequest) embeddedEvent(seen *records.Record) *frame {
	e := newEvent(*seen)
	d := embedDetail{
		Style: p.look().embedStyle, Name: e.Title, Lang: p.otherLanguage(e.Language),
		When: e.whole(p.t), Place: firstPlace(e.Venues), Summary: summary(e.Excerpt, e.Description),
		Picture: p.picture(e.Image, inFrame), Protected: e.Protected,
	}
	if d.Status = p.t.status(e.Status); d.Status != "" {
		d.Reason = e.Reason
	}
	if !e.Protected {
		d.Zone = p.zoneOf(&e)
	}
	f := p.about(e.Title, e.URL, "", nil)
	f.Body, f.Home, f.NoIndex = d, p.api.Env.Deployment.SiteURL+"/", true
	f.Policy = p.embedPolicy(d.Style)
	letFrame(p.w.Header())
	return f
}

// embedPolicy returns the policy of a page that other sites may frame.
func (p *pageRequest) embedPolicy(style template.CSS) string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; img-src " + p.imageSources() + "; form-action 'none'; base-uri 'none'; frame-ancestors *"
}
