package httpapi

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"almanac/runtime/apierror"
	"almanac/runtime/cache"
	"almanac/runtime/coding"
	"almanac/runtime/etag"
	"almanac/runtime/mutate"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/views"
)

// jsonType is the media type of every response below the namespace.
const jsonType = "application/json; charset=UTF-8"

// maxPooledBytes is the capacity above which a buffer is not used again, so that one large
// response does not occupy memory for ever.
const maxPooledBytes = 1 << 20

// bufferedResponse buffers a response until it is whole.  Only then its entity tag is
// known, and nothing of a response that fails half-way has been sent.
type bufferedResponse struct {
	http.ResponseWriter
	head   http.Header // Of this response, beside those that every response to the request has.
	status int         // 0 until the response has begun.
	body   bytes.Buffer
	cached *cache.CachedResponse // An earlier response, sent in the place of head and body; nil for none.

	delivery
	err *apierror.Error // The error that the response is; nil for others.

	location  string           // Address of the GET that a QUERY means; "" for none.
	cacheKey  string           // Of the response in the cache, "" when it is not to be cached.
	cacheable bool             // The cache has room for the response.
	snapshot  store.SnapshotID // Of the store, at which the response was made; "" when it is not to be cached.
}

// fail notes the error that the response will be, and returns it.
func (w *bufferedResponse) fail(f *apierror.Error) error {
	w.err = f
	return f
}

// setListHeaders sets the headers of a list whose names the description decides, the header
// Deprecation of a batch, and the snapshot of a response that is to be cached.
func (w *bufferedResponse) setListHeaders(r *request.Request) {
	if w.counts != nil {
		w.Header().Set(r.Env.Service.TotalHeader, strconv.FormatInt(w.counts.total, 10))
		w.Header().Set(r.Env.Service.PagesHeader, strconv.FormatInt(w.counts.pages, 10))
	}
	setDeprecation(w.Header(), w.outdated)
	if w.shareable != nil && w.cacheable {
		w.snapshot = w.shareable.Snapshot(r.Context())
	}
}

// bufferPool has buffers for later requests.
type bufferPool struct{ pool sync.Pool }

// get returns a response in front of w.
func (p *bufferPool) get(w http.ResponseWriter) *bufferedResponse {
	out, ok := p.pool.Get().(*bufferedResponse)
	if !ok {
		out = &bufferedResponse{head: http.Header{}}
	}
	out.ResponseWriter, out.status = w, 0
	out.body.Reset()
	return out
}

// put takes back a response that has been sent.
func (p *bufferPool) put(out *bufferedResponse) {
	out.end()
	head, body := out.head, out.body
	clear(head)
	*out = bufferedResponse{head: head, body: body}
	if out.body.Cap() <= maxPooledBytes {
		p.pool.Put(out)
	}
}

// Header returns the header of the response.
func (w *bufferedResponse) Header() http.Header { return w.head }

// WriteHeader notes the status of the response; the first one counts.
func (w *bufferedResponse) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write adds a part of the body.
func (w *bufferedResponse) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// AvailableBuffer returns the empty room of the body.
func (w *bufferedResponse) AvailableBuffer() []byte { return w.body.AvailableBuffer() }

// commitHeader moves the header that is there so far to what every response to the
// request has.
func (w *bufferedResponse) commitHeader() {
	merge(w.ResponseWriter.Header(), w.head)
	clear(w.head)
}

// reset drops what was written since commitHeader.
func (w *bufferedResponse) reset() {
	w.end()
	w.status, w.delivery, w.err = 0, delivery{}, nil
	w.body.Reset()
	clear(w.head)
}

// end ends the feed or the stream that the response would have sent, or has.
func (w *bufferedResponse) end() {
	if w.stream != nil {
		w.stream.End()
	}
	if w.live != nil {
		w.live.Close()
	}
}

