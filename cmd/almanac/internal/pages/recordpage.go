package pages

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/text"
	"almanac/runtime/views"
)

// detail is what the pages of all records show.
type detail struct {
	Name    string
	Lang    string        // Language of the record, "" for that of the page.
	Text    template.HTML // Cleaned when it was written.
	Website string
	Phone   string
	Email   string
	Back    string
	When    span   // When it happens; empty for a record without a start.
	Zone    string // Name of the zone that times are in, "" for none.

	// The events of a venue, an organizer or a term.
	Label    string
	Planned  bool // Events can link to the record.
	PastOnly bool // The page lists the events that are over, and no others.
	Days     []day
	Past     []day  // Some of those that are over.
	MorePast string // Link to all of those that are over, "" if Past has them.
	Count    string
	Previous choice
	Next     choice
	Position string
}

// record serves the page of a record, named by the slugs of its path: one, or
// for terms below others all of them.
func (p *pageRequest) record(resource *model.Resource, names []string) {
	isEmbed := resource.Name == "event" && len(names) == 2 && names[1] == "embed"
	if isEmbed {
		names = names[:1]
	}
	if len(names) == 0 || len(names) > 1 && !resource.Hierarchical {
		p.notFound()
		return
	}
	seen, err := p.read(resource, names[len(names)-1])
	if err != nil {
		p.fail(err)
		return
	}
	p.show(resource, seen, isEmbed)
}

// show sends the page of a record.
func (p *pageRequest) show(resource *model.Resource, seen *records.Record, isEmbed bool) {
	if p.api.Env.Deployment.HasLanguage(seen.Language()) { // It may be from a time when others were spoken.
		p.home = seen.Language()
		if !p.named {
			p.setLanguage(seen.Language())
		}
	}
	var f *frame
	var name string
	var err error
	switch {
	case isEmbed:
		f, name = p.embeddedEvent(seen), "embed"
	case resource.Name == "event":
		name = "event"
		f, err = p.event(seen)
	case resource.Post:
		name = "record"
		f, err = p.post(resource, seen)
	default:
		name = "term"
		f, err = p.term(resource, seen)
	}
	if err != nil {
		p.fail(err)
		return
	}
	f.Policy, f.NoIndex = cmp.Or(f.Policy, p.policy(text.VideoOrigins()...)), f.NoIndex || len(p.notes) > 0 || p.preview
	f.Notes, f.Preview = p.notes, p.preview
	p.respond(f.status(), name, f)
}

// read finds a record by its slug.  Slugs of other sites may have escaped
// letters, which are letters in the path of an address.
func (p *pageRequest) read(resource *model.Resource, slug string) (*records.Record, error) {
	seen, err := p.visit.read(resource.Name, slug)
	if f := apierror.As(err); f == nil || f.Status != http.StatusNotFound {
		return seen, err
	}
	escaped := strings.ToLower(url.PathEscape(slug))
	if escaped == slug {
		return nil, err
	}
	return p.visit.read(resource.Name, escaped)
}

// detail begins what a page says about a record.
func (p *pageRequest) detail(seen *records.Record, name, text string) detail {
	//nolint:gosec // The API cleans HTML by an allow-list when it is written.
	return detail{Name: name, Lang: p.otherLanguage(seen.Language()), Text: template.HTML(text), Back: p.link("", nil)}
}

// about makes the frame of a record's page.
func (p *pageRequest) about(name, address, description string, image *views.ImageView) *frame {
	f := p.frame(name)
	f.Canonical, f.Description = address, description
	if webAddress(image.Address()) != "" {
		f.Image, f.ImageAlt = image.URL, image.Alt
	}
	return f
}
