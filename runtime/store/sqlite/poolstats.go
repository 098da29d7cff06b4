package sqlite

import (
	"sync/atomic"
	"time"

	"almanac/runtime/store"
)

// Pools returns the state of both pools.
func (p *litePool) Pools() []store.Pool {
	return []store.Pool{p.read.state("read"), p.write.state("write")}
}

// waits counts who had to wait for a connection.
type waits struct{ times, nanoseconds atomic.Int64 }

// since notes that somebody waited from begin on.
func (w *waits) since(begin time.Time) {
	w.times.Add(1)
	w.nanoseconds.Add(int64(time.Since(begin)))
}

// state returns the state of the pool.
func (p *connPool) state(name string) store.Pool {
	used := int64(len(p.slots))
	return store.Pool{
		Name: name, Max: int64(cap(p.slots)), Open: used + int64(len(p.idle)), InUse: used,
		Waits: p.waits.times.Load(), Waited: time.Duration(p.waits.nanoseconds.Load()),
	}
}
