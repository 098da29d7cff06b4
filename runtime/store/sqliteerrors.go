package store

import (
	"errors"
	"slices"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// primary is the part of a result code without its extension
// (https://www.sqlite.org/rescode.html).
func primary(code int) int { return code & 0xff }

// sqliteFault returns what a result code means.
func sqliteFault(code int) fault {
	if code == lib.SQLITE_IOERR_SHMSIZE {
		return noSpace // The index of the write-ahead log cannot grow.
	}
	switch primary(code) {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return busy
	case lib.SQLITE_FULL:
		return noSpace
	case lib.SQLITE_CANTOPEN, lib.SQLITE_IOERR, lib.SQLITE_READONLY,
		lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB, lib.SQLITE_NOMEM, lib.SQLITE_PROTOCOL:
		return away
	}
	return otherFault
}

// fileFailed reports whether code says that a connection has trouble with its
// file, so that a new one may fare better.
func fileFailed(code int) bool {
	return slices.Contains([]int{lib.SQLITE_READONLY, lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN}, primary(code))
}

// rolledBack reports whether a ROLLBACK failed because SQLite had undone the
// transaction already, as it does when the disk is full.  The code is that of any
// error; the sentence is SQLite's.
func rolledBack(err error) bool {
	var lite *sqlite.Error
	return errors.As(err, &lite) && strings.Contains(lite.Error(), "no transaction is active")
}

// isUniqueCode reports whether code is of a unique constraint or primary key.
func isUniqueCode(code int) bool {
	return slices.Contains([]int{
		lib.SQLITE_CONSTRAINT_UNIQUE, lib.SQLITE_CONSTRAINT_PRIMARYKEY, lib.SQLITE_CONSTRAINT_ROWID,
	}, code)
}

// isForeignKeyCode reports whether code is of a foreign key.
func isForeignKeyCode(code int) bool { return code == lib.SQLITE_CONSTRAINT_FOREIGNKEY }

// constraintOf takes the columns, or the index in quotes, from a message such as
// "constraint failed: UNIQUE constraint failed: posts.slug (2067)".
func constraintOf(message string) string {
	_, list, found := strings.Cut(message, "UNIQUE constraint failed: ")
	if !found {
		return ""
	}
	list, _, _ = strings.Cut(list, " (")
	return strings.Trim(strings.TrimPrefix(list, "index "), "'")
}
