package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
)

// Errors that callers ask for with errors.Is.
var (
	// ErrUnavailable means that the database is away, full or overloaded: the
	// same request may succeed later.
	ErrUnavailable = errors.New("database is not available")
	// ErrFull means that there is no space for what was to be written; reading
	// goes on.  It is ErrUnavailable too.
	ErrFull = errors.New("database has no space left")
	// ErrIDInUse means that ReserveID found the id in use.
	ErrIDInUse = errors.New("id is taken")
)

// ErrFileMoved means that an SQLite file was moved, removed or replaced after it
// was opened.  What the open connections write would go to a file that nobody
// finds, so nothing is read or written until the file is back in its place.  It
// is ErrUnavailable too.
var ErrFileMoved = errors.New("database file is not in its place")

// ErrRollback is what a function returns to RunInTx to have a dry run rolled back.
var ErrRollback = errors.New("roll back a dry run")

// ErrClosed is the error of calls on a store that was closed.
var ErrClosed error = &Error{Class: ClassUnavailable, Err: errors.New("store is closed")}

// ErrorClass is what an error of a database means.
type ErrorClass uint8

// The classes of errors.  After a conflict, or when the database is busy, the
// transaction is run again; if that fails too, the database is unavailable.
const (
	ClassOther       ErrorClass = iota
	ClassConflict               // Another transaction was preferred.
	ClassBusy                   // Another connection has a lock.
	ClassUnavailable            // There is no connection, or the server cannot work.
	ClassFull                   // There is no space left.
	ClassUnique                 // A value is there already.
	ClassCheck                  // A value is none that the table takes.
	ClassForeignKey             // A row refers to one that is not there.
	ClassTooLarge               // A value is too large for what has to store it.
)

// Error is an error of a driver, classified by its engine.  It prints as the
// error that it wraps.
type Error struct {
	Class ErrorClass
	// With ClassUnique: the name of the constraint on PostgreSQL, columns on SQLite. With ClassCheck: its name.
	Constraint string
	Detail     string // What the database adds to its message, such as the value that is there twice; may be empty.
	Err        error  // The error of the driver.
}

// Error returns the text of the driver's error.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the driver's error.
func (e *Error) Unwrap() error { return e.Err }

// ClassOf returns the class of the *Error that err wraps.  Errors of the network
// and of the operating system that wrap none are ClassUnavailable, all others
// ClassOther.
func ClassOf(err error) ErrorClass {
	var classified *Error
	var network net.Error
	switch {
	case err == nil:
		return ClassOther
	case errors.As(err, &classified):
		return classified.Class
	case errors.As(err, &network),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed):
		return ClassUnavailable
	}
	return ClassOther
}

// repeatable reports whether another try of the transaction may succeed.
func repeatable(err error) bool {
	c := ClassOf(err)
	return c == ClassConflict || c == ClassBusy
}

// Explain adds what the store was doing when err happened, and marks errors
// that mean the database is away as ErrUnavailable.  When the caller's context
// ended, that is the reason, whatever the driver made of it.  It returns nil for
// nil.
func Explain(ctx context.Context, err error, doing string) error {
	if err == nil {
		return nil
	}
	if end := ctx.Err(); end != nil {
		return fmt.Errorf("%s: %w (%v)", doing, end, err) //nolint:errorlint // The context's error is the one that counts.
	}
	err = fmt.Errorf("%s: %w", doing, err)
	switch ClassOf(err) {
	case ClassFull:
		return unavailable{err, []error{err, ErrFull, ErrUnavailable}}
	case ClassUnavailable, ClassBusy, ClassConflict: // A conflict that comes out of Write was met again and again.
		return unavailable{err, []error{err, ErrUnavailable}}
	default:
		return err
	}
}

// unavailable is an error that is ErrUnavailable too.
type unavailable struct {
	error
	all []error
}

// Unwrap returns the error of the database and what it means.
func (u unavailable) Unwrap() []error { return u.all }

// ReplicaError is the error of opening a store with a server in Options.Replicas
// that is no replica, or with a URL there that is wrong.
type ReplicaError struct{ Reason string }

// Error returns one sentence that contains no password.
func (e *ReplicaError) Error() string { return e.Reason }

// IsUnique reports whether err says that a value is there already, and in
// which unique constraint: its name on PostgreSQL, "table.column" or
// "table.a, table.b" on SQLite, where only indexes over expressions have their
// name reported.
func IsUnique(err error) (constraint string, ok bool) {
	var e *Error
	if errors.As(err, &e) && e.Class == ClassUnique {
		return e.Constraint, true
	}
	return "", false
}

// IsCheck reports whether err says that a value is none that its table takes, and by
// which rule: "table.field" of those that migrations make.
func IsCheck(err error) (constraint string, ok bool) {
	var e *Error
	if errors.As(err, &e) && e.Class == ClassCheck {
		return e.Constraint, true
	}
	return "", false
}

// IsForeignKey reports whether err says that a row refers to one that is not
// there, or that a row which is to go is still referred to.
func IsForeignKey(err error) bool { return ClassOf(err) == ClassForeignKey }

// IsTooLarge reports whether err says that the database has no place for a value
// because of its size alone: it never takes the same value.
func IsTooLarge(err error) bool { return ClassOf(err) == ClassTooLarge }
