package store

import (
	"context"
	"fmt"
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
	SQL      string
	Args     []any
	ScanRow  func(Row) error
	WantRows int64 // When above 0, how many rows a statement without ScanRow has to change: else the transaction is run again.

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
// marked by Retry.
type Writer interface {
	Reader
	Exec(ctx context.Context, s Statement) (int64, error)
	Queue(list ...Statement)
	Flush(ctx context.Context) error
}
