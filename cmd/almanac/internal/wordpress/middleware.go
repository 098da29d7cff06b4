package wordpress

import (
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/deployment"
	"almanac/runtime/httpapi"
	"almanac/runtime/param"
)

// WordPress' headers with the counts of a list.
const (
	totalHeader = "X-WP-Total"
	pagesHeader = "X-WP-TotalPages"
)

// Site returns the path of the site, "/" or "/blog/", if the API is mounted as
// WordPress mounts its own: at wp-json below the site.  Otherwise it returns false.
func Site(d deployment.Deployment) (string, bool) {
	site, is := strings.CutSuffix("/"+strings.Trim(d.BasePath, "/"), "/wp-json")
	return site + "/", is
}

// Middleware adds what clients of WordPress may send wherever the API is mounted as there:
// addresses that are queries, and responses in an envelope.  Scripts may read WordPress'
// counts of lists.
func Middleware(api *httpapi.API) func(http.Handler) http.Handler {
	site, is := Site(api.Env.Deployment)
	if !is {
		return func(next http.Handler) http.Handler { return next }
	}
	api.Env.ExposedHeaders = append(api.Env.ExposedHeaders, totalHeader, pagesHeader)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r = fromRestRoute(site, r)
			if enveloped(r) {
				serveEnveloped(api, next, w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// restRoute is the query parameter that names a path of the API, for
// clients of WordPress sites whose addresses are queries.
const restRoute = "rest_route"

// fromRestRoute returns the request that /?rest_route=PATH and
// /index.php?rest_route=PATH stand for: one for the path below wp-json, without
// that parameter.  Other requests it returns as they are.
func fromRestRoute(site string, r *http.Request) *http.Request {
	if !strings.Contains(r.URL.RawQuery, restRoute+"=") || r.URL.Path != site && r.URL.Path != site+"index.php" {
		return r
	}
	route, sent := param.InQuery(r.URL.RawQuery, restRoute)
	if !sent || route == "" {
		return r
	}
	u := *r.URL
	u.Path, u.RawPath, u.RawQuery = site+"wp-json"+route, "", withoutParameter(u.RawQuery, restRoute)
	next := *r
	next.URL = &u
	return &next
}

// withoutParameter returns a query string without one parameter; the rest is
// as it was sent.
func withoutParameter(raw, name string) string {
	var kept []string
	for pair := range strings.SplitSeq(raw, "&") {
		key, _, _ := strings.Cut(pair, "=")
		if decoded, err := url.QueryUnescape(key); err != nil || decoded != name {
			kept = append(kept, pair)
		}
	}
	return strings.Join(kept, "&")
}
