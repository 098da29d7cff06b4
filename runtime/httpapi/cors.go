package httpapi

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"almanac/runtime/apierror"
)

// exposedHeaders are the response headers that scripts of other origins may
// read.
const exposedHeaders = "X-TEC-Total, X-TEC-TotalPages, Link, ETag, Location, Allow, X-Request-Id, Preference-Applied, Idempotency-Replayed, Retry-After, Deprecation, Content-Disposition"

// allowedHeaders are the request headers that scripts of other origins may
// send.
const allowedHeaders = "Authorization, Content-Type, X-HTTP-Method-Override, If-Match, If-None-Match, Idempotency-Key, Prefer, X-Request-Id"

// preflightAge is how long browsers keep the response to a preflight, in seconds.
const preflightAge = "600"

// crossOrigin sets the CORS headers (Fetch standard) and refuses writes that a
// browser sends from a page that may not.  It returns false when it has
// answered.
func (a *API) crossOrigin(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Add("Vary", "Origin") // Also of responses without an origin, which a cache must not hand to one.
	origin := r.Header.Get("Origin")
	configured := origin != "" && slices.Contains(a.Env.AllowedOrigins, origin)
	if origin != "" {
		a.allowOrigin(w.Header(), r, origin, configured)
	}
	if !configured && !a.trustsPage(r, origin) {
		writeFault(w, apierror.New(http.StatusForbidden, apierror.CodeForbidden, "Writes from other sites are not allowed here. Start the service with --cors-origin for this one."))
		return false
	}
	return true
}

// allowOrigin sets the headers that tell a browser what pages of an origin may
// do.
func (a *API) allowOrigin(h http.Header, r *http.Request, origin string, configured bool) {
	asked := ""
	if r.Method == http.MethodOptions {
		asked = r.Header.Get("Access-Control-Request-Method")
	}
	allowed := configured || !a.Env.AuthDisabled && reads(cmp.Or(asked, r.Method))
	switch {
	case configured:
		h.Set("Access-Control-Allow-Origin", origin)
	case allowed:
		h.Set("Access-Control-Allow-Origin", "*")
	}
	h.Set("Access-Control-Expose-Headers", exposedHeaders)
	if asked != "" && allowed {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
		h.Set("Access-Control-Allow-Headers", allowedHeaders)
		h.Set("Access-Control-Max-Age", preflightAge)
	}
}

// trustsPage reports whether a page of an origin may send the request; the
// origin is "" when the request names none, as those of programs and of some old
// browsers do, where Sec-Fetch-Site alone tells a foreign page.  Reads
// and what carries a Bearer token, which no browser adds by itself, it may.
// Other writes may come from a foreign page although they are entitled: in
// open mode nobody shows anything, and a browser that knows a password for HTTP
// Basic sends it with whatever a page has it send.  There the browser's own
// word decides where the page is from.
func (a *API) trustsPage(r *http.Request, origin string) bool {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	switch {
	case !a.Env.AuthDisabled && strings.EqualFold(scheme, "Bearer"):
		return true
	case http.NewCrossOriginProtection().Check(r) != nil:
		return false
	}
	return !a.Env.AuthDisabled || origin == "" || reads(r.Method) || a.home(origin)
}

// home reports whether an origin has a host of the service.
func (a *API) home(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && a.ownHost(u.Host)
}

// reads reports whether a method only reads.
func reads(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
