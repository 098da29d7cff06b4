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
	"almanac/runtime/views"
)

// detail is what pages of all kinds of records show.
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
	PastOnly bool // The page lists the events that are over, and no others.
	Days     []day
	Past     []day  // Some of those that are over.
	MorePast string // Link to all of those that are over, "" if Past has them.
	Count    string
	Previous choice
	Next     choice
	Position string
}

// record answers the page of a record, named by the slugs of its path: one, or
// for terms below others all of them.
func (v *pageRequest) record(k *model.Resource, names []string) {
	show := showOf(k)
	if k.Name == "event" && len(names) == 2 && names[1] == "embed" {
		show, names = showEmbed, names[:1]
	}
	if len(names) == 0 || len(names) > 1 && !k.Hierarchical {
		v.notFound()
		return
	}
	seen, err := v.read(k, names[len(names)-1])
	if err != nil {
		v.fail(err)
		return
	}
	if v.api.Env.Deployment.HasLanguage(seen.Language()) { // It may be from a time when others were spoken.
		v.home = seen.Language()
		if !v.named {
			v.setLanguage(seen.Language())
		}
	}
	name, f := show(v, k, seen)
	if f == nil {
		return // It has answered.
	}
	f.Policy, f.NoIndex = cmp.Or(f.Policy, policyRecords), f.NoIndex || len(v.notes) > 0
	f.Notes = v.notes
	v.answer(f.status(), name, f)
}

// read finds a record by its slug.  Slugs of other sites may hold escaped
// letters, which are letters in the path of an address.
func (v *pageRequest) read(k *model.Resource, slug string) (*records.Record, error) {
	seen, err := v.visit.read(k.Name, slug)
	if f := apierror.As(err); f == nil || f.Status != http.StatusNotFound {
		return seen, err
	}
	escaped := strings.ToLower(url.PathEscape(slug))
	if escaped == slug {
		return nil, err
	}
	return v.visit.read(k.Name, escaped)
}

// detail begins what a page says about a record.
func (v *pageRequest) detail(seen *records.Record, name, text string) detail {
	//nolint:gosec // The interface cleans HTML by an allow-list when it is written.
	return detail{Name: name, Lang: otherLanguage(v.t, seen.Language()), Text: template.HTML(text), Back: v.link("", nil)}
}

// about makes the frame of a record's page.
func (v *pageRequest) about(name, address, description string, image *views.ImageView) *frame {
	f := v.frame(name)
	f.Canonical, f.Description = address, description
	if webAddress(image.Address()) != "" {
		f.Image, f.ImageAlt = image.URL, image.Alt
	}
	return f
}
