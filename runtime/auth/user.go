package auth

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Limits of names and passwords, in characters.
const (
	maxName     = 60
	minPassword = 8
)

// User is a user, or an author that cannot sign in.
type User struct {
	ID          int64
	Name        string
	Email       string // "" for none.
	Role        Role
	HasPassword bool      // Without one, the user signs in with tokens only.
	Created     time.Time // UTC, to the second.
}

// Caller returns the user as one who makes requests.
func (u User) Caller() Caller { return Caller{User: u.ID, Name: u.Name, Role: u.Role} }

// CheckName returns an error for an invalid user name. It contains no colon,
// which ends the name in HTTP Basic (RFC 7617, section 2).
func CheckName(name string) error {
	if strings.Contains(name, ":") {
		return fmt.Errorf("%w: user names cannot contain a colon", ErrInvalidValue)
	}
	return CheckLabel("user name", name)
}

// CheckLabel returns an error for an invalid name or label. Blanks at its ends are
// rejected, because they are not visible in lists.
func CheckLabel(what, text string) error {
	switch n := utf8.RuneCountInString(text); {
	case n < 1 || n > maxName:
		return fmt.Errorf("%w: a %s must have 1 to %d characters", ErrInvalidValue, what, maxName)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, isNotPrint):
		return fmt.Errorf("%w: a %s must contain only printable characters", ErrInvalidValue, what)
	case text != strings.TrimSpace(text):
		return fmt.Errorf("%w: a %s must not begin or end with a space", ErrInvalidValue, what)
	}
	return nil
}

// checkRole returns an error for a role that no user can have.
func checkRole(role Role) error {
	if !slices.Contains(Roles(), role) {
		var names []string
		for _, r := range Roles() {
			names = append(names, string(r))
		}
		return fmt.Errorf("%w: the role must be one of %s", ErrInvalidValue, strings.Join(names, ", "))
	}
	return nil
}

// CheckPassword returns an error for an invalid new password. RFC 7617 excludes
// control characters; rejecting them also catches a line end of a file or
// prompt that was not removed. There is no maximum length.
func CheckPassword(password string) error {
	switch {
	case utf8.RuneCountInString(password) < minPassword:
		return fmt.Errorf("%w: passwords must have at least %d characters", ErrInvalidValue, minPassword)
	case !utf8.ValidString(password) || strings.ContainsFunc(password, unicode.IsControl):
		return fmt.Errorf("%w: passwords must be UTF-8 text without control characters", ErrInvalidValue)
	}
	return nil
}

// isNotPrint is the opposite of unicode.IsPrint.
func isNotPrint(r rune) bool { return !unicode.IsPrint(r) }
