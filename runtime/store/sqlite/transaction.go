package sqlite

import (
	"context"

	"almanac/runtime/store"
)

// transaction runs statements inside a transaction of the connection that writes.
// It begins with its first statement.
type transaction struct {
	pool *connPool
	conn *connection // Nil until the first statement, and after the commit.
}

var _ store.Transaction = (*transaction)(nil)

// open begins the transaction.
func (t *transaction) open(ctx context.Context) error {
	if t.conn != nil {
		return nil
	}
	c, err := t.pool.acquire(ctx)
	if err != nil {
		return err
	}
	// The driver could report the end of ctx for a BEGIN that took place.
	if _, err := c.Exec(context.WithoutCancel(ctx), store.Statement{SQL: "BEGIN IMMEDIATE"}); err != nil {
		t.pool.release(c)
		return err
	}
	t.conn = c
	return nil
}

// Query runs one statement.
func (t *transaction) Query(ctx context.Context, s store.Statement) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	return t.conn.Query(ctx, s)
}

// Batch runs statements in order.  Several ones are short, as mutations
// gathers look-ups and rows: each of them runs to its end, because to be able to end
// it early costs as much as it does.
func (t *transaction) Batch(ctx context.Context, list []store.Statement) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	if len(list) == 1 {
		return t.conn.Batch(ctx, list)
	}
	whole := context.WithoutCancel(ctx)
	for _, s := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.conn.Query(whole, s); err != nil {
			return err
		}
	}
	return nil
}

// Exec runs one statement and returns how many rows it changed.
func (t *transaction) Exec(ctx context.Context, s store.Statement) (int64, error) {
	if err := t.open(ctx); err != nil {
		return 0, err
	}
	return t.conn.Exec(ctx, s)
}

// Script runs text that may hold several statements.
func (t *transaction) Script(ctx context.Context, text string) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	return t.conn.Script(ctx, text)
}

// commit ends the transaction for good, if it has begun.  It is not done in a
// file that was moved away since it began.
func (t *transaction) commit(ctx context.Context) error {
	if t.conn == nil {
		return nil
	}
	if err := t.pool.check(); err != nil {
		return err
	}
	if _, err := t.conn.Exec(ctx, store.Statement{SQL: "COMMIT"}); err != nil {
		return err
	}
	t.pool.release(t.conn)
	t.conn = nil
	return nil
}

// end undoes a transaction that was not committed.
func (t *transaction) end(ctx context.Context) {
	if t.conn == nil {
		return
	}
	t.conn.rollBack(ctx)
	t.pool.release(t.conn)
	t.conn = nil
}
