package httpapi

import (
	"net/http"

	"almanac/runtime/etag"
	"almanac/runtime/mutate"
	"almanac/runtime/request"
)

// evaluate applies the preconditions of a read to its response (RFC 9110, section
// 13): 412 when the client wants another version than there is, 304 when it has
// the response already.  Those of writes were applied inside their transaction.
// It reports false when what is held has become another response than h and its
// body.
func (w *response) evaluate(h http.Header, r *http.Request, x *request.State) bool {
	tag := h.Get("ETag")
	if tag == "" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return true
	}
	if wanted, sent := etag.TagsOf(r.Header, "If-Match"); sent && !x.Listed && !wanted.MatchVersion(x.Version) {
		w.status = 0
		w.body.Reset()
		writeFault(w, mutate.PreconditionFailed(tag))
		return false
	}
	if had, sent := etag.TagsOf(r.Header, "If-None-Match"); sent && had.Match(tag) {
		w.status = http.StatusNotModified
		w.body.Reset()
		h.Del("Content-Type")
		return false
	}
	return true
}

// tag sets the ETag of a successful answer that shows a record or a list.
func (w *response) tag(x *request.State) {
	switch {
	case w.status < 200 || w.status >= 300:
	case x.Listed:
		w.Header().Set("ETag", `W/"`+etag.Hash(w.body.Bytes())+`"`)
	case x.Version != 0:
		w.Header().Set("ETag", etag.EntityTag(x.Version, w.body.Bytes()))
	}
}
