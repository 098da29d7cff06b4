package app

import (
	"net/http"
	"strings"

	"almanac/cmd/almanac/internal/legacy"
	"almanac/cmd/almanac/internal/pages"
	"almanac/cmd/almanac/internal/wordpress"
	"almanac/runtime/httpapi"
)

// Pages makes what is beside the API, in this order of precedence: what WordPress has
// there, the addresses of an imported site, the calendar for browsers, and a page that says
// that there is none, but for what is beside the API below its base path.
func Pages(api *httpapi.API) func(path string) (pattern string, page http.Handler) {
	site := pages.New(api)
	api.Preview = site.Preview
	lookup := wordpress.New(api, legacy.New(api, site.Lookup))
	missing := api.ForBrowsers(site.Missing())
	base := "/" + strings.Trim(api.Env.Deployment.BasePath, "/")
	return func(path string) (string, http.Handler) {
		pattern, page := lookup(path)
		if page != nil || base != "/" && (path == base || strings.HasPrefix(path, base+"/")) {
			return pattern, page
		}
		return "/{unknown}", missing
	}
}

// WithoutPages is Pages without those for people.
func WithoutPages(api *httpapi.API) func(path string) (pattern string, page http.Handler) {
	return wordpress.New(api, func(string) (string, http.Handler) { return "", nil })
}
