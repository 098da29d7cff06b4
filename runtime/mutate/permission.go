package mutate

import (
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
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

// SetOwner sets to whom a record belongs: an existing user, 0 for nobody; the caller when
// nothing is said of a new record.  Only those who may edit all records may name somebody
// else.
func SetOwner(c *Mutation, name string, owner *int64, o param.Opt[int64]) {
	switch {
	case !o.IsPresent():
		if c.IsCreate {
			*owner = c.Caller.User
		}
	case o.Value == *owner && !c.IsCreate, o.Value == c.Caller.User:
		*owner = o.Value
	case !c.Kind.Permissions.CanEditTerms(c.Caller):
		c.Fail(name, "%s must be left out: only those who may change all %s may name somebody else.", name, c.Kind.Plural)
	case o.Value == 0:
		*owner = 0
	default:
		ok, err := c.Env.Users.Exists(c.context(), c.Store, o.Value)
		c.setErr(err)
		if !ok {
			c.Fail(name, "%s: there is no user with the ID %d.", name, o.Value)
			return
		}
		*owner = o.Value
	}
}
