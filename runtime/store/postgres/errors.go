package postgres

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"almanac/runtime/store"
)

// classified returns an error of the driver as a *store.Error, and others as they
// are.
func classified(err error) error {
	if err == nil || errors.As(err, new(*store.Error)) || errors.As(err, new(store.CallbackError)) {
		return err
	}
	var pg *pgconn.PgError
	switch {
	case errors.As(err, new(*pgconn.ConnectError)):
		// Whatever the reason was, there is no connection.
		return &store.Error{Class: store.ClassUnavailable, Err: err}
	case errors.As(err, &pg):
		return &store.Error{Class: classOfCode(pg.Code), Constraint: pg.ConstraintName, Detail: pg.Detail, Err: err}
	case errors.Is(err, pgconn.ErrConnClosed), errors.Is(err, puddle.ErrClosedPool):
		return &store.Error{Class: store.ClassUnavailable, Err: err}
	}
	return err
}

// classOfCode returns what an SQLSTATE means
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
func classOfCode(code string) store.ErrorClass {
	switch {
	case code == "23505": // unique_violation
		return store.ClassUnique
	case code == "23514": // check_violation
		return store.ClassCheck
	case code == "23503": // foreign_key_violation
		return store.ClassForeignKey
	case code == "54000": // program_limit_exceeded, as by a text for a row of an index
		return store.ClassTooLarge
	case slices.Contains([]string{
		"40001", // serialization_failure
		"40P01", // deadlock_detected
		"55P03", // lock_not_available
	}, code):
		return store.ClassConflict
	case code == "53100": // disk_full
		return store.ClassFull
	case slices.Contains([]string{
		"57P01", // admin_shutdown
		"57P02", // crash_shutdown
		"57P03", // cannot_connect_now
		"57P04", // database_dropped
		"57P05", // idle_session_timeout
		"57014", // query_canceled: by the server's own limit, or by an administrator
		readOnlyTransaction,
	}, code):
		return store.ClassUnavailable
	case len(code) == 5 && slices.Contains([]string{
		"08", // connection exception
		"53", // insufficient resources: memory, connections
		"58", // system error
	}, code[:2]):
		return store.ClassUnavailable
	}
	return store.ClassOther
}
