package frame

import (
	"net/http"
	"path"

	"almanac/cmd/almanac/internal/wordpress"
)

// discovery is how programs that know The Events Calendar find the API from a page, where
// it is mounted as WordPress mounts its own.
type discovery struct {
	Index   string // Address of the index of WordPress.
	Root    string // Address in the API of what the page shows.
	Version string // "v1".
	Origin  string // Address of the site.
}

// discovery returns what a page says about the API, nil where it is mounted elsewhere.
func (p *Page) discovery() *discovery {
	d := p.API.Env.Deployment
	site, is := wordpress.Site(d)
	if !is {
		return nil
	}
	return &discovery{
		Index: d.SiteURL + site + "wp-json/", Root: d.APIURL() + "/",
		Version: path.Base(d.Namespace), Origin: d.SiteURL,
	}
}

// ShowsPath notes the path in the API of what the page shows, without the slash in front.
func (f *Frame) ShowsPath(path string) {
	if f.Discovery != nil {
		f.Discovery.Root += path
	}
}

// setHeaders sets the headers that say the same as the page.
func (d *discovery) setHeaders(h http.Header) {
	if d == nil {
		return
	}
	h.Add("Link", "<"+d.Index+`>; rel="https://api.w.org/"`)
	h.Set("X-TEC-API-VERSION", d.Version)
	h.Set("X-TEC-API-ROOT", d.Root)
	h.Set("X-TEC-API-ORIGIN", d.Origin)
}
