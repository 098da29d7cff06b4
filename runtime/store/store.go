package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/store/internal/sharedcall"
)

// Options are the settings of a store; the zero value is good.
type Options struct {
	MaxConns    int    // Connections at most; 0 means at least 8 (SQLite: 4) and one for each processor.
	Synchronous string // SQLite's synchronous: "full" (default, survives power loss) or "normal".
	MmapBytes   int64  // SQLite: bytes of the file that connections that read map into memory; 0 for none.
	// SQLite: pages that the program keeps in memory; 0 for 6 MiB, which the first store of a program decides.
	CacheBytes int64
	ReadOnly   bool         // Nothing may be changed; an SQLite file that is missing is an error.
	Log        *slog.Logger // Where retried transactions and migrations are noted; nil means nowhere.

	// PostgreSQL: the name of the program, which lists of connections show; the URL may name another.
	Application       string
	Replicas          []string // PostgreSQL: URLs of streaming replicas that reads may go to.
	UnnamedStatements bool     // PostgreSQL: no statement is prepared under a name, for poolers that share sessions.

	// OnQuery, when set, is called after every call.
	OnQuery func(ctx context.Context, call QueryInfo)
}

// Store executes statements on one database.  It is safe for concurrent use.
type Store struct {
	sql       SQL
	engine    Engine
	log       *slog.Logger
	onQuery   func(context.Context, QueryInfo)
	snapshots sharedcall.Group[SnapshotID]
}

// New makes a store of an engine, which it closes when it returns an error.
// o.Log must be set.
func New(ctx context.Context, d Dialect, e Engine, o Options) (*Store, error) {
	s := &Store{engine: e, log: o.Log, onQuery: o.OnQuery}
	s.sql.dialect, s.sql.builder = d, d.builder()
	if err := s.detectTrigrams(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Engine returns the database, for packages that do more than to run statements.
func (s *Store) Engine() Engine { return s.engine }

// Log returns the log of the store's options.
func (s *Store) Log() *slog.Logger { return s.log }

// Close waits for running statements and transactions, then disconnects.
func (s *Store) Close() error {
	return errors.Join(s.sql.builder.Close(), s.engine.Close())
}

// Dialect returns the kind of SQL that the database speaks.
func (s *Store) Dialect() Dialect { return s.sql.dialect }

// SQL returns the parts of statements that the dialects write differently.
func (s *Store) SQL() *SQL { return &s.sql }

// Builder returns the bun database that makes the text of statements in the
// right dialect, with q.String().  It refuses to execute them.
func (s *Store) Builder() *bun.DB { return s.sql.builder }

// Reader returns the Reader outside of transactions.
func (s *Store) Reader() Reader { return reader{store: s, run: s.engine} }

// Primary is Read on the primary alone, for what decides about a write.
func (s *Store) Primary() Reader { return reader{store: s, run: s.engine.Primary()} }

// Ping reports whether the database answers; if not, the error satisfies
// errors.Is(err, ErrUnavailable) unless ctx ended first.
func (s *Store) Ping(ctx context.Context) error {
	return Explain(ctx, s.engine.Ping(ctx), "ping database")
}

// PoolStats is the state of one pool of connections.
type PoolStats struct {
	Name    string // "primary", "replica 1" and so on with PostgreSQL; "read" and "write" on SQLite.
	MaxOpen int64  // Connections at most.
	Open    int64  // Connections that are open.
	InUse   int64  // Connections in use.
	// How often a caller had to wait for one, since the start; on PostgreSQL also for one to be made.
	WaitCount    int64
	WaitDuration time.Duration // How long these waited together.
}

// PoolStats returns the state of the pools of connections.
func (s *Store) PoolStats() []PoolStats { return s.engine.PoolStats() }

// CheckIntegrity returns an error if what is stored is damaged: on SQLite it reads the whole
// file and follows every reference; a PostgreSQL server does so itself.
func (s *Store) CheckIntegrity(ctx context.Context) error {
	err := s.engine.Check(ctx)
	var own CallbackError
	if errors.As(err, &own) {
		err = own.Err
	}
	return Explain(ctx, err, "check database")
}

// Vacuum has PostgreSQL take stock of a table many of whose rows were changed: an
// index alone answers only for pages that it knows to be visible to all, and until it
// looks by itself, which may be minutes later, counts read every row.  SQLite has
// nothing of the kind.
func (s *Store) Vacuum(ctx context.Context, table string) error {
	if s.sql.dialect != PostgreSQL {
		return nil
	}
	return s.Primary().Query(ctx, Statement{SQL: "VACUUM (ANALYZE) " + quoted(table)})
}

// Forget has the files of SQLite hold nothing of what was deleted or changed: it rewrites them.  PostgreSQL
// keeps old versions of rows until their pages are used again.
func (s *Store) Forget(ctx context.Context) error {
	return Explain(ctx, s.engine.Forget(ctx), "rewrite the database")
}

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
	return bun.NewDB(sql.OpenDB(noConnector{}), how)
}

// errBuilder answers statements that a caller executes through the builder.
var errBuilder = errors.New("the builder only makes text: run it with a store's Reader or Writer")

// noConnector is a database that cannot be connected to.
type noConnector struct{}

// Connect refuses.
func (noConnector) Connect(context.Context) (driver.Conn, error) { return nil, errBuilder }

// Driver returns the connector itself.
func (c noConnector) Driver() driver.Driver { return c }

// Open refuses.
func (noConnector) Open(string) (driver.Conn, error) { return nil, errBuilder }

// SQL makes the parts of statements that the two dialects write differently.
// It is safe for concurrent use.
type SQL struct {
	dialect  Dialect
	builder  *bun.DB
	letters  bool        // PostgreSQL: search indexes know letters beyond ASCII.
	trigrams atomic.Bool // PostgreSQL: there can be search indexes.
	merged   mergedTexts // PostgreSQL: of independent statements.
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
