package store

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// What begins and ends a transaction that writes.
const (
	beginText    = "BEGIN ISOLATION LEVEL READ COMMITTED"
	commitText   = "COMMIT"
	rollbackText = "ROLLBACK"
)

// idle is the state of a connection outside of transactions.
const idle = 'I'

// postgresTx runs statements inside a transaction, which begins in the round
// trip of its first statement: what is done before holds neither a connection
// nor a lock.
type postgresTx struct {
	pool *pgxpool.Pool
	conn *pgxpool.Conn // Nil until the first statement.
}

// open takes a connection.
func (t *postgresTx) open(ctx context.Context) (err error) {
	if t.conn == nil {
		t.conn, err = t.pool.Acquire(ctx)
	}
	return err
}

// begun reports whether the server is inside the transaction.
func (t *postgresTx) begun() bool { return t.conn.Conn().PgConn().TxStatus() != idle }

// query runs one statement.
func (t *postgresTx) query(ctx context.Context, s Statement) error {
	return t.batch(ctx, []Statement{s})
}

// batch sends the statements together.
func (t *postgresTx) batch(ctx context.Context, list []Statement) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	if !t.begun() {
		return sendBatch(ctx, t.conn, append([]Statement{{SQL: beginText}}, list...))
	}
	if len(list) > 1 {
		return sendBatch(ctx, t.conn, list)
	}
	rows, err := t.conn.Query(ctx, list[0].SQL, list[0].Args...)
	if err != nil {
		return err
	}
	return drain(rows, list[0])
}

// exec runs one statement and returns how many rows it changed.
func (t *postgresTx) exec(ctx context.Context, s Statement) (n int64, err error) {
	s.rows = &n
	err = t.query(ctx, s)
	return n, err
}

// script runs text that may hold several statements.
func (t *postgresTx) script(ctx context.Context, text string) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	if !t.begun() {
		if _, err := t.conn.Exec(ctx, beginText); err != nil {
			return err
		}
	}
	_, err := t.conn.Exec(ctx, text, pgx.QueryExecModeSimpleProtocol)
	return err
}

// commit sends the last statements and COMMIT together: the server does not
// come to the COMMIT when one of them fails.  A transaction without statements
// has nothing to commit.
func (t *postgresTx) commit(ctx context.Context, last []Statement) error {
	if len(last) == 0 && t.conn == nil {
		return nil
	}
	if err := t.open(ctx); err != nil {
		return err
	}
	var end pgconn.CommandTag
	if err := t.batch(ctx, append(last[:len(last):len(last)], Statement{SQL: commitText, tag: &end})); err != nil {
		return err
	}
	if end.String() != commitText {
		return pgx.ErrTxCommitRollback
	}
	return nil
}

// end gives the connection back, after a ROLLBACK when the transaction was not
// committed.  A connection that is broken or still inside the transaction is
// closed by the pool.
func (t *postgresTx) end(ctx context.Context) {
	if t.conn == nil {
		return
	}
	defer t.conn.Release()
	if c := t.conn.Conn().PgConn(); !c.IsClosed() && !c.IsBusy() && t.begun() {
		_, _ = t.conn.Exec(ctx, rollbackText)
	}
}

// sender is what sends batches: a connection or a transaction.
type sender interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// sendBatch sends all statements in one round trip and reads their rows.
func sendBatch(ctx context.Context, to sender, list []Statement) error {
	var b pgx.Batch
	b.QueuedQueries = make([]*pgx.QueuedQuery, 0, len(list))
	for _, s := range list {
		b.Queue(s.SQL, s.Args...)
	}
	results := to.SendBatch(ctx, &b)
	for _, s := range list {
		rows, err := results.Query()
		if err == nil {
			err = drain(rows, s)
		}
		if err != nil {
			_ = results.Close() // The first error is the cause of this one.
			return err
		}
	}
	return results.Close()
}

// drain hands every row to the statement and closes the rows.
func drain(rows pgx.Rows, s Statement) error {
	defer rows.Close()
	row := s.untold(pgRow{rows}) // Made once, not for every row.
	for rows.Next() {
		if err := s.each(row); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	tag := rows.CommandTag()
	if s.tag != nil {
		*s.tag = tag
	}
	return s.changed(tag.RowsAffected())
}
