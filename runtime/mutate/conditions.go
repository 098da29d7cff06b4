package mutate

import (
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/etag"
	"almanac/runtime/model"
	"almanac/runtime/query"
)

// PreconditionFailed is the response to a request about another version of a
// record than there is now.
func PreconditionFailed(tag string) *apierror.Error {
	f := apierror.New(http.StatusPreconditionFailed, "rest_precondition_failed", "The record has changed since. Read it again, and send its new ETag.")
	f.Header = map[string]string{"ETag": tag}
	return f
}

// checkPreconditions returns a 412 when the request names another version of the
// record that it is about to change.  It is asked with the record locked, so
// that no other write comes between the response and the change; the update
// itself compares the version once more.
func (c *Mutation) checkPreconditions(m model.Record) error {
	version := m.Common().Version
	if (c.IfMatch == nil || c.IfMatch.MatchVersion(version)) && (c.IfNoneMatch == nil || !c.IfNoneMatch.MatchVersion(version)) {
		return nil
	}
	tag, err := c.currentTag(m)
	if err != nil {
		return err
	}
	return PreconditionFailed(tag)
}

// currentTag returns the tag that a read of the record would have now.
func (c *Mutation) currentTag(m model.Record) (string, error) {
	if err := query.Attach(c.context(), c.Request, c.Store, c.Kind, []model.Record{m}); err != nil {
		return "", err
	}
	body, err := c.engine.Represent(c.Request, m, false)
	return etag.EntityTag(m.Common().Version, body), err
}
