package delivery

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Timeout is that of one attempt.
const Timeout = 30 * time.Second

// Queue is a table of what is delivered: that of the outbox, or of messages to webhooks.  Several
// processes may work on it.
type Queue[E any] interface {
	// Due returns the IDs of some of those to attempt now, of which none has to wait for another one.
	Due(ctx context.Context) ([]int64, error)
	// Claim takes those that no other process has taken meanwhile: they are not due again until a lease ends.
	Claim(ctx context.Context, ids []int64) ([]E, error)
	// Send attempts one.  Its context ends after Timeout.
	Send(ctx context.Context, e E) error
	// Ended stores what came of an attempt, also when ctx has ended.
	Ended(ctx context.Context, e E, failure error)
}

// Deliver attempts a batch of what is due, side by side, and reports whether there was anything.  When
// ctx ends, attempts are cancelled and made again later.
func Deliver[E any](ctx context.Context, q Queue[E]) (bool, error) {
	due, err := q.Due(ctx)
	if err != nil || len(due) == 0 {
		return false, err
	}
	entries, err := q.Claim(ctx, due)
	if err != nil {
		return false, err
	}
	var group sync.WaitGroup
	for _, e := range entries {
		group.Go(func() {
			failure := send(ctx, q, e)
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Timeout/3)
			defer cancel()
			q.Ended(ctx, e, failure)
		})
	}
	group.Wait()
	return true, nil
}

// send makes an attempt.  A panic is an error of it.
func send[E any](ctx context.Context, q Queue[E], e E) (err error) {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return q.Send(ctx, e)
}
