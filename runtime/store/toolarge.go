package store

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// programLimitExceeded is the SQLSTATE of a value that is too large for what
// holds it, such as a text for a row of an index.
const programLimitExceeded = "54000"

// IsTooLarge reports whether err says that the database has no place for a value
// because of its size alone: it never takes the same value.
func IsTooLarge(err error) bool {
	var pg *pgconn.PgError
	var lite *sqlite.Error
	switch {
	case errors.As(err, &pg):
		return pg.Code == programLimitExceeded
	case errors.As(err, &lite):
		return lite.Code() == lib.SQLITE_TOOBIG
	}
	return false
}
