package auth

import (
	"errors"
	"time"
)

// What can be wrong with a user, a token or a credential.  No text of these
// errors, nor of any that wraps them, contains a password or a token.
var (
	ErrInvalid           = errors.New("not valid")                       // A value breaks a rule that the text names.
	ErrTaken             = errors.New("the name is taken")               // Another user has the name or address, but for letter case.
	ErrNotFound          = errors.New("not found")                       // No such user or token.
	ErrIncorrectPassword = errors.New("the user or password is wrong")   // The error does not say which.
	ErrInvalidToken      = errors.New("the token is unknown or expired") // The error does not say which.
	ErrBusy              = errors.New("too many passwords to verify")    // Of others; try again in a moment.
	ErrTooManyAttempts   = errors.New("too many wrong passwords")        // Always inside an *AttemptsError.
)

// AttemptsError refuses a password without looking at it, because too many
// wrong ones came before.  It is an ErrTooManyAttempts.
type AttemptsError struct {
	RetryAfter time.Duration // Until the next attempt is heard; whole seconds, at least one.
}

// Error implements error.
func (e *AttemptsError) Error() string {
	return ErrTooManyAttempts.Error() + ", retry after " + e.RetryAfter.String()
}

// Unwrap makes errors.Is find ErrTooManyAttempts.
func (e *AttemptsError) Unwrap() error { return ErrTooManyAttempts }

// tooMany makes the refusal; clients count in whole seconds, and one that
// comes back too early would be refused again, so that wait is rounded up.
func tooMany(wait time.Duration) error {
	return &AttemptsError{RetryAfter: (wait + time.Second - 1).Truncate(time.Second)}
}
