package store

import (
	"context"
	"sync/atomic"
	"time"
)

// QueryStats counts what was asked of a store on behalf of one request.  A round
// trip is a message to PostgreSQL and its answer: one for every call of Query,
// Batch and Exec, and one for the commit of a transaction, which begins with its
// first call.  Calls on SQLite, which has no
// round trips, are counted the same, so that tests can hold a plan on both.
type QueryStats struct{ statements, roundTrips, elapsed atomic.Int64 }

// Statements returns how many statements were run.
func (c *QueryStats) Statements() int64 { return c.statements.Load() }

// RoundTrips returns how many messages were waited for.
func (c *QueryStats) RoundTrips() int64 { return c.roundTrips.Load() }

// Elapsed returns how long calls of Query, Batch and Exec took together, the
// wait for a connection included where they are not part of a transaction.
func (c *QueryStats) Elapsed() time.Duration { return time.Duration(c.elapsed.Load()) }

// counterKey finds the Counter of a context.
type counterKey struct{}

// WithQueryStats returns a context whose statements are counted.
func WithQueryStats(ctx context.Context) (context.Context, *QueryStats) {
	c := &QueryStats{}
	return context.WithValue(ctx, counterKey{}, c), c
}

// QueryStatsFrom returns the counter of a context, nil when it has none.
func QueryStatsFrom(ctx context.Context) *QueryStats {
	c, _ := ctx.Value(counterKey{}).(*QueryStats)
	return c
}

// count adds to the counter of ctx, if it has one.
func count(ctx context.Context, statements, roundTrips int, elapsed time.Duration) {
	if c := QueryStatsFrom(ctx); c != nil {
		c.statements.Add(int64(statements))
		c.roundTrips.Add(int64(roundTrips))
		c.elapsed.Add(int64(elapsed))
	}
}
