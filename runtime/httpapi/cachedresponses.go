package httpapi

import (
	"bytes"
	"maps"
	"net/http"

	"almanac/runtime/cache"
	"almanac/runtime/request"
)

// longestAccept is the length in bytes of the longest Accept header whose
// responses are kept.
const longestAccept = 200

// answerKey returns the key of the response to a request: all of it that the
// answer depends on.  It is "" for requests whose responses are never kept: those
// that may change something, show the caller, or carry parameters in a body.
func answerKey(r *http.Request) string {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return ""
	}
	if r.Header["Authorization"] != nil || r.ContentLength != 0 {
		return ""
	}
	accept := r.Header["Accept"]
	switch {
	case len(accept) == 0:
		return r.URL.RequestURI()
	case len(accept) == 1 && len(accept[0]) <= longestAccept:
		return r.URL.RequestURI() + "\x00" + accept[0]
	}
	return ""
}

// again answers a request with what is kept, and reports false when that is
// not, or no longer, what a handler would answer.
func (a *API) again(w *response, r *http.Request, x *request.State) bool {
	if a.cache == nil {
		return false
	}
	x.Key = answerKey(r)
	if x.Key == "" {
		return false
	}
	now := a.Env.Clock()
	kept := a.cache.Response(r.Context(), x.Key, now, a.Writes.PublicationDue(now))
	if kept == nil {
		return false
	}
	w.kept, w.status = kept, http.StatusOK
	x.Version, x.Listed, x.Route = kept.Version, kept.Listed, kept.Route
	return true
}

// keep keeps the response that is about to be sent, if the handler found that
// it may be and somebody asked for it before.
func (a *API) keep(w *response, x *request.State) {
	if x.Key == "" || x.Snapshot == "" || w.status != http.StatusOK {
		return
	}
	if a.cache.Wants(x.Key, x.Snapshot) {
		a.cache.Put(x.Key, w.copy(x))
	}
}

// copy returns the response that is held, to be kept.
func (w *response) copy(x *request.State) *cache.CachedResponse {
	return &cache.CachedResponse{
		Head: maps.Clone(w.head), Body: bytes.Clone(w.body.Bytes()),
		Snapshot: x.Snapshot, ExpiresAt: x.ExpiresAt, Version: x.Version, Listed: x.Listed, Route: x.Route,
	}
}

// CacheStats returns the state of the cache, and false when nothing is kept.
func (a *API) CacheStats() (cache.Stats, bool) {
	c := a.cache
	if c == nil {
		return cache.Stats{}, false
	}
	return c.Stats(), true
}
