package runtime

import (
	"net/http"

	"almanac/runtime/fault"
)

// allow returns nil when the caller may write at all.
func (r *Request) allow(may bool) error {
	switch {
	case may:
		return nil
	case r.Caller.IsVisitor():
		return unauthorized(fault.Forbidden, "This needs credentials of a user who may do it.")
	}
	return fault.New(http.StatusForbidden, fault.Forbidden, "Your role does not allow this.")
}

// mayChange returns nil when the caller may change the record.
func (r *Request) mayChange(m Model) error {
	access := m.Kind().Access
	p, ok := m.(PostModel)
	if !ok {
		return r.allow(access.EditsTerms(r.Caller))
	}
	post := p.AsPost()
	may := access.Edits(r.Caller, post.Author, post.Status)
	if may || r.Caller.IsVisitor() {
		return r.allow(may)
	}
	return fault.New(http.StatusForbidden, fault.Forbidden, "Your role does not allow changing this %s.", m.Kind().Name)
}

// mayDelete returns nil when the caller may delete the record.  Who may change
// a post may delete it.
func (r *Request) mayDelete(m Model) error {
	if _, ok := m.(PostModel); ok {
		return r.mayChange(m)
	}
	return r.allow(m.Kind().Access.DeletesTerms(r.Caller))
}