// merge adds one header to another, whose fields it replaces; fields of Vary add up.
func merge(to, from http.Header) {
	for name, values := range from {
		if earlier := to[name]; name == "Vary" && len(earlier) > 0 {
			values = append(slices.Clip(earlier), values...)
		}
		to[name] = slices.Clip(values) // Others may have them, too: what is added goes into a copy.
	}
}

// send sends a buffered response, with what follows from the whole of it: its tag, and no
// body where the client has it already or wants none.
func (a *API) send(w *bufferedResponse, r *http.Request, x *request.State) {
	if w.cached == nil {
		a.complete(w, x.Route)
	}
	body := w.body.Bytes()
	if w.cached != nil {
		merge(w.ResponseWriter.Header(), w.cached.Head)
		body = w.cached.Body
	}
	merge(w.ResponseWriter.Header(), w.head)
	clear(w.head)
	h := w.ResponseWriter.Header()
	coding := coding.Negotiate(h, r, body)
	if w.evaluate(h, r) {
		body = a.encode(w, h, coding, body)
	} else {
		body = w.body.Bytes() // Of an error, or empty.
		merge(h, w.head)
	}
	w.setLocation(h)
	if w.status != http.StatusNotModified && w.status != http.StatusNoContent {
		h["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	if w.status >= http.StatusBadRequest && x.BodyState.Unread() && r.ProtoMajor == 1 {
		// Otherwise net/http waits for the rest of the body before it responds.
		h["Connection"] = []string{"close"}
	}
	w.ResponseWriter.WriteHeader(w.status)
	_, _ = w.ResponseWriter.Write(body) //nolint:gosec // Its type is set, with nosniff; the client may be gone.
}

// complete gives a new response what follows from the whole of it, and stores it in the
// cache for those who ask the same.
func (a *API) complete(w *bufferedResponse, route string) {
	w.WriteHeader(http.StatusOK)
	if w.change != "" {
		w.Header().Set("Change-Id", w.change)
	}
	if w.replayed != nil {
		w.replay(w.replayed)
	}
	h := w.Header()
	success := w.status >= 200 && w.status < 300
	if w.varies {
		h.Add("Vary", "Accept")
	}
	if w.document != nil && success {
		w.body.Reset()
		w.body.Write(w.document.body)
		w.document.setHeader(h)
	}
	w.setETag()
	if w.minimal && success {
		w.omitBody()
	}
	if h.Get("Content-Type") == "application/json" {
		h.Set("Content-Type", jsonType) // As clients of The Events Calendar see it.
	}
	a.storeInCache(w, route)
}

// keepPrivate keeps responses that follow from a credential, or from the password
// of a record, out of every cache.
func keepPrivate(h http.Header, r *http.Request) {
	_, password := param.InQuery(r.URL.RawQuery, "password")
	if password || r.Header.Get("Authorization") != "" {
		h.Set("Cache-Control", "no-store")
	}
}

// writeError responds with an error that arose outside an operation.
func writeError(w http.ResponseWriter, f *apierror.Error) {
	if out, ok := w.(*bufferedResponse); ok {
		out.err = f
	}
	for name, value := range f.Header {
		w.Header().Set(name, value)
	}
	writeJSON(w, f.Status, f)
}

// writeJSON responds with a value as JSON.
func writeJSON(w http.ResponseWriter, status int, v any) {
	body, err := views.Encode(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(
			`{"code":"internal_server_error","message":"Something went wrong on our end.","data":{"status":500}}`,
		)
	}
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_, _ = w.Write(body) //nolint:gosec // It is JSON, whose type is set, with nosniff; the client may be gone.
}

// replay puts an earlier response in the place of the buffered one.
func (w *bufferedResponse) replay(earlier *request.StoredResponse) {
	w.status = earlier.Status
	w.body.Reset()
	w.body.WriteString(earlier.Body)
	h := w.Header()
	h.Set("Content-Type", jsonType)
	h.Set("Idempotency-Replayed", "true")
	if earlier.Location != "" {
		h.Set("Location", earlier.Location)
	}
}

// evaluate applies the preconditions of a read to its response (RFC 9110, section
// 13): 412 when the client wants another version than there is, 304 when it has
// the response already.  Those of writes were applied inside their transaction.
// It reports false when the buffered response has become another one than h and its body.
func (w *bufferedResponse) evaluate(h http.Header, r *http.Request) bool {
	tag := h.Get("ETag")
	if tag == "" || !reads(r.Method) {
		return true
	}
	if wanted := etag.TagsOf(r.Header, "If-Match"); wanted != nil && !w.listed && !wanted.MatchVersion(w.version) {
		w.status = 0
		w.body.Reset()
		writeError(w, mutate.PreconditionFailed(tag))
		return false
	}
	if had := etag.TagsOf(r.Header, "If-None-Match"); had != nil && had.Match(tag) {
		w.status = http.StatusNotModified
		w.body.Reset()
		h.Del("Content-Type")
		return false
	}
	return true
}

// setETag sets the ETag of a successful response that shows a record or a list.
func (w *bufferedResponse) setETag() {
	switch {
	case w.status < 200 || w.status >= 300:
	case w.listed:
		w.Header().Set("ETag", `W/"`+etag.Hash(w.body.Bytes())+`"`)
	case w.version != 0:
		w.Header().Set("ETag", etag.EntityTag(w.version, w.body.Bytes()))
	}
}

// encode returns the body in a coding, and names it in the header.
func (a *API) encode(w *bufferedResponse, h http.Header, c coding.Coding, body []byte) []byte {
	if c == coding.Identity {
		return body
	}
	h["Content-Encoding"] = []string{c.String()}
	if w.cached == nil {
		return a.coders.Encode(c, body)
	}
	if coded := w.cached.Coded[c].Load(); coded != nil {
		return *coded
	}
	coded := a.coders.Encode(c, body)
	w.cached.Coded[c].Store(&coded)
	return coded
}

// maxAcceptBytes is the length of the longest Accept header whose responses are cached.
const maxAcceptBytes = 200

// cacheKeyOf returns the key of the response to a request in the cache: all of the request
// that the response depends on.  It is "" for requests whose responses are never cached:
// those that may change something, show the caller, or carry parameters in a body.
func cacheKeyOf(r *http.Request) string {
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
	case len(accept) == 1 && len(accept[0]) <= maxAcceptBytes:
		return r.URL.RequestURI() + "\x00" + accept[0]
	}
	return ""
}

