package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"almanac/runtime/store"
)

// engine is the engine of SQLite: one connection that writes, as SQLite has
// one writer at a time anyway, and several that may only read.
type engine struct {
	read, write *connPool
	watcher     *connPool // Of one connection, which only reads the data version.
	path        string    // Of the file, absolute.
	file        *openFile
	lock        *flock.Flock // Shared with all that use the file; nil for one that only reads.
}

var _ store.Engine = (*engine)(nil)

// Query runs one statement on a connection that reads.
func (e *engine) Query(ctx context.Context, s store.Statement) error {
	return e.read.use(ctx, func(c *connection) error { return c.Query(ctx, s) })
}

// Batch runs the statements in one read transaction, which a single one is by
// itself.
func (e *engine) Batch(ctx context.Context, list []store.Statement) error {
	if len(list) == 1 {
		return e.Query(ctx, list[0])
	}
	return e.read.use(ctx, func(c *connection) error {
		return c.transact(ctx, "BEGIN", func() error { return c.Batch(ctx, list) })
	})
}

// Transact runs f in one transaction.  It takes the write lock at once: a
// transaction that reads first and locks later may fail without waiting.
// It begins with the first statement, so that nobody waits for what f does
// before.
func (e *engine) Transact(ctx context.Context, f func(context.Context,
	store.Transaction) (store.Ending, error),
) (err error) {
	tx := &transaction{pool: e.write}
	defer func() { err = tx.end(context.WithoutCancel(ctx), err) }()
	end, err := f(ctx, tx)
	if err != nil {
		return err
	}
	if len(end.Last) > 0 {
		if err := tx.Batch(ctx, end.Last); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return tx.commit(context.WithoutCancel(ctx), end)
}

// Migration runs f in one transaction without foreign keys, which would have
// the rebuilding of a table delete the rows that refer to it, and checks them
// before the commit.
func (e *engine) Migration(ctx context.Context, f func(context.Context, store.Transaction) error) error {
	return e.write.use(ctx, func(c *connection) error {
		// The switch does nothing inside a transaction.
		if err := c.Script(ctx, "PRAGMA foreign_keys = OFF"); err != nil {
			return err
		}
		err := c.transact(ctx, "BEGIN IMMEDIATE", func() error {
			if err := f(ctx, c); err != nil {
				return err
			}
			return c.checkForeignKeys(ctx)
		})
		on := c.Script(context.WithoutCancel(ctx), "PRAGMA foreign_keys = ON")
		if on != nil {
			c.broken = true
		}
		return errors.Join(err, on)
	})
}

// checkForeignKeys returns an error when a row refers to none.
func (c *connection) checkForeignKeys(ctx context.Context) error {
	return c.Query(ctx, store.Statement{SQL: "PRAGMA foreign_key_check", ScanRow: func(r store.Row) error {
		var table, parent string
		var row, key *int64
		if err := r.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		return fmt.Errorf("a row of table %s refers to a row of %s that is not there", table, parent)
	}})
}

// Check reads the whole file, on a connection of its own: the check of a search
// index takes what its connection has read of it before for what is there still.
func (e *engine) Check(ctx context.Context) (err error) {
	fresh := newConnPool(1, e.read.dsn)
	defer func() { err = errors.Join(err, fresh.close()) }()
	return fresh.use(ctx, func(c *connection) error {
		err := c.Query(ctx, store.Statement{SQL: "PRAGMA integrity_check", ScanRow: func(r store.Row) error {
			var found string
			if err := r.Scan(&found); err != nil || found == "ok" {
				return err
			}
			return fmt.Errorf("the file is damaged: %s", found)
		}})
		if err != nil {
			return err
		}
		return c.checkForeignKeys(ctx)
	})
}

// Forget rewrites the file, and empties the write-ahead log.
func (e *engine) Forget(ctx context.Context) error {
	return e.write.use(ctx, func(c *connection) error {
		if err := c.Script(ctx, "VACUUM"); err != nil {
			return err
		}
		return c.Query(ctx, store.Statement{
			SQL: "PRAGMA wal_checkpoint(TRUNCATE)", ScanRow: func(r store.Row) error {
				var busy, pages, moved int64
				if err := r.Scan(&busy, &pages, &moved); err != nil || busy == 0 {
					return err
				}
				return errors.New("somebody reads the database: stop the server, and run this again")
			},
		})
	})
}

// Ping reads from the file, which has to be in its place.
func (e *engine) Ping(ctx context.Context) error {
	if err := e.file.check(); err != nil {
		return err
	}
	return e.Query(ctx, store.Statement{SQL: "SELECT count(*) FROM sqlite_schema"})
}

// Primary returns the engine itself.
func (e *engine) Primary() store.Runner { return e }

// ReadsReturnSnapshot reports that reading does not return a snapshot.
func (e *engine) ReadsReturnSnapshot() bool { return false }

// Close waits for running statements and disconnects.  The writer goes last,
// as only it can empty the journal into the file.
func (e *engine) Close() error {
	err := errors.Join(e.watcher.close(), e.read.close(), e.write.close())
	if e.lock != nil {
		err = errors.Join(err, e.lock.Unlock())
	}
	return err
}

// Snapshot reads the data version of the connection that watches, which changes with
// commits of other connections.  The number is one for each connection, so the snapshot ID
// names the connection too.
func (e *engine) Snapshot(ctx context.Context) (id store.SnapshotID, err error) {
	err = e.watcher.use(ctx, func(c *connection) error {
		return c.Query(ctx, store.Statement{
			SQL: "PRAGMA data_version", RunToCompletion: true,
			ScanRow: func(row store.Row) error {
				var version int64
				err := row.Scan(&version)
				id = store.SnapshotID(strconv.FormatUint(c.serial, 10) + "/" + strconv.FormatInt(version, 10))
				return err
			},
		})
	})
	return id, err
}

// BatchAt runs a batch; the connections that read do not know the snapshot.
func (e *engine) BatchAt(ctx context.Context, list []store.Statement) (store.SnapshotID, error) {
	return "", e.Batch(ctx, list)
}

// Validate judges the path of a file.
func Validate(path string, o store.Options) error {
	path, err := filePath(path)
	if err != nil || o.ReadOnly {
		return err
	}
	// A file that is there was opened; beside it, or for a new one, others are made.
	f, err := os.CreateTemp(filepath.Dir(path), ".almanac-check-*")
	if err != nil {
		return createError(path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

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
	if e.Class == store.ClassUnique || e.Class == store.ClassCheck {
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
	case lib.SQLITE_CONSTRAINT_CHECK, lib.SQLITE_CONSTRAINT_TRIGGER:
		return store.ClassCheck
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

// constraintOf takes the columns, the index in quotes or the check from a message such
// as "constraint failed: UNIQUE constraint failed: posts.slug (2067)".
func constraintOf(message string) string {
	_, list, found := strings.Cut(message, " constraint failed: ")
	if !found {
		return ""
	}
	list, _, _ = strings.Cut(list, " (")
	return strings.Trim(strings.TrimPrefix(list, "index "), "'")
}
