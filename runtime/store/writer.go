package store

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// writer is the Writer of one try of a transaction.
type writer struct {
	store *Store
	tx    *guardedTx
	queue []Statement // Kept back.
	atEnd []Statement // Kept back until the COMMIT.
}

var _ Writer = (*writer)(nil)

// Query runs one statement.
func (w *writer) Query(ctx context.Context, s Statement) error {
	return w.Batch(ctx, []Statement{s})
}

// Exec runs one statement and returns how many rows it changed.
func (w *writer) Exec(ctx context.Context, s Statement) (n int64, err error) {
	s.rows = &n
	err = w.Batch(ctx, []Statement{s})
	return n, err
}

// Batch runs what was kept back and the statements of the list.
func (w *writer) Batch(ctx context.Context, list []Statement) error {
	if len(list) == 0 {
		return nil
	}
	kept := len(w.queue)
	if kept > 0 {
		list = append(w.queue, list...)
		w.queue = nil
	}
	begin := time.Now()
	err := w.tx.batch(ctx, list)
	err = w.store.finish(ctx, begin, err, list...)
	if kept > 0 {
		err = isConflict(err)
	}
	return err
}

// Queue keeps statements back.
func (w *writer) Queue(list ...Statement) { w.queue = append(w.queue, list...) }

// QueueForCommit keeps statements back until the COMMIT.
func (w *writer) QueueForCommit(list ...Statement) { w.atEnd = append(w.atEnd, list...) }

// Flush runs what was kept back.
func (w *writer) Flush(ctx context.Context) error {
	list := w.queue
	w.queue = nil
	return isConflict(w.Batch(ctx, list))
}

// Savepoint runs a part of the transaction.
func (w *writer) Savepoint(ctx context.Context, part func() error) error {
	if err := w.Batch(ctx, []Statement{{SQL: "SAVEPOINT part"}}); err != nil {
		return err
	}
	atEnd := len(w.atEnd)
	err := part()
	if err == nil {
		w.Queue(Statement{SQL: "RELEASE SAVEPOINT part"})
		return nil
	}
	if w.tx.failed != nil { // All of the transaction is undone.
		return err
	}
	w.queue, w.atEnd = nil, w.atEnd[:atEnd]
	undo := []Statement{{SQL: "ROLLBACK TO SAVEPOINT part"}, {SQL: "RELEASE SAVEPOINT part"}}
	if undone := w.Batch(ctx, undo); undone != nil {
		return undone
	}
	return err
}

// commitStatements returns the statements that can be sent together with the COMMIT: all
// that were kept back, or none when somebody waits for what one of them says,
// which may undo the transaction.
func (w *writer) commitStatements(ctx context.Context) ([]Statement, error) {
	for _, s := range w.queue {
		if s.asks() {
			return nil, w.Flush(ctx)
		}
	}
	return w.store.sql.mergeIndependent(w.queue), nil
}

// isConflict marks the violation of a unique or foreign key, so that the transaction
// is run again.
func isConflict(err error) error {
	if _, unique := IsUnique(err); unique || IsForeignKey(err) {
		return MarkRetryable(err)
	}
	return err
}

// guardedTx remembers the first failure of a transaction and refuses what comes
// after it.  PostgreSQL would refuse it anyway; SQLite would go on and commit
// half of the work.
type guardedTx struct {
	tx     Transaction
	ran    bool // A statement was run, so that there is something to commit.
	failed error
}

// batch runs statements in order.  An error of the caller's own function fails
// nothing.
func (g *guardedTx) batch(ctx context.Context, list []Statement) error {
	if g.failed != nil {
		return fmt.Errorf("the transaction failed before: %w", g.failed)
	}
	g.ran = true
	err := g.tx.Batch(ctx, list)
	var own CallbackError
	if err != nil && !errors.As(err, &own) {
		g.failed = err
	}
	return err
}
