package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
	"modernc.org/sqlite"
)

// Errors that callers ask for with errors.Is.
var (
	// ErrUnavailable means that the database is away, full or overloaded: the
	// same request may succeed later.
	ErrUnavailable = errors.New("database is not available")
	// ErrFull means that there is no space for what was to be written; reading
	// goes on.  It is ErrUnavailable too.
	ErrFull = errors.New("database has no space left")
	// ErrTaken means that TakeID found the id in use.
	ErrTaken = errors.New("id is taken")
)

// errClosed answers calls on a store that was closed.
var errClosed = errors.New("store is closed")

// fault is what an error of a database means.
type fault uint8

// The faults.  A conflict and a busy database are worth another try, and away if
// that fails.
const (
	otherFault fault = iota
	conflict
	busy
	away
	noSpace
)

// faultOf returns what err means.
func faultOf(err error) fault {
	var pg *pgconn.PgError
	var lite *sqlite.Error
	var connect *pgconn.ConnectError
	var network net.Error
	switch {
	case err == nil:
		return otherFault
	case errors.As(err, &connect):
		// Whatever the reason was, there is no connection.
		return away
	case errors.As(err, &pg):
		return postgresFault(pg.Code)
	case errors.As(err, &lite):
		return sqliteFault(lite.Code())
	case errors.As(err, &network),
		errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, net.ErrClosed),
		errors.Is(err, ErrFileMoved), errors.Is(err, pgconn.ErrConnClosed), errors.Is(err, puddle.ErrClosedPool), errors.Is(err, errClosed):
		return away
	}
	return otherFault
}

// repeatable reports whether another try of the transaction may succeed.
func repeatable(err error) bool {
	f := faultOf(err)
	return f == conflict || f == busy
}

// explain says what the store was doing when err happened, and marks errors
// that mean the database is away.  When the caller's context ended, that is
// the reason, whatever the driver made of it.
func explain(ctx context.Context, err error, doing string) error {
	if err == nil {
		return nil
	}
	if end := ctx.Err(); end != nil {
		return fmt.Errorf("%s: %w (%v)", doing, end, err) //nolint:errorlint // The context's error is the one that counts.
	}
	err = fmt.Errorf("%s: %w", doing, err)
	switch faultOf(err) {
	case noSpace:
		return unavailable{err, []error{err, ErrFull, ErrUnavailable}}
	case away, busy, conflict: // A conflict that comes out of Write was met again and again.
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

// IsUnique reports whether err says that a value is there already, and in
// which unique constraint: its name on PostgreSQL, "table.column" or
// "table.a, table.b" on SQLite, where only indexes over expressions have their
// name told.
func IsUnique(err error) (constraint string, ok bool) {
	var pg *pgconn.PgError
	var lite *sqlite.Error
	switch {
	case errors.As(err, &pg):
		return pg.ConstraintName, pg.Code == "23505"
	case errors.As(err, &lite) && isUniqueCode(lite.Code()):
		return constraintOf(lite.Error()), true
	}
	return "", false
}

// IsForeignKey reports whether err says that a row refers to one that is not
// there, or that a row which is to go is still referred to.
func IsForeignKey(err error) bool {
	var pg *pgconn.PgError
	var lite *sqlite.Error
	switch {
	case errors.As(err, &pg):
		return pg.Code == "23503"
	case errors.As(err, &lite):
		return isForeignKeyCode(lite.Code())
	}
	return false
}
