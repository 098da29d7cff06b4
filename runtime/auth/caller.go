// Package auth knows users, their credentials and roles, and what each role may
// do. It authenticates requests and limits sign-in attempts. It does not know
// HTTP responses or the record that a request is about.
//
// Users is the entry point: Authenticate returns the Caller of a request, and
// Permissions says what a Caller may do.
package auth

// Role is the role of a user, with the names of WordPress.
type Role string

// The roles, most powerful first. RoleAnonymous is that of a caller without
// credentials.
const (
	RoleAdministrator Role = "administrator"
	RoleEditor        Role = "editor"
	RoleAuthor        Role = "author"
	RoleContributor   Role = "contributor"
	RoleSubscriber    Role = "subscriber"
	RoleAnonymous     Role = ""
)

// Roles lists the roles that a user can have.
func Roles() []Role {
	return []Role{RoleAdministrator, RoleEditor, RoleAuthor, RoleContributor, RoleSubscriber}
}

// Caller is the user that makes a request. The zero value is anonymous.
type Caller struct {
	User         int64  // ID of the user, 0 if anonymous.
	Name         string // Name of the user, for logs.
	Role         Role
	AuthDisabled bool // Authentication is disabled: every caller acts as the first user.
}

// IsAnonymous reports whether the caller has no credentials.
func (c Caller) IsAnonymous() bool { return c.Role == RoleAnonymous }
