package runtime

import (
	"bytes"
	"net/http"

	"almanac/runtime/fault"
)

// evaluate applies the preconditions of a read to its answer (RFC 9110, section
// 13): 412 when the client wants another version than there is, 304 when it has
// the answer already.  Those of writes were applied inside their transaction.
// It reports false when what is held has become another answer than h and its
// body.
func (w *response) evaluate(h http.Header, r *http.Request, x *exchange) bool {
	tag := h.Get("ETag")
	if tag == "" || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return true
	}
	if wanted, sent := tagsOf(r.Header, "If-Match"); sent && !x.listed && !wanted.matchVersion(x.version) {
		w.status = 0
		w.body.Reset()
		writeFault(w, preconditionFailed(tag))
		return false
	}
	if had, sent := tagsOf(r.Header, "If-None-Match"); sent && had.match(tag) {
		w.status = http.StatusNotModified
		w.body.Reset()
		h.Del("Content-Type")
		return false
	}
	return true
}

// preconditionFailed is the answer to a request about another version of a
// record than there is now.
func preconditionFailed(tag string) *fault.Error {
	f := fault.New(http.StatusPreconditionFailed, "rest_precondition_failed", "The record has changed since. Read it again, and send its new ETag.")
	f.Header = map[string]string{"ETag": tag}
	return f
}

// precondition returns a 412 when the request names another version of the
// record that it is about to change.  It is asked with the record locked, so
// that no other write comes between the answer and the change; the update
// itself compares the version once more.
func (c *Change) precondition(m Model) error {
	version := m.Record().Version
	wanted, named := tagsOf(c.HTTP.Header, "If-Match")
	unwanted, excluded := tagsOf(c.HTTP.Header, "If-None-Match")
	if (!named || wanted.matchVersion(version)) && (!excluded || !unwanted.matchVersion(version)) {
		return nil
	}
	tag, err := c.currentTag(m)
	if err != nil {
		return err
	}
	return preconditionFailed(tag)
}

// currentTag returns the tag that a read of the record would have now.
func (c *Change) currentTag(m Model) (string, error) {
	if err := c.attach(c.context(), c.Store, c.Kind, []Model{m}); err != nil {
		return "", err
	}
	var body bytes.Buffer
	err := encode(&body, c.view(&View{Request: c.Request, Single: true}, m))
	return entityTag(m.Record().Version, body.Bytes()), err
}
