package httpapi

import (
	"net/http"
	"strings"

	"almanac/runtime/request"
)

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
