package auth

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Attempts whose senders owe least are hashed first: a sender owes one for each
// wrong password that still counts and for each attempt that is under way.  So
// senders share the seats by turns, and a sender without wrong passwords waits
// for no more than the attempts of others like it, however many wrong ones
// come from elsewhere.

// enqueue puts an attempt into the queue and reports whether there is a place
// for it.  In a full queue it takes the place of the last attempt, if that
// one's sender owes more.
func (g *gate) enqueue(t *turn) bool {
	if len(g.queue) >= g.limits.Queue && g.stats.Seated >= g.limits.Seats {
		last := g.queue[len(g.queue)-1]
		if last.rank <= t.rank {
			return false
		}
		g.queue = g.queue[:len(g.queue)-1]
		last.dropped = true
		close(last.called)
	}
	at := len(g.queue)
	for at > 0 && g.queue[at-1].rank > t.rank {
		at--
	}
	g.queue = slices.Insert(g.queue, at, t)
	return true
}

// call gives free seats to those who wait.
func (g *gate) call() {
	for len(g.queue) > 0 && g.stats.Seated < g.limits.Seats {
		next := g.queue[0]
		g.queue = slices.Delete(g.queue, 0, 1)
		g.stats.Seated++
		next.seated = true
		close(next.called)
	}
	g.stats.Waiting = len(g.queue)
}

// wait returns nil when the attempt has a seat.  Errors: ErrBusy, or what the
// context reports.
func (t *turn) wait(ctx context.Context, patience time.Duration) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-t.called:
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

// SignIns counts what became of attempts to sign in with a password.
type SignIns struct {
	Known, Right, Wrong int64 // Since the start: verified without hashing, verified, refused as wrong.
	Limited             int64 // Since the start: not looked at, after too many wrong ones.
	Busy                int64 // Since the start: given up in the queue, or without a place in it.
	Seated              int   // That are being hashed.
	Waiting             int   // In the queue.
}

// SignIns returns what became of attempts so far.
func (u *Users) SignIns() SignIns {
	u.gate.mu.Lock()
	defer u.gate.mu.Unlock()
	return u.gate.stats
}
