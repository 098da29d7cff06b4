package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// What begins and ends a transaction that writes.
const (
	beginSQL    = "BEGIN ISOLATION LEVEL READ COMMITTED"
	commitSQL   = "COMMIT"
	rollbackSQL = "ROLLBACK"
)

// idle is the state of a connection outside of transactions.
const idle = 'I'

// transaction runs statements inside a transaction, which begins in the round
// trip of its first statement: what is done before holds neither a connection
// nor a lock.
type transaction struct {
	pool *pgxpool.Pool
	conn *pgxpool.Conn // Nil until the first statement.
}

// open takes a connection.
func (t *transaction) open(ctx context.Context) (err error) {
	if t.conn == nil {
		t.conn, err = t.pool.Acquire(ctx)
	}
	return classified(err)
}

// begun reports whether the server is inside the transaction.
func (t *transaction) begun() bool { return t.conn.Conn().PgConn().TxStatus() != idle }

// Query runs one statement.
func (t *transaction) Query(ctx context.Context, s store.Statement) error {
	return t.Batch(ctx, []store.Statement{s})
}

// Batch sends the statements together.
func (t *transaction) Batch(ctx context.Context, list []store.Statement) error {
	_, err := t.send(ctx, list)
	return err
}

// send sends the statements together and returns what the last one has done.
func (t *transaction) send(ctx context.Context, list []store.Statement) (pgconn.CommandTag, error) {
	if err := t.open(ctx); err != nil {
		return pgconn.CommandTag{}, err
	}
	if !t.begun() {
		return sendBatch(ctx, t.conn, append([]store.Statement{{SQL: beginSQL}}, list...))
	}
	if len(list) > 1 {
		return sendBatch(ctx, t.conn, list)
	}
	return run(ctx, t.conn, list[0], nil)
}

// Exec runs one statement and returns how many rows it changed.
func (t *transaction) Exec(ctx context.Context, s store.Statement) (int64, error) {
	done, err := t.send(ctx, []store.Statement{s})
	return done.RowsAffected(), err
}

// Script runs text that may hold several statements.
func (t *transaction) Script(ctx context.Context, text string) error {
	if err := t.open(ctx); err != nil {
		return err
	}
	if !t.begun() {
		if _, err := t.conn.Exec(ctx, beginSQL); err != nil {
			return classified(err)
		}
	}
	_, err := t.conn.Exec(ctx, text, pgx.QueryExecModeSimpleProtocol)
	return classified(err)
}

// commit sends the last statements and COMMIT together: the server does not
// come to the COMMIT when one of them fails.  A transaction without statements
// has nothing to commit.
func (t *transaction) commit(ctx context.Context, last []store.Statement) error {
	if len(last) == 0 && t.conn == nil {
		return nil
	}
	end, err := t.send(ctx, append(last[:len(last):len(last)], store.Statement{SQL: commitSQL}))
	if err != nil {
		return err
	}
	if end.String() != commitSQL {
		return pgx.ErrTxCommitRollback
	}
	return nil
}

// end gives the connection back, after a ROLLBACK when the transaction was not
// committed.  A connection that is broken or still inside the transaction is
// closed by the pool.
func (t *transaction) end(ctx context.Context) {
	if t.conn == nil {
		return
	}
	defer t.conn.Release()
	if c := t.conn.Conn().PgConn(); !c.IsClosed() && !c.IsBusy() && t.begun() {
		_, _ = t.conn.Exec(ctx, rollbackSQL)
	}
}

// sender is what sends batches: a connection or a transaction.
type sender interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// sendBatch sends all statements in one round trip, reads their rows, and returns
// what the last one has done.
func sendBatch(ctx context.Context, to sender, list []store.Statement) (done pgconn.CommandTag, err error) {
	var b pgx.Batch
	b.QueuedQueries = make([]*pgx.QueuedQuery, 0, len(list))
	for _, s := range list {
		b.Queue(s.SQL, s.Args...)
	}
	results := to.SendBatch(ctx, &b)
	for _, s := range list {
		rows, err := results.Query()
		if err == nil {
			done, err = drain(rows, s, nil)
		}
		if err != nil {
			_ = results.Close() // The first error is the cause of this one.
			return done, classified(err)
		}
	}
	return done, classified(results.Close())
}

// querier is what runs single statements: a connection, or a pool of them.
type querier interface {
	Query(ctx context.Context, text string, args ...any) (pgx.Rows, error)
}

// run runs one statement and returns what it has done.  The snapshot goes into out
// if the statement returns it and out is not nil.
func run(ctx context.Context, on querier, s store.Statement, out *store.SnapshotID) (pgconn.CommandTag, error) {
	rows, err := on.Query(ctx, s.SQL, s.Args...)
	if err != nil {
		return pgconn.CommandTag{}, classified(err)
	}
	return drain(rows, s, out)
}

// drain hands every row to the statement, closes the rows, and returns what the
// statement has done.
func drain(rows pgx.Rows, s store.Statement, out *store.SnapshotID) (done pgconn.CommandTag, err error) {
	defer rows.Close()
	row := withoutSnapshot(s, pgRow{rows}, out) // Made once, not for every row.
	for rows.Next() {
		if err := s.HandleRow(row); err != nil {
			return done, err
		}
	}
	if err := rows.Err(); err != nil {
		return done, classified(err)
	}
	done = rows.CommandTag()
	return done, s.RowsChanged(done.RowsAffected())
}
