package sqlite

import (
	"context"

	"almanac/runtime/store"
)

// transaction runs statements inside a transaction of the connection that writes.
// It begins with its first statement.  Where others wait for their COMMIT on the
// connection, it is a savepoint after them.
type transaction struct {
	pool   *connPool
	conn   *connection // Nil until the first statement, and after the end.
	joined bool        // It is a savepoint.
}

var _ store.Transaction = (*transaction)(nil)

func (t *transaction) open(ctx context.Context) error {
	if t.conn != nil {
		return nil
	}
	c, err := t.pool.acquire(ctx)
	if err != nil {
		return err
	}
	begin, joined := "BEGIN IMMEDIATE", c.shared != nil
	if joined {
		begin = "SAVEPOINT joined"
	}
	// The driver could report the end of ctx for a BEGIN that took place.
	if _, err := c.Exec(context.WithoutCancel(ctx), store.Statement{SQL: begin}); err != nil {
		t.pool.release(c)
		return err
	}
	t.conn, t.joined = c, joined
	return nil
}

// whole returns the context of one statement.  SQLite undoes all that is not committed
// when a statement that writes is interrupted, that of others too.
func (t *transaction) whole(ctx context.Context) context.Context {
	if t.joined {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// Query runs one statement.
func (t *transaction) Query(ctx context.Context, s store.Statement) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	return t.conn.Query(t.whole(ctx), s)
}

// Batch runs statements in order.  Several ones are short, as mutations
// gathers look-ups and rows: each of them runs to its end, because to be able to end
// it early costs as much as it does.
func (t *transaction) Batch(ctx context.Context, list []store.Statement) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	if len(list) == 1 {
		return t.conn.Batch(t.whole(ctx), list)
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
	return t.conn.Exec(t.whole(ctx), s)
}

// Script runs text that may hold several statements.
func (t *transaction) Script(ctx context.Context, text string) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	return t.conn.Script(ctx, text)
}

// commit ends the transaction for good, if it has begun or has anything to run.
func (t *transaction) commit(ctx context.Context, end store.Ending) error {
	if len(end.AtCommit) > 0 {
		if err := t.open(ctx); err != nil {
			return err
		}
	}
	if t.conn == nil {
		return nil
	}
	if t.joined {
		if _, err := t.conn.Exec(ctx, store.Statement{SQL: "RELEASE joined"}); err != nil {
			return err
		}
	}
	t.conn.share().add(end)
	return t.leave(ctx)
}

// end undoes a transaction that was not committed, and returns its error.  What failed
// because of what others wrote waits for their commit, and fails with it.
func (t *transaction) end(ctx context.Context, failure error) error {
	switch {
	case t.conn == nil:
		return failure
	case !t.joined:
		t.conn.rollBack(ctx)
		t.pool.release(t.conn)
		t.conn = nil
		return failure
	}
	if err := t.conn.Batch(ctx, []store.Statement{{SQL: "ROLLBACK TO joined"}, {SQL: "RELEASE joined"}}); err != nil {
		// A full disk has SQLite undo everything.
		t.conn.rollBack(ctx)
		t.conn.endShared(errUndone)
		t.pool.release(t.conn)
		t.conn = nil
		return failure
	}
	if err := t.leave(ctx); err != nil {
		return err
	}
	return failure
}

// leave lets those go on who wait for the connection, and then waits for the COMMIT.
func (t *transaction) leave(ctx context.Context) error {
	shared := t.conn.share()
	t.pool.release(t.conn)
	t.conn = nil
	return t.pool.commit(ctx, shared)
}
