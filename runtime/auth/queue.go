package auth

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// The queue is ordered by rank: the number of wrong passwords and running
// attempts of the client. So clients share the slots fairly, and a client
// without wrong passwords waits only for the attempts of other such clients.

// enqueue adds an attempt to the queue and reports whether there was space. In a
// full queue it replaces the last attempt if that one has a higher rank.
func (g *loginThrottle) enqueue(t *pendingHash) bool {
	if len(g.queue) >= g.limits.Queue && g.stats.Hashing >= g.limits.Slots {
		last := g.queue[len(g.queue)-1]
		if last.rank <= t.rank {
			return false
		}
		g.queue = g.queue[:len(g.queue)-1]
		last.dropped = true
		close(last.ready)
	}
	at := len(g.queue)
	for at > 0 && g.queue[at-1].rank > t.rank {
		at--
	}
	g.queue = slices.Insert(g.queue, at, t)
	return true
}

// assignSlots gives free slots to queued attempts.
func (g *loginThrottle) assignSlots() {
	for len(g.queue) > 0 && g.stats.Hashing < g.limits.Slots {
		next := g.queue[0]
		g.queue = slices.Delete(g.queue, 0, 1)
		g.stats.Hashing++
		next.hasSlot = true
		close(next.ready)
	}
	g.stats.Waiting = len(g.queue)
}

// wait returns nil when the attempt has a slot. Errors: ErrBusy, or the error of
// the context.
func (t *pendingHash) wait(ctx context.Context, patience time.Duration) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-t.ready:
	case <-timer.C:
		return ErrBusy
	case <-ctx.Done():
		return fmt.Errorf("wait to hash a password: %w", context.Cause(ctx))
	}
	if t.dropped {
		return ErrBusy
	}
	return nil
}

// SignIns has the number of attempts to sign in with a password, by result.
type SignIns struct {
	Known, Right, Wrong int64 // Since the start: verified without hashing, verified, wrong.
	Limited             int64 // Since the start: rejected after too many wrong ones.
	Busy                int64 // Since the start: timed out in the queue, or rejected because it was full.
	Hashing             int   // Being hashed now.
	Waiting             int   // Queued now.
}

// SignIns returns the counts since the start.
func (u *Users) SignIns() SignIns {
	u.throttle.mu.Lock()
	defer u.throttle.mu.Unlock()
	return u.throttle.stats
}
