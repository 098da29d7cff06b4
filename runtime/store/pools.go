package store

import "time"

// PoolStats is the state of one pool of connections.
type PoolStats struct {
	Name         string        // "primary", "replica 1" and so on with PostgreSQL; "read" and "write" on SQLite.
	MaxOpen      int64         // Connections at most.
	Open         int64         // Connections that are open.
	InUse        int64         // Connections in use.
	WaitCount    int64         // How often a caller had to wait for one, since the start; on PostgreSQL also for one to be made.
	WaitDuration time.Duration // How long these waited together.
}

// PoolStats returns the state of the pools of connections.
func (s *Store) PoolStats() []PoolStats { return s.engine.PoolStats() }
