package store

import (
	"context"
	"sync/atomic"
)

// Counter counts what was asked of a store on behalf of one request.  A round
// trip is a message to PostgreSQL and its answer: one for every call of Query,
// Batch and Exec, and two for a transaction.  Calls on SQLite, which has no
// round trips, are counted the same, so that tests can hold a plan on both.
type Counter struct{ statements, roundTrips atomic.Int64 }

// Statements returns how many statements were run.
func (c *Counter) Statements() int64 { return c.statements.Load() }

// RoundTrips returns how many messages were waited for.
func (c *Counter) RoundTrips() int64 { return c.roundTrips.Load() }

// counterKey finds the Counter of a context.
type counterKey struct{}

// WithCounter returns a context whose statements are counted.
func WithCounter(ctx context.Context) (context.Context, *Counter) {
	c := &Counter{}
	return context.WithValue(ctx, counterKey{}, c), c
}

// count adds to the counter of ctx, if it has one.
func count(ctx context.Context, statements, roundTrips int) {
	if c, ok := ctx.Value(counterKey{}).(*Counter); ok {
		c.statements.Add(int64(statements))
		c.roundTrips.Add(int64(roundTrips))
	}
}
