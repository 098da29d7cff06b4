// Package docsui makes the page of an API from its OpenAPI document, whatever that describes:
// how callers sign in, all operations by tag, and the schemas. The page works without scripts
// and without other hosts; a small script filters operations and sends requests.
//
// The caller knows the routes: it decides with PrefersHTML who gets the page, and passes on
// requests for what is below it to FindAsset.
package docsui

import (
	"bytes"
	"embed"
	"html/template"
	"sync"
)

// Policy is the Content-Security-Policy of the page (CSP level 3): everything comes from
// the host of the page, and nothing is inline. The icon is an empty data: URL.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

//go:embed page
var files embed.FS

var layout = template.Must(template.New("page.html").ParseFS(files, "page/*.html"))

// Reference makes the pages of one document. Any number of goroutines may use it.
type Reference struct {
	// Document returns the document in OpenAPI 3.1, the same each time.
	Document func() ([]byte, error)

	mu    sync.Mutex
	pages map[link][]byte
}

// link is what pages of the same document differ in.
type link struct{ doc, accent string }

// maxPages is how many pages are stored: two for each accent that the site had lately.
const maxPages = 8

// Page returns the page. The document is at doc?version=3.1, and the assets are below
// doc/assets; doc is a URL reference without a query, relative to the page or not. Accent is
// the color of the site, "" for none.
func (r *Reference) Page(doc, accent string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := link{doc, accent}
	if page := r.pages[key]; page != nil {
		return page, nil
	}
	raw, err := r.Document()
	if err != nil {
		return nil, err
	}
	page, err := render(raw, key)
	if err != nil {
		return nil, err
	}
	if r.pages == nil || len(r.pages) >= maxPages {
		r.pages = map[link][]byte{}
	}
	r.pages[key] = page
	return page, nil
}

// render returns the page of a document.
func render(raw []byte, at link) ([]byte, error) {
	d, err := parse(raw)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = layout.Execute(&b, d.view(at))
	return b.Bytes(), err
}
