package auth

import (
	"errors"
	"time"
)

// Errors of users, tokens and credentials. No message of these errors, nor of an
// error that wraps them, contains a password or a token.
var (
	ErrInvalidValue = errors.New("invalid value") // A value breaks a rule that the message names.
	// Another user has the name or address, in any letter case.
	ErrNameInUse         = errors.New("the name is taken")
	ErrNotFound          = errors.New("not found")                       // No such user or token.
	ErrIncorrectPassword = errors.New("wrong user name or password")     // The error does not say which.
	ErrInvalidToken      = errors.New("the token is unknown or expired") // The error does not say which.
	// The queue is full or the attempt waited too long.
	ErrBusy            = errors.New("too many passwords to verify")
	ErrTooManyAttempts = errors.New("too many wrong passwords") // Always inside a *TooManyAttemptsError.
)

// TooManyAttemptsError rejects a password without verifying it, because
// there were too many wrong ones. It wraps ErrTooManyAttempts.
type TooManyAttemptsError struct {
	RetryAfter time.Duration // Until the next attempt is verified; whole seconds, at least one.
}

// Error implements error.
func (e *TooManyAttemptsError) Error() string {
	return ErrTooManyAttempts.Error() + ", retry after " + e.RetryAfter.String()
}

// Unwrap makes errors.Is find ErrTooManyAttempts.
func (e *TooManyAttemptsError) Unwrap() error { return ErrTooManyAttempts }

// tooManyAttempts returns a TooManyAttemptsError. The wait is rounded up to whole
// seconds, so that a client that waits for it is not rejected again.
func tooManyAttempts(wait time.Duration) error {
	return &TooManyAttemptsError{RetryAfter: (wait + time.Second - 1).Truncate(time.Second)}
}
