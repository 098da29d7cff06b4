package httpapi

import (
	"net/http"
	"net/url"
	"strings"

	"almanac/runtime/apierror"
	"almanac/runtime/deployment"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// Clients that can send nothing but GET and POST name another method beside a
// POST: in the query, as _method, in the header X-HTTP-Method-Override, or, as
// HTML forms do, as _method in the form.  The first of these counts.

// overridden returns the request with the method that its query or its header
// names.
func overridden(r *http.Request) *http.Request {
	if r.Method != http.MethodPost {
		return r
	}
	method, _ := param.InQuery(r.URL.RawQuery, "_method")
	if method == "" {
		method = r.Header.Get("X-HTTP-Method-Override")
	}
	if method == "" {
		return r
	}
	return withMethod(r, strings.ToUpper(method))
}

// override looks for a method in the form of a POST.  Forms are read after the
// operation was chosen, so that they count towards the limits of bodies; when one
// names another method, an error ends this operation, and the router calls the
// one of that method.
func override(r *request.Request) error {
	method := strings.ToUpper(r.Values.Form("_method"))
	if r.HTTP.Method != http.MethodPost || method == "" {
		return nil
	}
	switch method {
	case http.MethodPost:
		return nil
	case http.MethodPut, http.MethodPatch, http.MethodDelete:
		r.State.Override = method
		return apierror.New(http.StatusMethodNotAllowed, apierror.CodeMethodNotAllowed, "The form names the method %s.", method) // Nobody sees it.
	}
	return apierror.InvalidParamError("_method", "_method in a form must be PUT, PATCH or DELETE.")
}

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

// servePage answers a path outside the interface by the page that is there.  It
// returns false when there is none; what lies below the root of the interface is
// never a page.
func (a *API) servePage(out *response, r *http.Request) bool {
	path := r.URL.EscapedPath()
	if a.Pages == nil || a.below(path) {
		return false
	}
	pattern, page := a.Pages(path)
	if page == nil {
		return false
	}
	x := request.StateOf(r.Context())
	x.Route, x.Listed = pattern, true // Pages show many records, so their tag is weak.
	page.ServeHTTP(out, r)
	return true
}

// below reports whether a path is the root of the interface or below it, in any
// case, as normalize takes it.
func (a *API) below(path string) bool {
	root := a.Env.Deployment.APIPath()
	return len(path) >= len(root) && strings.EqualFold(path[:len(root)], root) && (len(path) == len(root) || path[len(root)] == '/')
}
