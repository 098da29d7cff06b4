package mutate

import (
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
)

// Allow returns nil if may is true, else the 401 or 403.
func Allow(r *request.Request, may bool) error {
	switch {
	case may:
		return nil
	case r.Caller.IsAnonymous():
		return r.Env.Unauthorized(apierror.CodeForbidden, "Sign in as a user who is allowed to do this.")
	}
	return apierror.New(http.StatusForbidden, apierror.CodeForbidden, "Your role does not allow this.")
}

// MayChange returns nil when the caller may change the record.
func MayChange(r *request.Request, rec model.Record) error {
	access := rec.Resource().Permissions
	p, ok := rec.(model.PostRecord)
	if !ok {
		return Allow(r, access.CanEditRecord(r.Caller, model.OwnerOf(rec)))
	}
	post := p.AsPost()
	may := access.CanEdit(r.Caller, post.Author, post.StatusOutsideTrash())
	if may || r.Caller.IsAnonymous() {
		return Allow(r, may)
	}
	return apierror.New(http.StatusForbidden, apierror.CodeForbidden, "Your role does not allow changing this %s.",
		apierror.Resource(rec.Resource().Name))
}

// MayDelete returns nil when the caller may delete the record.  A caller who may change
// a post may delete it.
func MayDelete(r *request.Request, rec model.Record) error {
	if _, ok := rec.(model.PostRecord); ok {
		return MayChange(r, rec)
	}
	return Allow(r, rec.Resource().Permissions.CanDeleteRecord(r.Caller, model.OwnerOf(rec)))
}

// SetOwner sets the owner of a record: an existing user, 0 for none; the caller if a create
// names none.  Only callers who may edit all records may name another user.
func SetOwner(m *Mutation, name string, owner *int64, o param.Opt[int64]) {
	switch {
	case !o.IsPresent():
		if m.IsCreate {
			*owner = m.Caller.User
		}
	case o.Value == *owner && !m.IsCreate, o.Value == m.Caller.User:
		*owner = o.Value
	case !m.Resource.Permissions.CanEditTerms(m.Caller):
		m.Fail(name, "Omit %s: only users who can edit all %s can set it to someone else.",
			apierror.Param(name), apierror.Resource(m.Resource.Plural))
	case o.Value == 0:
		*owner = 0
	default:
		ok, err := m.Env.Users.Exists(m.Context(), m.Store, o.Value)
		m.setErr(err)
		if !ok {
			m.Fail(name, "%s: there is no user with the ID %s.", apierror.Param(name), apierror.ID(o.Value))
			return
		}
		*owner = o.Value
	}
}
