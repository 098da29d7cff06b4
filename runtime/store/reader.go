package store

import (
	"context"
	"errors"
	"strings"
	"time"
)

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
