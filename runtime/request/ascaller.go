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
// effect. The linter allows it in httpapi alone.
func AsCaller(r *http.Request, caller auth.Caller) *http.Request {
	x := nested(r, caller)
	return r.WithContext(x.within(r.Context()))
}

// AsClient is AsCaller for a request that a client made by another protocol, such as MCP: it may and sees
// what a client does. Its ID begins with the name of the protocol, for the audit.
func AsClient(r *http.Request, caller auth.Caller, protocol string) *http.Request {
	x := nested(r, caller)
	x.ID, x.fromClient = protocol+"-"+x.ID, true
	return r.WithContext(x.within(r.Context()))
}

// nested returns the State of a request that is made for another one.
func nested(r *http.Request, caller auth.Caller) *State {
	of := StateOf(r.Context())
	return &State{
		ID:            of.ID,
		Address:       of.Address,
		Secure:        of.Secure,
		Begun:         time.Now(),
		authenticated: &caller,
	}
}

// IsNested reports whether the request is made inside of the program for another one, for which the
// limits of clients were checked.
func (x *State) IsNested() bool { return x.authenticated != nil }

// IsInternal reports whether the program made the request to itself.
func (x *State) IsInternal() bool { return x.IsNested() && !x.fromClient }
