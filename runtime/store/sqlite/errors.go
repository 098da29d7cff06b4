package sqlite

import (
	"errors"
	"slices"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"almanac/runtime/store"
)

// primary is the part of a result code without its extension
// (https://www.sqlite.org/rescode.html).
func primary(code int) int { return code & 0xff }

// classified returns an error of the driver as a *store.Error, and others as
// they are.
func classified(err error) error {
	if err == nil || errors.As(err, new(*store.Error)) || errors.As(err, new(store.CallbackError)) {
		return err
	}
	var lite *sqlite.Error
	if !errors.As(err, &lite) {
		return err
	}
	e := &store.Error{Class: classOfResult(lite.Code()), Err: err}
	if e.Class == store.ClassUnique {
		e.Constraint = constraintOf(lite.Error())
	}
	return e
}

// classOfResult returns what a result code means.
func classOfResult(code int) store.ErrorClass {
	if code == lib.SQLITE_IOERR_SHMSIZE {
		return store.ClassFull // The index of the write-ahead log cannot grow.
	}
	switch code {
	case lib.SQLITE_CONSTRAINT_UNIQUE, lib.SQLITE_CONSTRAINT_PRIMARYKEY, lib.SQLITE_CONSTRAINT_ROWID:
		return store.ClassUnique
	case lib.SQLITE_CONSTRAINT_FOREIGNKEY:
		return store.ClassForeignKey
	case lib.SQLITE_TOOBIG:
		return store.ClassTooLarge
	}
	switch primary(code) {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return store.ClassBusy
	case lib.SQLITE_FULL:
		return store.ClassFull
	case lib.SQLITE_CANTOPEN, lib.SQLITE_IOERR, lib.SQLITE_READONLY,
		lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB, lib.SQLITE_NOMEM, lib.SQLITE_PROTOCOL:
		return store.ClassUnavailable
	}
	return store.ClassOther
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
