package auth

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// flood has senders send wrong passwords, each sender as many as it likes.
func (g *gate) flood(senders, each int) (turns []*turn, refused int) {
	for i := range each {
		for s := range senders {
			if a := g.admit(begin, try(byte(i), byte(s), byte(s))); a.turn != nil {
				turns = append(turns, a.turn)
			} else {
				refused++
			}
		}
	}
	return turns, refused
}

func TestAFloodHoldsNoMoreThanTheSeatsAndTheQueue(t *testing.T) {
	g := opened()
	_, refused := g.flood(10, 100)
	l, got := g.limits, g.stats
	if got.Seated != l.Seats || got.Waiting != l.Queue || len(g.queue) != l.Queue {
		t.Errorf("%d seated and %d waiting, want %d and %d", got.Seated, got.Waiting, l.Seats, l.Queue)
	}
	if want := 1000 - l.Seats - l.Queue; refused != want || got.Busy != int64(want) {
		t.Errorf("%d refused and %d counted, want %d", refused, got.Busy, want)
	}
}

func TestWhoSentNoWrongPasswordIsNextAfterTheFirstRoundOfAFlood(t *testing.T) {
	const senders = 10
	g := opened()
	g.flood(senders, 100)
	good := g.admit(begin, try('u', 'g', 200)).turn
	if good == nil {
		t.Fatal("there is no place in the queue")
	}
	if got := g.stats.Waiting; got != g.limits.Queue {
		t.Errorf("%d waiting, want %d: another one gave its place", got, g.limits.Queue)
	}
	hashed := 0
	for ; !good.seated; hashed++ {
		g.endOne(t, wrong)
	}
	if hashed > senders {
		t.Errorf("called after %d others, want at most one of each sender", hashed)
	}
	g.leave(begin, good, right)

	// From now on each sender of the flood has a wrong password to its name.
	g.flood(senders, 100)
	next := g.admit(begin, try('v', 'g', 201)).turn
	g.endOne(t, wrong)
	if next == nil || !next.seated {
		t.Errorf("another one is not next: %+v", next)
	}
}

// endOne ends an attempt that has a seat.
func (g *gate) endOne(t *testing.T, o outcome) {
	t.Helper()
	for _, turn := range g.running {
		if turn.seated {
			g.leave(begin, turn, o)
			return
		}
	}
	t.Fatal("nobody has a seat")
}

func TestSendersTakeTurns(t *testing.T) {
	g := opened()
	g.limits.Seats = 1
	for i := range 20 {
		g.admit(begin, try(byte(i), 'x', 'a'))
	}
	for i := range 3 {
		g.admit(begin, try(byte(i), 'y', 'b'))
	}
	var order []byte
	for range 6 {
		order = append(order, g.queue[0].sender[1])
		g.endOne(t, right)
	}
	if got, want := string(order), "bababa"; got != want {
		t.Errorf("called %s, want %s", got, want)
	}
}

func TestAKnownCredentialNeverQueues(t *testing.T) {
	g := opened()
	good := try('u', 'g', 200)
	g.leave(begin, g.admit(begin, good).turn, right)
	g.flood(50, 100)
	for range 1000 {
		if a := g.admit(begin, good); !a.known {
			t.Fatalf("admit = %+v, want known", a)
		}
	}
	if got := g.stats.Known; got != 1000 {
		t.Errorf("%d counted, want 1000", got)
	}
}

func TestTheQueueIsNeverLongerThanItMayBeAndNobodyIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGate(Limits{Seats: rapid.IntRange(1, 3).Draw(t, "seats"), Queue: rapid.IntRange(1, 5).Draw(t, "queue")}.complete())
		var open []*turn
		for i := range 200 {
			if rapid.IntRange(0, 2).Draw(t, "step") > 0 {
				a := try(byte(i), 'x', rapid.Byte().Draw(t, "sender")%8)
				if got := g.admit(begin, a); got.turn != nil {
					open = append(open, got.turn)
				}
			} else if len(open) > 0 {
				n := rapid.IntRange(0, len(open)-1).Draw(t, "which")
				g.leave(begin, open[n], outcome(rapid.IntRange(int(undecided), int(wrong)).Draw(t, "outcome")))
				open = append(open[:n], open[n+1:]...)
			}
			seated, waiting := 0, 0
			for _, o := range open {
				switch {
				case o.seated:
					seated++
				case !o.dropped:
					waiting++
				}
			}
			if seated > g.limits.Seats || waiting > g.limits.Queue || waiting > 0 && seated < g.limits.Seats {
				t.Fatalf("%d seated, %d waiting", seated, waiting)
			}
			if g.stats.Seated != seated || g.stats.Waiting != waiting || len(g.running) > len(open) {
				t.Fatalf("stats %+v, want %d seated, %d waiting", g.stats, seated, waiting)
			}
		}
	})
}

func TestDroppedAndTimedOutAttemptsReturnAnError(t *testing.T) {
	g := newGate(Limits{Seats: 1, Queue: 1}.complete())
	g.flood(1, 2)
	last := g.queue[0]
	if g.admit(begin, try('u', 'g', 200)).turn == nil {
		t.Fatal("the attempt of another sender has no place")
	}
	if err := last.wait(t.Context(), time.Hour); !errors.Is(err, ErrBusy) {
		t.Errorf("dropped: %v, want ErrBusy", err)
	}
	if err := g.queue[0].wait(t.Context(), time.Nanosecond); !errors.Is(err, ErrBusy) {
		t.Errorf("without patience: %v, want ErrBusy", err)
	}
}
