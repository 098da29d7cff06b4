package request

import (
	"net/http"
	"time"

	"almanac/runtime/auth"
)

// AsCaller returns a request that the program makes to its own API for a caller that has
// been authenticated already, by a session of the desk. r has the context of the
// request that it is made for, and gets a State of its own with the ID and the address of
// that one. Only Go code can call this: no header, cookie or parameter has the same
// effect. The linter allows it in httpapi.Send alone.
func AsCaller(r *http.Request, caller auth.Caller) *http.Request {
	of := StateOf(r.Context())
	x := &State{
		ID:            of.ID,
		Address:       of.Address,
		Secure:        of.Secure,
		Begun:         time.Now(),
		authenticated: &caller,
	}
	return r.WithContext(x.within(r.Context()))
}

// IsInternal reports whether the program made the request to itself: the limits of
// clients were checked for the request that it is made for.
func (x *State) IsInternal() bool { return x.authenticated != nil }
