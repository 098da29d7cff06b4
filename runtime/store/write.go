package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"
)

// A transaction is tried this often, and not begun again after this long.
const (
	maxTries = 12
	maxRetry = 10 * time.Second
	maxPause = 200 * time.Millisecond
)

// RunInTx runs f in one transaction: all that it does happens, or nothing.  f is
// run again from the start, after a short random pause, when the database gave
// up the transaction in favour of another one, and when f returns an error
// marked by MarkRetryable; so it must not leave traces outside of the transaction.
// After a dozen tries or ten seconds the last error comes back, without the
// mark.  A panic of f rolls back.  A transaction inside a transaction of the same
// store is an error.
func (s *Store) RunInTx(ctx context.Context, f func(ctx context.Context, w Writer) error) error {
	if ctx.Value(writing{s}) != nil {
		return errors.New("transaction inside of a transaction: pass the Writer on instead")
	}
	ctx = context.WithValue(ctx, writing{s}, true)
	return s.WithRetries(ctx, maxTries, maxRetry, func() error { return s.once(ctx, f) })
}

// writing marks the context inside of RunInTx.
type writing struct{ store *Store }

// MarkRetryable marks an error so that RunInTx runs its function again, such as a
// unique violation of a slug that another transaction took meanwhile.  It returns nil
// for nil.
func MarkRetryable(err error) error {
	if err == nil {
		return nil
	}
	return retryError{err}
}

// retryError is the mark of MarkRetryable.
type retryError struct{ error }

// Unwrap returns the marked error.
func (e retryError) Unwrap() error { return e.error }

// WithRetries runs try until it succeeds, fails for good, or tries or time are up.
func (s *Store) WithRetries(ctx context.Context, tries int, limit time.Duration, try func() error) error {
	begin := time.Now()
	for n := 1; ; n++ {
		err := try()
		var marked retryError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &marked):
		case !repeatable(err):
			return err
		}
		if n >= tries || time.Since(begin) > limit || !Pause(ctx, n) {
			return withoutMark(err)
		}
		s.log.DebugContext(ctx, "transaction retried", "try", n+1, "error", err)
	}
}

// withoutMark takes the mark of MarkRetryable off where it is the outermost error.
func withoutMark(err error) error {
	if marked, ok := err.(retryError); ok { //nolint:errorlint // An inner mark is part of its text.
		return marked.error
	}
	return err
}

// Pause waits for a random while that grows with the tries, so that
// transactions that were in each other's way part.  It returns false when ctx
// ended.
func Pause(ctx context.Context, tries int) bool {
	longest := min(maxPause, time.Millisecond<<min(tries, 10))
	timer := time.NewTimer(rand.N(longest)) //nolint:gosec // It spreads load and guards nothing.
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// once tries a transaction once.
func (s *Store) once(ctx context.Context, f func(context.Context, Writer) error) error {
	var seen *guardedTx
	var last []Statement
	var begin time.Time // Of the commit.
	err := s.engine.Transact(ctx, func(ctx context.Context, tx Transaction) (end Ending, err error) {
		seen = &guardedTx{tx: tx}
		w := &writer{store: s, tx: seen}
		if err := f(ctx, w); err != nil {
			return end, CallbackError{err}
		}
		if end.Last, err = w.commitStatements(ctx); err != nil {
			return end, CallbackError{err}
		}
		if seen.failed != nil {
			return end, seen.failed
		}
		end.AtCommit = w.atEnd
		last, begin = slices.Concat(end.Last, end.AtCommit), time.Now()
		return end, nil
	})
	s.finishCommit(ctx, seen, begin, last, err)
	if err == nil {
		return nil
	}
	var own CallbackError
	if errors.As(err, &own) {
		err = own.Err
	} else {
		err = Explain(ctx, err, "transaction")
	}
	// f may have returned another error than that of the statement that failed.
	if seen != nil && repeatable(seen.failed) {
		return retryError{err}
	}
	if len(last) > 0 {
		return isConflict(err)
	}
	return err
}

// finishCommit counts and reports a commit, with the statements that went with it.
func (s *Store) finishCommit(ctx context.Context, seen *guardedTx, begin time.Time, last []Statement, err error) {
	if begin.IsZero() || !seen.ran && len(last) == 0 {
		return
	}
	elapsed := time.Since(begin)
	count(ctx, len(last), 1, elapsed)
	if s.onQuery != nil && len(last) > 0 {
		s.onQuery(ctx, QueryInfo{Statements: last, Elapsed: elapsed, Err: err})
	}
}
