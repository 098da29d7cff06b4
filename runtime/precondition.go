package runtime

import (
	"bytes"
	"net/http"

	"almanac/runtime/etag"
	"almanac/runtime/fault"
)

// PreconditionFailed is the answer to a request about another version of a
// record than there is now.
func PreconditionFailed(tag string) *fault.Error {
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
	wanted, named := etag.TagsOf(c.HTTP.Header, "If-Match")
	unwanted, excluded := etag.TagsOf(c.HTTP.Header, "If-None-Match")
	if (!named || wanted.MatchVersion(version)) && (!excluded || !unwanted.MatchVersion(version)) {
		return nil
	}
	tag, err := c.currentTag(m)
	if err != nil {
		return err
	}
	return PreconditionFailed(tag)
}

// currentTag returns the tag that a read of the record would have now.
func (c *Change) currentTag(m Model) (string, error) {
	if err := c.Attach(c.context(), c.Store, c.Kind, []Model{m}); err != nil {
		return "", err
	}
	var body bytes.Buffer
	err := encode(&body, c.ViewOf(&View{Request: c.Request, Single: true}, m))
	return etag.EntityTag(m.Record().Version, body.Bytes()), err
}
