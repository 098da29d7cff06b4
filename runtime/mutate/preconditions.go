package mutate

import (
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/etag"
	"almanac/runtime/model"
	"almanac/runtime/query"
)

// PreconditionFailed returns the 412 of a request that names another version of a record
// than the current one, whose entity tag is given.
func PreconditionFailed(tag string) *apierror.Error {
	f := apierror.New(http.StatusPreconditionFailed, "rest_precondition_failed",
		"This record has changed. Fetch it again and retry with the new ETag.")
	f.Header = map[string]string{"ETag": tag}
	return f
}

// checkPreconditions returns a 412 when the request names another version of the
// record that it is about to change.  The record is locked, so that no other write comes
// between the check and the change; the update itself compares the version once more.
func (m *Mutation) checkPreconditions(rec model.Record) error {
	version := rec.Common().Version
	if (m.IfMatch == nil || m.IfMatch.MatchVersion(version)) &&
		(m.IfNoneMatch == nil || !m.IfNoneMatch.MatchVersion(version)) {
		return nil
	}
	tag, err := m.currentTag(rec)
	if err != nil {
		return err
	}
	return PreconditionFailed(tag)
}

// currentTag returns the tag that a read of the record would have now.
func (m *Mutation) currentTag(rec model.Record) (string, error) {
	if err := query.Attach(m.Context(), m.Request, m.Store, m.Resource, []model.Record{rec}); err != nil {
		return "", err
	}
	body, err := m.engine.Represent(m.Request, rec, false)
	return etag.EntityTag(rec.Common().Version, body), err
}
