package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// Pools returns the state of the one pool.
func (p postgres) Pools() []store.Pool {
	return []store.Pool{poolOf("primary", p.pool.Stat())}
}

// poolOf returns the state of a pool of PostgreSQL's driver.
func poolOf(name string, now *pgxpool.Stat) store.Pool {
	return store.Pool{
		Name: name, Max: int64(now.MaxConns()), Open: int64(now.TotalConns()), InUse: int64(now.AcquiredConns()),
		Waits: now.EmptyAcquireCount(), Waited: now.EmptyAcquireWaitTime(),
	}
}
