package runtime

import (
	"cmp"
	"net/http"
	"slices"

	"almanac/runtime/fault"
)

// exposedHeaders are the response headers that scripts of other origins may
// read.
const exposedHeaders = "X-TEC-Total, X-TEC-TotalPages, Link, ETag, Location, Allow"

// crossOrigin sets the CORS headers (Fetch standard) and refuses writes that a
// browser sends from a page that may not.  It returns false when it has
// answered.
func (a *API) crossOrigin(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Add("Vary", "Origin") // Also of answers without an origin, which a cache must not hand to one.
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	asked := ""
	if r.Method == http.MethodOptions {
		asked = r.Header.Get("Access-Control-Request-Method")
	}
	configured := slices.Contains(a.Env.Origins, origin)
	allowed := configured || !a.Env.Open && reads(cmp.Or(asked, r.Method))
	switch {
	case configured:
		w.Header().Set("Access-Control-Allow-Origin", origin)
	case allowed:
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}
	w.Header().Set("Access-Control-Expose-Headers", exposedHeaders)
	if asked != "" && allowed {
		w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
		w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, X-HTTP-Method-Override, If-Match, If-None-Match, Idempotency-Key, Prefer")
	}
	// In open mode there are no credentials to keep a foreign page out, so the
	// browser's own word decides.
	if a.Env.Open && !configured && http.NewCrossOriginProtection().Check(r) != nil {
		writeFault(w, fault.New(http.StatusForbidden, fault.Forbidden, "Writes from other sites are not allowed here. Start the service with --cors-origin for this one."))
		return false
	}
	return true
}

// reads reports whether a method only reads.
func reads(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
