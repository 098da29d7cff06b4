package httpapi

import (
	"bytes"
	"maps"
	"net/http"

	"almanac/runtime"
	"almanac/runtime/wire"
)

// longestAccept is the length in bytes of the longest Accept header whose
// answers are kept.
const longestAccept = 200

// answerKey returns the key of the answer to a request: all of it that the
// answer depends on.  It is "" for requests whose answers are never kept: those
// that may change something, show who asks, or carry parameters in a body.
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
func (a *API) again(w *response, r *http.Request, x *runtime.RequestState) bool {
	if a.Env.Cache == nil {
		return false
	}
	x.Key = answerKey(r)
	if x.Key == "" {
		return false
	}
	now := a.Env.Clock()
	kept, ok := a.Env.Cache.Answers.GetIfPresent(x.Key)
	switch {
	case !ok:
		a.Env.Cache.Counts.Misses.Add(1)
		return false
	case kept.Outdated(now), a.Env.Publisher.Due(now), !a.Env.Cache.Present(r.Context(), a.Env.Store, kept.Moment):
		a.Env.Cache.Counts.Misses.Add(1)
		a.Env.Cache.Counts.Stale.Add(1)
		return false
	}
	a.Env.Cache.Counts.Hits.Add(1)
	w.kept, w.status = kept, http.StatusOK
	x.Version, x.Listed, x.Route = kept.Version, kept.Listed, kept.Route
	return true
}

// keep keeps the answer that is about to be sent, if the handler found that
// it may be and somebody asked for it before.
func (a *API) keep(w *response, x *runtime.RequestState) {
	if x.Key == "" || x.Moment == "" || w.status != http.StatusOK {
		return
	}
	a.Env.Cache.Saw(x.Moment)
	if a.Env.Cache.AskedAgain(x.Key) {
		a.Env.Cache.Answers.Set(x.Key, w.copy(x))
	}
}

// copy returns the answer that is held, to be kept.
func (w *response) copy(x *runtime.RequestState) *runtime.KeptAnswer {
	return &runtime.KeptAnswer{
		Head: maps.Clone(w.head), BodyState: bytes.Clone(w.body.Bytes()),
		Moment: x.Moment, Until: x.Until, Version: x.Version, Listed: x.Listed, Route: x.Route,
	}
}

// CacheState returns the state of the cache, and false when nothing is kept.
func (a *API) CacheState() (runtime.CacheState, bool) {
	c := a.Env.Cache
	if c == nil {
		return runtime.CacheState{}, false
	}
	return runtime.CacheState{
		Hits: c.Counts.Hits.Load(), Misses: c.Counts.Misses.Load(), Stale: c.Counts.Stale.Load(),
		Entries: int64(c.Answers.EstimatedSize()), Bytes: int64(c.Answers.WeightedSize() + c.Totals.WeightedSize()), //nolint:gosec // Bounded by memory.
	}, true
}

// Embed registers how records of a kind are encoded inside the answers of
// those that link to them.
func Embed(a *API, k *runtime.Kind, encode func(*runtime.View, runtime.Model) wire.Appender) {
	if a.Env.Shared != nil {
		a.Env.Shared.Encode[k] = encode
	}
}