// serveCached responds from the cache.  It returns false if there is no cached response, or
// one that may be out of date.
func (a *API) serveCached(w *bufferedResponse, r *http.Request, x *request.State) bool {
	if a.cache == nil || x.IsNested() {
		return false
	}
	w.cacheKey = cacheKeyOf(r)
	if w.cacheKey == "" {
		return false
	}
	now := a.Env.Clock()
	cached := a.cache.Response(r.Context(), w.cacheKey, now, a.Writes.PublicationDue(now))
	if cached == nil {
		w.cacheable = a.cache.Wants(w.cacheKey)
		return false
	}
	w.cached, w.status = cached, http.StatusOK
	w.version, w.listed, x.Route = cached.Version, cached.Listed, cached.Route
	return true
}

// storeInCache caches a response that the handler marked as shareable, from the
// second request for it on.
func (a *API) storeInCache(w *bufferedResponse, route string) {
	if w.cacheKey == "" || w.snapshot == "" || w.status != http.StatusOK {
		return
	}
	a.cache.ObserveSnapshot(w.snapshot)
	a.cache.Put(w.cacheKey, &cache.CachedResponse{
		Head: maps.Clone(w.head), Body: bytes.Clone(w.body.Bytes()),
		Snapshot: w.snapshot, ExpiresAt: w.expires, Version: w.version, Listed: w.listed, Route: route,
	})
}

// CacheStats returns the state of the cache, and false if there is none.
func (a *API) CacheStats() (cache.Stats, bool) {
	if a.cache == nil {
		return cache.Stats{}, false
	}
	return a.cache.Stats(), true
}
