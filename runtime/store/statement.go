package store

import "context"

// Row is the current row of a result; Scan copies its columns into targets:
// pointers to string, int64, float64, bool, to pointers to these, or sql.Null
// values.
type Row interface {
	Scan(targets ...any) error
}

// Statement is one SQL text with its values, and what to do with each row of
// its result.  Each may be nil when the rows are of no interest; an error of
// it ends the statement and comes back as it is.
type Statement struct {
	SQL  string
	Args []any
	Each func(Row) error
}

// Reader runs statements that change nothing.  Batch sees one state of the
// database: it sends all statements in one round trip on PostgreSQL, and runs
// them in order inside one read transaction on SQLite.  Errors that mean the
// database is away satisfy errors.Is(err, ErrUnavailable).
type Reader interface {
	Query(ctx context.Context, s Statement) error
	Batch(ctx context.Context, list []Statement) error
}

// Writer runs statements inside one transaction, by one goroutine at a time.
// Its Query and Batch may change data too (RETURNING).  Exec returns the
// number of rows that were changed.
type Writer interface {
	Reader
	Exec(ctx context.Context, s Statement) (int64, error)
}
