package httpapi

import (
	"net/http"
	"net/url"

	"almanac/runtime/request"
)

// Forward answers the request of a page with what the interface answers to an anonymous
// caller who reads a path below its root with the parameters.  Nothing is cached under
// the address of the request: what it stands for may change with the day, or with records
// that are read before.
func (a *API) Forward(w http.ResponseWriter, r *http.Request, path string, params url.Values) {
	x := request.StateOf(r.Context())
	x.Listed, x.Key, x.Snapshot = false, "", ""
	next := *r
	next.Header = r.Header.Clone()
	next.Header.Del("Authorization") // Pages ignore credentials, and so does what stands for one.
	next.URL = &url.URL{Path: a.Env.Deployment.APIPath() + path, RawQuery: params.Encode()}
	a.mux.ServeHTTP(w, &next)
}
