package store

import "time"

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
func (s *Store) Pools() []Pool { return s.engine.Pools() }
