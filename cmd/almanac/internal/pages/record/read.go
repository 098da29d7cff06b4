package record

import (
	"net/http"
	"net/url"
	"strings"

	"almanac/cmd/almanac/internal/pages/events"
	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/records"
	"almanac/runtime/views"
)

// Read finds a record by its slug.
func Read(p *events.Page, resource *model.Resource, slug string) (*records.Record, error) {
	return readEscaped(p.Visit.Read, resource, slug)
}

// ReadFormer finds a record by a slug that it had until it got another one.
func ReadFormer(p *events.Page, resource *model.Resource, slug string) (*records.Record, error) {
	return readEscaped(p.Visit.ReadFormer, resource, slug)
}

// readEscaped finds a record by a slug.  Slugs of other sites may have escaped letters, which are
// letters in the path of an address.
func readEscaped(
	read func(resource, slug string) (*records.Record, error), resource *model.Resource, slug string,
) (*records.Record, error) {
	seen, err := read(resource.Name, slug)
	escaped := strings.ToLower(url.PathEscape(slug))
	if !IsMissing(err) || escaped == slug {
		return seen, err
	}
	return read(resource.Name, escaped)
}

// IsMissing reports whether an error is that there is no such record.
func IsMissing(err error) bool {
	f := apierror.As(err)
	return f != nil && f.Status == http.StatusNotFound
}

// Fail leads to the address of the record that had a slug which Read has not found, with a path
// below it; otherwise it sends the page that says why there is no other.
func Fail(p *events.Page, resource *model.Resource, slug, below string, err error) {
	if !IsMissing(err) {
		p.Fail(err)
		return
	}
	seen, err := ReadFormer(p, resource, slug)
	if err != nil {
		p.Fail(err)
		return
	}
	to := seen.View.(views.PageRecord).PageData().URL + below
	if p.R.URL.RawQuery != "" {
		to += "?" + p.R.URL.RawQuery
	}
	p.W.Header().Set("Location", to)
	p.W.Header().Set("Cache-Control", "no-cache") // Another record may take the slug, or this one again.
	p.W.WriteHeader(http.StatusMovedPermanently)
}
