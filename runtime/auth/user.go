package auth

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Bounds of what a user is made of, in characters.
const (
	maxName     = 60
	minPassword = 8
)

// User is somebody who may sign in, or an author that cannot.
type User struct {
	ID          int64
	Name        string
	Email       string // "" for none.
	Role        Role
	HasPassword bool      // Without one, only a token lets the user in.
	Created     time.Time // UTC, to the second.
}

// caller returns what the user is to a request.
func (u User) caller() Caller { return Caller{User: u.ID, Name: u.Name, Role: u.Role} }

// checkName reports what is wrong with the name of a user.  A colon ends the
// name in HTTP Basic (RFC 7617, section 2), so none can be part of it.
func checkName(name string) error {
	if strings.Contains(name, ":") {
		return fmt.Errorf("%w: a user name contains no colon", ErrInvalid)
	}
	return checkLabel("user name", name)
}

// checkLabel reports what is wrong with a short text that people read in
// lists, where blanks at its ends would not be seen.
func checkLabel(what, text string) error {
	switch n := utf8.RuneCountInString(text); {
	case n < 1 || n > maxName:
		return fmt.Errorf("%w: a %s has 1 to %d characters", ErrInvalid, what, maxName)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, isNotPrint):
		return fmt.Errorf("%w: a %s consists of printable characters", ErrInvalid, what)
	case text != strings.TrimSpace(text):
		return fmt.Errorf("%w: a %s does not begin or end with a blank", ErrInvalid, what)
	}
	return nil
}

// checkRole reports a role that no user can have.
func checkRole(role Role) error {
	if !slices.Contains(Roles(), role) {
		return fmt.Errorf("%w: a role is one of %v", ErrInvalid, Roles())
	}
	return nil
}

// checkPassword reports what is wrong with a new password.  RFC 7617 excludes
// control characters; refusing them here also catches the line end of a file
// or prompt that was meant to be cut off.  There is no upper bound.
func checkPassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return fmt.Errorf("%w: a password has at least %d characters", ErrInvalid, minPassword)
	case !utf8.ValidString(password) || strings.ContainsFunc(password, unicode.IsControl):
		return fmt.Errorf("%w: a password is UTF-8 text without control characters", ErrInvalid)
	}
	return nil
}

// isNotPrint is the opposite of unicode.IsPrint.
func isNotPrint(r rune) bool { return !unicode.IsPrint(r) }
