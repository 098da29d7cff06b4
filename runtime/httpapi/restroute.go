package httpapi

import (
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/deployment"
	"almanac/runtime/param"
)

// restRoute is the query parameter that names a path of the interface, for
// clients of WordPress sites whose addresses are queries.
const restRoute = "rest_route"

// wordPressRoot returns the path of the site, "/" or "/blog/", when the service
// is mounted as WordPress mounts its interface: at wp-json below the site.
// Otherwise it returns false.
func wordPressRoot(d deployment.Deployment) (string, bool) {
	site, is := strings.CutSuffix("/"+strings.Trim(d.BasePath, "/"), "/wp-json")
	return site + "/", is
}

// fromRestRoute returns the request that /?rest_route=PATH and
// /index.php?rest_route=PATH stand for: one for the path below wp-json, without
// that parameter.  Other requests it returns as they are.
func (a *API) fromRestRoute(r *http.Request) *http.Request {
	if !strings.Contains(r.URL.RawQuery, restRoute+"=") {
		return r
	}
	site, is := wordPressRoot(a.Env.Deployment)
	if !is || r.URL.Path != site && r.URL.Path != site+"index.php" {
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
