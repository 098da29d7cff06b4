// Package auth knows who calls: users, their credentials and roles, and what
// each role may do.  It does not know HTTP answers or which record a request
// is about; runtime asks it and acts.
package auth

// Role is what a user may do, in the words of WordPress.
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
