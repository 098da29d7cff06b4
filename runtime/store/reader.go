package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
)

// Row is the current row of a result; Scan copies its columns into targets:
// pointers to string, int64, float64, bool, to pointers to these, or sql.Null
// values.
type Row interface {
	Scan(targets ...any) error
}

// Statement is one SQL text with its values, and what to do with each row of
// its result.  ScanRow may be nil when the rows are of no interest; an error of
// it ends the statement and comes back as it is.
type Statement struct {
	SQL     string
	Args    []any
	ScanRow func(Row) error
	// When above 0, how many rows a statement without ScanRow has to change: else the transaction is run again.
	WantRows int64

	// Independent marks a statement that changes rows, and neither reads nor changes rows that others of a Queue
	// change, but for foreign keys: PostgreSQL may run it as one statement with its neighbours.
	Independent bool

	// RunToCompletion marks a statement that reads a few rows by their keys: SQLite runs
	// it to its end, because to be able to end it early costs as much as it does.
	RunToCompletion bool

	// ReturnsSnapshot marks a statement whose first column is the snapshot (SQL.SnapshotColumn).
	// ScanRow does not get it.
	ReturnsSnapshot bool

	rows *int64 // Gets how many rows it changed; nil when not wanted.
}

// RowsChanged is called by an engine with the number of rows that the statement
// has changed.  The error ends the batch.
func (s Statement) RowsChanged(n int64) error {
	if s.rows != nil {
		*s.rows = n
	}
	if s.WantRows > 0 && n != s.WantRows {
		return MarkRetryable(fmt.Errorf("%d rows were changed instead of %d", n, s.WantRows))
	}
	return nil
}

// asks reports whether the caller needs the result of the statement.
func (s Statement) asks() bool { return s.ScanRow != nil || s.WantRows > 0 }

// Reader runs statements that change nothing.  Batch sees one state of the
// database: it sends all statements in one round trip on PostgreSQL, and runs
// them in order inside one read transaction on SQLite.  Errors that mean the
// database is away satisfy errors.Is(err, ErrUnavailable).
type Reader interface {
	Query(ctx context.Context, s Statement) error
	Batch(ctx context.Context, list []Statement) error
}

// Writer runs statements inside one transaction, by one goroutine at a time.
// The transaction begins with the first of them.  Its Query and Batch may change
// data too (RETURNING).  Exec returns the number of rows that were changed.
//
// Queue keeps statements back whose result is not needed: they are run, in order,
// with the next call of another method, before its own statements, or at the
// end of the transaction, in one round trip with the COMMIT.  Flush runs what is
// kept back.  When a unique or a foreign key is violated in such a round trip,
// two writers have met, and the transaction is run again as if the error were
// marked by MarkRetryable.
//
// QueueForCommit keeps statements back until the COMMIT, even when others are run.  Nobody
// may wait for what they say.  On SQLite that may be the COMMIT of several transactions,
// which runs their statements one after the other, and fails for all when one of these fails.
type Writer interface {
	Reader
	Exec(ctx context.Context, s Statement) (int64, error)
	Queue(list ...Statement)
	QueueForCommit(list ...Statement)
	Flush(ctx context.Context) error
	// Savepoint runs a part of the transaction, of which nothing stays if the function returns an
	// error.  Locks that the part has taken may be released then.
	Savepoint(ctx context.Context, part func() error) error
}

// QueryInfo is one call of Query, Batch or Exec that ended.
type QueryInfo struct {
	Statements []Statement
	Elapsed    time.Duration
	Err        error
}

// reader counts, reports and explains what a runner does.
type reader struct {
	store *Store
	run   Runner
}

var _ Reader = reader{}

// Query runs one statement.
func (r reader) Query(ctx context.Context, s Statement) error {
	begin := time.Now()
	err := r.run.Query(ctx, s)
	return r.store.finish(ctx, begin, err, s)
}

// Batch runs statements in order; after an error the rest is not run.
func (r reader) Batch(ctx context.Context, list []Statement) error {
	if len(list) == 0 {
		return nil
	}
	begin := time.Now()
	err := r.run.Batch(ctx, list)
	return r.store.finish(ctx, begin, err, list...)
}

// finish counts and reports a call that ended, and explains its error.
func (s *Store) finish(ctx context.Context, begin time.Time, err error, list ...Statement) error {
	elapsed := time.Since(begin)
	count(ctx, len(list), 1, elapsed)
	if s.onQuery != nil {
		s.onQuery(ctx, QueryInfo{Statements: list, Elapsed: elapsed, Err: err})
	}
	if err == nil {
		return nil
	}
	var own CallbackError
	if errors.As(err, &own) {
		return own.Err
	}
	return Explain(ctx, err, "run "+brief(list))
}

// CallbackError is an error of a caller's function, which is none of the
// database's and goes back as it is.  So it does not unwrap: nothing takes the
// error that it holds for one of this database.
type CallbackError struct{ Err error }

// Error returns the text of the caller's error.
func (e CallbackError) Error() string { return e.Err.Error() }

// HandleRow is called by an engine with each row of the result.  The error, a
// CallbackError, ends the batch.
func (s Statement) HandleRow(row Row) error {
	if s.ScanRow == nil {
		return nil
	}
	if err := s.ScanRow(row); err != nil {
		return CallbackError{err}
	}
	return nil
}

// brief returns the beginning of the first statement, for errors.  It holds no
// values, as these travel as parameters.
func brief(list []Statement) string {
	text := Abbreviate(list[0].SQL)
	if len(list) > 1 {
		return "batch beginning with " + text
	}
	return text
}

// Abbreviate returns the beginning of the text of a statement on one line, for
// errors and logs: 160 bytes at most.
func Abbreviate(text string) string {
	const limit = 160
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "..."
	}
	return text
}

// QueryStats counts what was asked of a store on behalf of one request.  A round
// trip is a message to PostgreSQL and its response: one for every call of Query,
// Batch and Exec, and one for the commit of a transaction, which begins with its
// first call.  Calls on SQLite, which has no
// round trips, are counted the same, so that tests can hold a plan on both.
type QueryStats struct{ statements, roundTrips, elapsed atomic.Int64 }

// Statements returns how many statements were run.
func (q *QueryStats) Statements() int64 { return q.statements.Load() }

// RoundTrips returns how many messages were waited for.
func (q *QueryStats) RoundTrips() int64 { return q.roundTrips.Load() }

// Elapsed returns how long calls of Query, Batch and Exec took together, the
// wait for a connection included where they are not part of a transaction.
func (q *QueryStats) Elapsed() time.Duration { return time.Duration(q.elapsed.Load()) }

// counterKey finds the Counter of a context.
type counterKey struct{}

// WithQueryStats returns a context whose statements are counted.
func WithQueryStats(ctx context.Context) (context.Context, *QueryStats) {
	c := &QueryStats{}
	return context.WithValue(ctx, counterKey{}, c), c
}

// QueryStatsFrom returns the counter of a context, nil when it has none.
func QueryStatsFrom(ctx context.Context) *QueryStats {
	c, _ := ctx.Value(counterKey{}).(*QueryStats)
	return c
}

// count adds to the counter of ctx, if it has one.
func count(ctx context.Context, statements, roundTrips int, elapsed time.Duration) {
	if c := QueryStatsFrom(ctx); c != nil {
		c.statements.Add(int64(statements))
		c.roundTrips.Add(int64(roundTrips))
		c.elapsed.Add(int64(elapsed))
	}
}
