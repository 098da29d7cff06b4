package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"sync/atomic"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"
)

// Dialect is the kind of SQL that a store speaks.
type Dialect uint8

// The dialects.
const (
	PostgreSQL Dialect = iota + 1
	SQLite
)

// String returns the name of the dialect's folder of migrations: "postgres" or
// "sqlite".
func (d Dialect) String() string {
	switch d {
	case PostgreSQL:
		return "postgres"
	case SQLite:
		return "sqlite"
	default:
		return "unknown"
	}
}

// builder returns a bun database that builds the text of statements and
// refuses to execute them.
func (d Dialect) builder() *bun.DB {
	var how schema.Dialect = pgdialect.New()
	if d == SQLite {
		how = sqlitedialect.New()
	}
	return bun.NewDB(sql.OpenDB(refusal{}), how)
}

// errBuilder answers statements that a caller executes through the builder.
var errBuilder = errors.New("the builder only makes text: run it with a store's Reader or Writer")

// refusal is a database that cannot be connected to.
type refusal struct{}

// Connect refuses.
func (refusal) Connect(context.Context) (driver.Conn, error) { return nil, errBuilder }

// Driver returns the refusal itself.
func (r refusal) Driver() driver.Driver { return r }

// Open refuses.
func (refusal) Open(string) (driver.Conn, error) { return nil, errBuilder }

// SQL makes the parts of statements that the two dialects write differently.
// It is safe for concurrent use.
type SQL struct {
	dialect  Dialect
	builder  *bun.DB
	letters  bool        // PostgreSQL: search indexes know letters beyond ASCII.
	trigrams atomic.Bool // PostgreSQL: there can be search indexes.
}

// SnapshotSQL selects the snapshot that a statement sees.  The start of the server
// tells servers apart that a pool may lead to one after the other.  A standby has
// none: there the snapshot may stay while rows change, and how far the log was
// replayed is not read together with it.
const SnapshotSQL = `SELECT CASE WHEN pg_is_in_recovery() THEN '' ELSE
	pg_current_snapshot()::text || '/' || pg_postmaster_start_time()::text END`

// SnapshotColumn returns what a query selects as its first column to return the
// snapshot that it sees, "" where none can return it.  The Statement must say so by
// ReturnsSnapshot.  Alone in a batch such a statement needs no transaction around it.
func (s *SQL) SnapshotColumn() string {
	if s.dialect != PostgreSQL {
		return ""
	}
	return "(" + SnapshotSQL + ")" // A query of its own is run once, not for each row.
}
