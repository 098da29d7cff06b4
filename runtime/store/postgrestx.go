package store

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// postgresTx runs statements inside a transaction.
type postgresTx struct{ tx pgx.Tx }

// query runs one statement.
func (t postgresTx) query(ctx context.Context, s Statement) error {
	rows, err := t.tx.Query(ctx, s.SQL, s.Args...)
	if err != nil {
		return err
	}
	return drain(rows, s)
}

// batch sends the statements together.
func (t postgresTx) batch(ctx context.Context, list []Statement) error {
	return sendBatch(ctx, t.tx, list)
}

// exec runs one statement and returns how many rows it changed.
func (t postgresTx) exec(ctx context.Context, s Statement) (int64, error) {
	tag, err := t.tx.Exec(ctx, s.SQL, s.Args...)
	return tag.RowsAffected(), err
}

// script runs text that may hold several statements.
func (t postgresTx) script(ctx context.Context, text string) error {
	_, err := t.tx.Exec(ctx, text, pgx.QueryExecModeSimpleProtocol)
	return err
}

// sender is what sends batches: a connection or a transaction.
type sender interface {
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// sendBatch sends all statements in one round trip and reads their rows.
func sendBatch(ctx context.Context, to sender, list []Statement) error {
	var b pgx.Batch
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
	for rows.Next() {
		if err := s.each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
