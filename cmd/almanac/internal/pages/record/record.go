package record

import (
	"html/template"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/cmd/almanac/internal/pages/frame"
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
	When    events.Span // When it happens; empty for a record without a start.
	Zone    string      // Name of the zone that times are in, "" for none.

	// The events of a venue, an organizer or a term.
	Label    string
	Planned  bool // Events can link to the record.
	PastOnly bool // The page lists the events that are over, and no others.
	Days     []events.Day
	Past     []events.Day // Some of those that are over.
	MorePast string       // Link to all of those that are over, "" if Past has them.
	Count    string
	Previous frame.Choice
	Next     frame.Choice
	Position string
}

// Serve serves the page of a record, named by the slugs of its path: one, or for terms below
// others all of them.
func Serve(p *events.Page, resource *model.Resource, names []string) {
	if len(names) == 0 || len(names) > 1 && !resource.Hierarchical {
		p.NotFound()
		return
	}
	slug := names[len(names)-1]
	seen, err := Read(p, resource, slug)
	if err != nil {
		Fail(p, resource, slug, "", err)
		return
	}
	Show(p, resource, seen)
}

// Show sends the page of a record.
func Show(p *events.Page, resource *model.Resource, seen *records.Record) {
	p.Speak(seen.Language())
	var f *frame.Frame
	var name string
	var err error
	switch {
	case resource.Name == "event":
		name = "event"
		f, err = eventFrame(p, seen)
	case resource.Post:
		name = "record"
		f, err = postFrame(p, resource, seen)
	default:
		name = "term"
		f, err = termFrame(p, resource, seen)
	}
	if err != nil {
		p.Fail(err)
		return
	}
	f.Policy, f.NoIndex = p.Policy(text.VideoOrigins()...), f.NoIndex || len(p.Notes) > 0 || p.Preview
	f.Notes, f.Preview = p.Notes, p.Preview
	p.Respond(f.Status(), name, f)
}

// newDetail begins what a page says about a record.
func newDetail(p *events.Page, seen *records.Record, name, text string) detail {
	//nolint:gosec // The API cleans HTML by an allow-list when it is written.
	return detail{Name: name, Lang: p.OtherLanguage(seen.Language()), Text: template.HTML(text), Back: p.Link("", nil)}
}

// About makes the frame of a record's page.
func About(p *events.Page, name, address, description string, image *views.ImageView) *frame.Frame {
	f := p.Frame(name)
	f.Canonical, f.Description = address, description
	if frame.WebAddress(image.Address()) != "" {
		f.Image, f.ImageAlt = image.URL, image.Alt
	}
	return f
}
