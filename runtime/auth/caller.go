// Package auth knows who calls: users, their credentials and roles, and what
// each role may do.  It does not know HTTP answers or which record a request
// is about; runtime asks it and acts.
package auth

// Role is what a user may do, in the words that the peer's sites use.
type Role string

// The roles, most powerful first.  Visitor is a caller without credentials.
const (
	Administrator Role = "administrator"
	Editor        Role = "editor"
	Author        Role = "author"
	Contributor   Role = "contributor"
	Subscriber    Role = "subscriber"
	Visitor       Role = ""
)

// Roles lists the roles that a user can have.
func Roles() []Role { return []Role{Administrator, Editor, Author, Contributor, Subscriber} }

// Caller is who makes a request.  It is a parameter of every read and write.
// The zero value is a visitor.
type Caller struct {
	User int64  // Id of the user, 0 for a visitor.
	Name string // Name of the user, for logs.
	Role Role
	Open bool // The service runs without authentication: everybody acts as user 1.
}

// IsVisitor reports whether the caller showed no credentials.
func (c Caller) IsVisitor() bool { return c.Role == Visitor }

// EditsOthers reports whether the caller may read and change every record,
// whoever wrote it and whatever its status.
func (c Caller) EditsOthers() bool { return c.Role == Administrator || c.Role == Editor }

// Publishes reports whether the caller may publish records and change own
// published ones.
func (c Caller) Publishes() bool { return c.EditsOthers() || c.Role == Author }

// Creates reports whether the caller may create events, venues and organizers.
func (c Caller) Creates() bool { return c.Publishes() || c.Role == Contributor }

// EditsTerms reports whether the caller may change terms on their own routes:
// authors may change categories but not tags, as on the peer.
func (c Caller) EditsTerms(nested bool) bool {
	return c.EditsOthers() || nested && c.Role == Author
}

// Edits reports whether the caller may change a record of the given author
// and status.
func (c Caller) Edits(author int64, status string) bool {
	switch {
	case c.EditsOthers():
		return true
	case c.User == 0 || c.User != author:
		return false
	case c.Publishes():
		return true
	}
	return c.Role == Contributor && status != "publish" && status != "future" && status != "private"
}

// Reads reports whether the caller may read a record of the given author and
// status.  Trashed records are for those who may edit them.
func (c Caller) Reads(author int64, status string) bool {
	switch {
	case status == "publish":
		return true
	case c.EditsOthers():
		return true
	case status == "trash":
		return c.Edits(author, status)
	}
	return c.Creates() && c.User != 0 && c.User == author
}
