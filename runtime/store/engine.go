package store

import "context"

// Engine is what the two databases do differently.
type Engine interface {
	Runner
	// Snapshot reads which snapshot the database is at.
	Snapshot(ctx context.Context) (SnapshotID, error)
	// BatchAt runs a batch and returns its snapshot, "" where reading does not
	// return it.
	BatchAt(ctx context.Context, list []Statement) (SnapshotID, error)
	// Transact runs f in one transaction, once, and ends it with what f returns.
	Transact(ctx context.Context, f func(context.Context, Transaction) (Ending, error)) error
	// Migration runs f in one transaction that may change tables; no other
	// migration runs meanwhile.
	Migration(ctx context.Context, f func(context.Context, Transaction) error) error
	// CopyBeforeMigration copies the database during a migration, before its first change,
	// and returns the path; "" when that is left to the operator.
	CopyBeforeMigration(ctx context.Context, suffix string) (path string, err error)
	// Save writes a consistent copy into the file part, which gets the name
	// path when it is complete.
	Save(ctx context.Context, part, path string, pgBinDir string) error
	// Check returns an error if what is stored is damaged.
	Check(ctx context.Context) error
	// Forget has the files hold nothing of rows that are gone, as far as the engine can.
	Forget(ctx context.Context) error
	Ping(ctx context.Context) error
	// Primary runs statements where transactions write.
	Primary() Runner
	// ReadsReturnSnapshot reports whether statements can select the snapshot that they see.
	ReadsReturnSnapshot() bool
	// PoolStats returns the state of the connections.
	PoolStats() []PoolStats
	Close() error
}

// Ending is what a transaction ends with.
type Ending struct {
	Last     []Statement // Run together with the commit.
	AtCommit []Statement // Run by the COMMIT, after Last.
}

// Runner runs statements, in or out of a transaction.
type Runner interface {
	Query(ctx context.Context, s Statement) error
	Batch(ctx context.Context, list []Statement) error
}

// Transaction runs statements inside a transaction.
type Transaction interface {
	Runner
	Exec(ctx context.Context, s Statement) (int64, error)
	// Script runs text without values, not prepared.
	Script(ctx context.Context, text string) error
}
