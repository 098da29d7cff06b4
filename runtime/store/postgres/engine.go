package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// endTimeout bounds a COMMIT or ROLLBACK, which do not end with the request:
// a client that leaves must not tear a commit that is under way.
const endTimeout = 10 * time.Second

// engine is the engine of PostgreSQL.  Statements are prepared on first use
// and kept by pgx, for each connection.
type engine struct {
	pool *pgxpool.Pool
}

var _ store.Engine = engine{}

// Query runs one statement on any connection.
func (e engine) Query(ctx context.Context, s store.Statement) error {
	_, err := run(ctx, e.pool, s, nil)
	return err
}

// beginSnapshotSQL is the transaction of a batch outside of transactions: without it
// each statement would see another snapshot of the database.
const beginSnapshotSQL = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"

// Batch sends the statements together, with the transaction around them.
func (e engine) Batch(ctx context.Context, list []store.Statement) error {
	if len(list) == 1 {
		return e.Query(ctx, list[0])
	}
	return e.batchInSnapshot(ctx, list)
}

// batchInSnapshot sends the statements together, in a transaction that sees one
// state of the database.
func (e engine) batchInSnapshot(ctx context.Context, list []store.Statement) error {
	c, err := e.pool.Acquire(ctx)
	if err != nil {
		return classified(err)
	}
	defer c.Release()
	return batchInSnapshotOn(ctx, c, list)
}

// batchInSnapshotOn is batchInSnapshot on a certain connection.
func batchInSnapshotOn(ctx context.Context, c *pgxpool.Conn, list []store.Statement) error {
	around := make([]store.Statement, 0, len(list)+2)
	around = append(append(append(around, store.Statement{SQL: beginSnapshotSQL}), list...),
		store.Statement{SQL: "COMMIT"})
	_, err := sendBatch(ctx, c, around)
	if err != nil && c.Conn().PgConn().TxStatus() == 'E' {
		// Still inside the transaction; the pool drops the connection if even
		// this fails.
		_, _ = c.Exec(ctx, "ROLLBACK")
	}
	return err
}

// Transact runs f in one transaction in READ COMMITTED, and commits together
// with the statements of its ending.
func (e engine) Transact(ctx context.Context, f func(context.Context, store.Transaction) (store.Ending, error)) error {
	tx := &transaction{pool: e.pool}
	ended := context.WithoutCancel(ctx)
	defer func() {
		ctx, cancel := context.WithTimeout(ended, endTimeout)
		defer cancel()
		tx.end(ctx)
	}()
	end, err := f(ctx, tx)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ended, endTimeout)
	defer cancel()
	return tx.commit(ctx, slices.Concat(end.Last, end.AtCommit))
}

// Migration runs f in one transaction under a lock that other migrations of
// this database wait for.
func (e engine) Migration(ctx context.Context, f func(context.Context, store.Transaction) error) error {
	return e.Transact(ctx, func(ctx context.Context, tx store.Transaction) (end store.Ending, err error) {
		if err := watchClient(ctx, tx); err != nil {
			return end, err
		}
		if err := tx.Query(ctx, store.AdvisoryLock("almanac migrations")); err != nil {
			return end, err
		}
		return end, f(ctx, tx)
	})
}

// watchClient has the server look every second whether its client is there.
// Without it the server would finish a long statement of a program that was
// killed, and keep the lock until then.  PostgreSQL before 14 and some systems
// cannot look.
func watchClient(ctx context.Context, tx store.Transaction) error {
	if err := tx.Script(ctx, "SAVEPOINT watch"); err != nil {
		return err
	}
	err := tx.Script(ctx, "SET LOCAL client_connection_check_interval = '1s'")
	if err != nil {
		return tx.Script(ctx, "ROLLBACK TO SAVEPOINT watch")
	}
	return tx.Script(ctx, "RELEASE SAVEPOINT watch")
}

// CopyBeforeMigration leaves the copy to the tools of PostgreSQL.
func (e engine) CopyBeforeMigration(context.Context, string) (string, error) { return "", nil }

// Check does nothing: the server checks each page when it reads it, and each
// constraint when a copy is loaded.
func (e engine) Check(context.Context) error { return nil }

// Forget does nothing: the server uses pages again once VACUUM has found them.
func (e engine) Forget(context.Context) error { return nil }

// Ping sends an empty query.
func (e engine) Ping(ctx context.Context) error { return classified(e.pool.Ping(ctx)) }

// Primary returns the engine itself.
func (e engine) Primary() store.Runner { return e }

// ReadsReturnSnapshot reports that statements return the snapshot that they see.
func (e engine) ReadsReturnSnapshot() bool { return true }

// Close waits for running statements and disconnects.
func (e engine) Close() error {
	e.pool.Close()
	return nil
}

// PoolStats returns the state of the one pool.
func (e engine) PoolStats() []store.PoolStats {
	return []store.PoolStats{poolOf("primary", e.pool.Stat())}
}

// poolOf returns the state of a pool of PostgreSQL's driver.
func poolOf(name string, now *pgxpool.Stat) store.PoolStats {
	return store.PoolStats{
		Name: name, MaxOpen: int64(now.MaxConns()), Open: int64(now.TotalConns()), InUse: int64(now.AcquiredConns()),
		WaitCount: now.EmptyAcquireCount(), WaitDuration: now.EmptyAcquireWaitTime(),
	}
}
