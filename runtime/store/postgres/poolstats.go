package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"almanac/runtime/store"
)

// PoolStats returns the state of the one pool.
func (p engine) PoolStats() []store.PoolStats {
	return []store.PoolStats{poolOf("primary", p.pool.Stat())}
}

// poolOf returns the state of a pool of PostgreSQL's driver.
func poolOf(name string, now *pgxpool.Stat) store.PoolStats {
	return store.PoolStats{
		Name: name, MaxOpen: int64(now.MaxConns()), Open: int64(now.TotalConns()), InUse: int64(now.AcquiredConns()),
		WaitCount: now.EmptyAcquireCount(), WaitDuration: now.EmptyAcquireWaitTime(),
	}
}
