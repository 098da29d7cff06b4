package auth

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// flood has clients send wrong passwords, each client as many as it likes.
func (l *loginThrottle) flood(clients, each int) (turns []*pendingHash, refused int) {
	for i := range each {
		for s := range clients {
			if a := l.admit(begin, try(byte(i), byte(s), byte(s))); a.pending != nil {
				turns = append(turns, a.pending)
			} else {
				refused++
			}
		}
	}
	return turns, refused
}

func TestAFloodHoldsNoMoreThanTheSlotsAndTheQueue(t *testing.T) {
	g := opened()
	_, refused := g.flood(10, 100)
	l, got := g.limits, g.stats
	if got.Hashing != l.Slots || got.Waiting != l.Queue || len(g.queue) != l.Queue {
		t.Errorf("%d hashing and %d waiting, want %d and %d", got.Hashing, got.Waiting, l.Slots, l.Queue)
	}
	if want := 1000 - l.Slots - l.Queue; refused != want || got.Busy != int64(want) {
		t.Errorf("%d refused and %d counted, want %d", refused, got.Busy, want)
	}
}

func TestWhoSentNoWrongPasswordIsNextAfterTheFirstRoundOfAFlood(t *testing.T) {
	const clients = 10
	g := opened()
	g.flood(clients, 100)
	good := g.admit(begin, try('u', 'g', 200)).pending
	if good == nil {
		t.Fatal("there is no place in the queue")
	}
	if got := g.stats.Waiting; got != g.limits.Queue {
		t.Errorf("%d waiting, want %d: another one gave its place", got, g.limits.Queue)
	}
	hashed := 0
	for ; !good.hasSlot; hashed++ {
		g.endOne(t, wrong)
	}
	if hashed > clients {
		t.Errorf("called after %d others, want at most one of each client", hashed)
	}
	g.finish(begin, good, right)

	// From now on each client of the flood has a wrong password to its name.
	g.flood(clients, 100)
	next := g.admit(begin, try('v', 'g', 201)).pending
	g.endOne(t, wrong)
	if next == nil || !next.hasSlot {
		t.Errorf("another one is not next: %+v", next)
	}
}

// endOne ends an attempt that has a slot.
func (l *loginThrottle) endOne(t *testing.T, o outcome) {
	t.Helper()
	for _, turn := range l.running {
		if turn.hasSlot {
			l.finish(begin, turn, o)
			return
		}
	}
	t.Fatal("nobody has a slot")
}

func TestClientsShareTheSlots(t *testing.T) {
	g := opened()
	g.limits.Slots = 1
	for i := range 20 {
		g.admit(begin, try(byte(i), 'x', 'a'))
	}
	for i := range 3 {
		g.admit(begin, try(byte(i), 'y', 'b'))
	}
	var order []byte
	for range 6 {
		order = append(order, g.queue[0].client[1])
		g.endOne(t, right)
	}
	if got, want := string(order), "bababa"; got != want {
		t.Errorf("called %s, want %s", got, want)
	}
}

func TestAKnownCredentialNeverQueues(t *testing.T) {
	g := opened()
	good := try('u', 'g', 200)
	g.finish(begin, g.admit(begin, good).pending, right)
	g.flood(50, 100)
	for range 1000 {
		if a := g.admit(begin, good); !a.verified {
			t.Fatalf("admit = %+v, want known", a)
		}
	}
	if got := g.stats.Known; got != 1000 {
		t.Errorf("%d counted, want 1000", got)
	}
}

func TestTheQueueIsNeverLongerThanItMayBeAndNobodyIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newLoginThrottle(Limits{Slots: rapid.IntRange(1, 3).Draw(t, "slots"), Queue: rapid.IntRange(1, 5).Draw(t, "queue")}.complete())
		var open []*pendingHash
		for i := range 200 {
			if rapid.IntRange(0, 2).Draw(t, "step") > 0 {
				a := try(byte(i), 'x', rapid.Byte().Draw(t, "client")%8)
				if got := g.admit(begin, a); got.pending != nil {
					open = append(open, got.pending)
				}
			} else if len(open) > 0 {
				n := rapid.IntRange(0, len(open)-1).Draw(t, "which")
				g.finish(begin, open[n], outcome(rapid.IntRange(int(undecided), int(wrong)).Draw(t, "outcome")))
				open = append(open[:n], open[n+1:]...)
			}
			hashing, waiting := 0, 0
			for _, o := range open {
				switch {
				case o.hasSlot:
					hashing++
				case !o.dropped:
					waiting++
				}
			}
			if hashing > g.limits.Slots || waiting > g.limits.Queue || waiting > 0 && hashing < g.limits.Slots {
				t.Fatalf("%d hashing, %d waiting", hashing, waiting)
			}
			if g.stats.Hashing != hashing || g.stats.Waiting != waiting || len(g.running) > len(open) {
				t.Fatalf("stats %+v, want %d hashing, %d waiting", g.stats, hashing, waiting)
			}
		}
	})
}

func TestDroppedAndTimedOutAttemptsReturnAnError(t *testing.T) {
	g := newLoginThrottle(Limits{Slots: 1, Queue: 1}.complete())
	g.flood(1, 2)
	last := g.queue[0]
	if g.admit(begin, try('u', 'g', 200)).pending == nil {
		t.Fatal("the attempt of another client has no place")
	}
	if err := last.wait(t.Context(), time.Hour); !errors.Is(err, ErrBusy) {
		t.Errorf("dropped: %v, want ErrBusy", err)
	}
	if err := g.queue[0].wait(t.Context(), time.Nanosecond); !errors.Is(err, ErrBusy) {
		t.Errorf("with no queue timeout: %v, want ErrBusy", err)
	}
}
