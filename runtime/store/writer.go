package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// writer is the Writer of one try of a transaction.
type writer struct {
	reader
	tx *watched
}

var _ Writer = writer{}

// Exec runs one statement and returns how many rows it changed.
func (w writer) Exec(ctx context.Context, s Statement) (int64, error) {
	begin := time.Now()
	n, err := w.tx.exec(ctx, s)
	return n, w.store.done(ctx, begin, err, s)
}

// watched remembers the first failure of a transaction and refuses what comes
// after it.  PostgreSQL would refuse it anyway; SQLite would go on and commit
// half of the work.
type watched struct {
	tx     transaction
	failed error
}

// query runs one statement.
func (w *watched) query(ctx context.Context, s Statement) error {
	return w.watch(func() error { return w.tx.query(ctx, s) })
}

// batch runs statements in order.
func (w *watched) batch(ctx context.Context, list []Statement) error {
	return w.watch(func() error { return w.tx.batch(ctx, list) })
}

// exec runs one statement and returns how many rows it changed.
func (w *watched) exec(ctx context.Context, s Statement) (n int64, err error) {
	err = w.watch(func() error {
		n, err = w.tx.exec(ctx, s)
		return err
	})
	return n, err
}

// watch runs one call.  An error of the caller's own function fails nothing.
func (w *watched) watch(call func() error) error {
	if w.failed != nil {
		return fmt.Errorf("the transaction failed before: %w", w.failed)
	}
	err := call()
	var own callbackError
	if err != nil && !errors.As(err, &own) {
		w.failed = err
	}
	return err
}
