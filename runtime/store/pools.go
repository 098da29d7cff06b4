package store

import (
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Pool is the state of one pool of connections.
type Pool struct {
	Name   string        // "primary", "replica 1" and so on with PostgreSQL; "read" and "write" on SQLite.
	Max    int64         // Connections at most.
	Open   int64         // Connections that are open.
	InUse  int64         // Connections that somebody works with.
	Waits  int64         // How often somebody had to wait for one, since the start; on PostgreSQL also for one to be made.
	Waited time.Duration // How long these waited together.
}

// Pools returns the state of the pools of connections.
func (s *Store) Pools() []Pool { return s.engine.pools() }

// pools returns the state of the one pool.
func (p postgres) pools() []Pool {
	return []Pool{poolOf("primary", p.pool.Stat())}
}

// poolOf returns the state of a pool of PostgreSQL's driver.
func poolOf(name string, now *pgxpool.Stat) Pool {
	return Pool{
		Name: name, Max: int64(now.MaxConns()), Open: int64(now.TotalConns()), InUse: int64(now.AcquiredConns()),
		Waits: now.EmptyAcquireCount(), Waited: now.EmptyAcquireWaitTime(),
	}
}

// pools returns the state of both pools.
func (p *litePool) pools() []Pool { return []Pool{p.read.state("read"), p.write.state("write")} }

// waits counts who had to wait for a connection.
type waits struct{ times, nanoseconds atomic.Int64 }

// since notes that somebody waited from begin on.
func (w *waits) since(begin time.Time) {
	w.times.Add(1)
	w.nanoseconds.Add(int64(time.Since(begin)))
}

// state returns the state of the pool.
func (p *connPool) state(name string) Pool {
	used := int64(len(p.slots))
	return Pool{
		Name: name, Max: int64(cap(p.slots)), Open: used + int64(len(p.idle)), InUse: used,
		Waits: p.waits.times.Load(), Waited: time.Duration(p.waits.nanoseconds.Load()),
	}
}
