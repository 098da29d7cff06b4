package mutate

import (
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/request"
)

// allow returns nil when the caller may write at all.
func allow(r *request.Request, may bool) error {
	switch {
	case may:
		return nil
	case r.Caller.IsAnonymous():
		return r.Env.Unauthorized(apierror.CodeForbidden, "This needs credentials of a user who may do it.")
	}
	return apierror.New(http.StatusForbidden, apierror.CodeForbidden, "Your role does not allow this.")
}

// MayChange returns nil when the caller may change the record.
func MayChange(r *request.Request, m model.Record) error {
	access := m.Resource().Permissions
	p, ok := m.(model.PostRecord)
	if !ok {
		return allow(r, access.CanEditRecord(r.Caller, model.OwnerOf(m)))
	}
	post := p.AsPost()
	may := access.CanEdit(r.Caller, post.Author, post.Status)
	if may || r.Caller.IsAnonymous() {
		return allow(r, may)
	}
	return apierror.New(http.StatusForbidden, apierror.CodeForbidden, "Your role does not allow changing this %s.", m.Resource().Name)
}

// MayDelete returns nil when the caller may delete the record.  Who may change
// a post may delete it.
func MayDelete(r *request.Request, m model.Record) error {
	if _, ok := m.(model.PostRecord); ok {
		return MayChange(r, m)
	}
	return allow(r, m.Resource().Permissions.CanDeleteRecord(r.Caller, model.OwnerOf(m)))
}
