package sqlite

import (
	"sync/atomic"
	"time"

	"almanac/runtime/store"
)

// PoolStats returns the state of both pools.
func (p *engine) PoolStats() []store.PoolStats {
	return []store.PoolStats{p.read.stats("read"), p.write.stats("write")}
}

// waitStats counts who had to wait for a connection.
type waitStats struct{ times, nanoseconds atomic.Int64 }

// add counts a caller that waited from begin on.
func (w *waitStats) add(begin time.Time) {
	w.times.Add(1)
	w.nanoseconds.Add(int64(time.Since(begin)))
}

// stats returns the state of the pool.
func (p *connPool) stats(name string) store.PoolStats {
	used := int64(len(p.slots))
	return store.PoolStats{
		Name: name, MaxOpen: int64(cap(p.slots)), Open: used + int64(len(p.idle)), InUse: used,
		WaitCount: p.waited.times.Load(), WaitDuration: time.Duration(p.waited.nanoseconds.Load()),
	}
}
