package embed

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
	"almanac/cmd/almanac/internal/pages/record"
	"almanac/runtime/model"
	"almanac/runtime/records"
)

// detail is the content of an event in short, to stand in pages of other sites.
type detail struct {
	Style     template.CSS
	Name      string
	Lang      string // Language of the event, "" for that of the page.
	When      events.Span
	Zone      string
	Status    string
	Reason    string
	Place     string
	Summary   string
	Picture   *events.Picture // Nil for none.
	Protected bool
}

// Event serves an event for the frame of another site.
func Event(p *events.Page, resource *model.Resource, slug string) {
	seen, err := record.Read(p, resource, slug)
	if err != nil {
		record.Fail(p, resource, slug, "embed/", err)
		return
	}
	p.Speak(seen.Language())
	f := eventFrame(p, seen)
	p.Respond(f.Status(), "embed", f)
}

// eventFrame makes the page of an event for the frame of another site.  Its style stands
// in it, because a frame with the attribute sandbox may load no file of this host; links open
// in a new tab, because it may not replace the page around it.
func eventFrame(p *events.Page, seen *records.Record) *frame.Frame {
	e := events.NewEvent(*seen)
	d := detail{
		Style: p.EmbedStyle(), Name: e.Title, Lang: p.OtherLanguage(e.Language),
		When: e.Whole(p.T), Place: p.Where(e.Venues), Summary: frame.Summary(e.Excerpt, e.Description),
		Picture: p.Picture(e.Image, events.InFrame), Protected: e.Protected,
	}
	if d.Status = p.T.Status(e.Status); d.Status != "" {
		d.Reason = e.Reason
	}
	if !e.Protected {
		d.Zone = p.ZoneOf(&e)
	}
	f := record.About(p, e.Title, e.URL, "", nil)
	f.Body, f.Home, f.NoIndex = d, p.API.Env.Deployment.SiteURL+"/", true
	f.Policy = embedPolicy(p, d.Style)
	letFrame(p.W.Header())
	return f
}

// embedPolicy returns the policy of a page that other sites may frame.
func embedPolicy(p *events.Page, style template.CSS) string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; img-src " + p.ImageSources() + "; form-action 'none'; base-uri 'none'; frame-ancestors *"
}
