package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/uptrace/bun"
)

// Options are the settings of a store; the zero value is good.
type Options struct {
	MaxConns int          // Connections at most; 0 means at least 4 and one for each processor.
	Sync     string       // SQLite's synchronous: "full" (default, survives power loss) or "normal".
	Mmap     int64        // SQLite: bytes of the file that connections that read map into memory; 0 for none.
	ReadOnly bool         // Nothing may be changed; an SQLite file that is missing is an error.
	Log      *slog.Logger // Where retried transactions and migrations are noted; nil means nowhere.

	Replicas []string // PostgreSQL: URLs of streaming replicas that reads may go to.
	Unnamed  bool     // PostgreSQL: no statement is prepared under a name, for poolers that share sessions.

	// OnQuery, when set, is told of every call after it ended.
	OnQuery func(ctx context.Context, call Call)
}

// Store executes statements on one database.  It is safe for concurrent use.
type Store struct {
	sql     SQL
	engine  engine
	log     *slog.Logger
	onQuery func(context.Context, Call)
	looks   looks[Moment]
}

// engine is what the two databases do differently.
type engine interface {
	runner
	// moment looks at which moment the database is.
	moment(ctx context.Context) (Moment, error)
	// batchAt runs a batch and returns its moment, "" where reading does not
	// tell it.
	batchAt(ctx context.Context, list []Statement) (Moment, error)
	// transact runs f in one transaction, once.  The statements that f returns
	// are run together with the commit.
	transact(ctx context.Context, f func(context.Context, transaction) (last []Statement, err error)) error
	// migration runs f in one transaction that may change tables; no other
	// migration runs meanwhile.
	migration(ctx context.Context, f func(context.Context, transaction) error) error
	// backup copies the database during a migration, before its first change,
	// and returns the path; "" when that is left to the operator.
	backup(ctx context.Context, suffix string) (path string, err error)
	// save writes a consistent copy into the file part, which gets the name
	// path when it is complete.
	save(ctx context.Context, part, path string, o BackupOptions) error
	// check looks whether what is stored is whole.
	check(ctx context.Context) error
	ping(ctx context.Context) error
	// pools tells the state of the connections.
	pools() []Pool
	close() error
}

// runner runs statements, in or out of a transaction.
type runner interface {
	query(ctx context.Context, s Statement) error
	batch(ctx context.Context, list []Statement) error
}

// transaction runs statements inside a transaction.
type transaction interface {
	runner
	exec(ctx context.Context, s Statement) (int64, error)
	// script runs text without values, not prepared.
	script(ctx context.Context, text string) error
}

// Open connects to "sqlite:path" or "postgres://..." and returns when the
// database answers.  A missing SQLite file is made, unless ReadOnly is set;
// its directory has to be there.  The error is one sentence that holds no password.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{log: o.Log, onQuery: o.OnQuery}
	var err error
	scheme, rest, _ := strings.Cut(url, ":")
	switch scheme {
	case "sqlite":
		s.sql.dialect = SQLite
		s.engine, err = openSQLite(ctx, rest, o)
	case "postgres", "postgresql":
		s.sql.dialect = PostgreSQL
		s.engine, err = openPostgres(ctx, url, o)
	default:
		err = errScheme
	}
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s.sql.builder = s.sql.dialect.builder()
	if err := s.learnLetters(ctx); err != nil {
		return nil, fmt.Errorf("open database: %w", errors.Join(err, s.Close()))
	}
	return s, nil
}

// Close waits for running statements and transactions, then disconnects.
func (s *Store) Close() error {
	return errors.Join(s.sql.builder.Close(), s.engine.close())
}

// Dialect returns the kind of SQL that the database speaks.
func (s *Store) Dialect() Dialect { return s.sql.dialect }

// SQL returns the parts of statements that the dialects write differently.
func (s *Store) SQL() *SQL { return &s.sql }

// Builder returns the bun database that makes the text of statements in the
// right dialect, with q.String().  It refuses to execute them.
func (s *Store) Builder() *bun.DB { return s.sql.builder }

// Read returns the Reader outside of transactions.
func (s *Store) Read() Reader { return reader{store: s, run: s.engine} }

// Ping reports whether the database answers; if not, the error satisfies
// errors.Is(err, ErrUnavailable) unless ctx ended first.
func (s *Store) Ping(ctx context.Context) error {
	return explain(ctx, s.engine.ping(ctx), "ping database")
}
