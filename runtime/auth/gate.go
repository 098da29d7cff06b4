package auth

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

const (
	wrongWindow = time.Minute // The time that PerUser and PerSender are counted in.
	gateEntries = 10_000      // Entries of each of the gate's memories at most.
)

// Limits bounds what signing in with passwords may take.  A field that is zero
// means its default.
type Limits struct {
	Seats     int           // Passwords that are hashed at once.
	Queue     int           // Attempts that wait to be hashed.
	Patience  time.Duration // How long an attempt waits at most.
	Memory    time.Duration // How long after its last use a verified credential needs no hashing, at most.
	PerUser   int           // Wrong passwords a minute for one user from one sender.
	PerSender int           // Wrong passwords a minute from one sender, whatever the user.
	HashCost  int           // The cost of bcrypt; tests that are not about it use the least.
}

// DefaultLimits returns the limits of a server without other settings.
func DefaultLimits() Limits {
	return Limits{Seats: 2, Queue: 64, Patience: 10 * time.Second, Memory: 15 * time.Minute, PerUser: 10, PerSender: 100, HashCost: hashCost}
}

// complete returns l with defaults in the place of fields that are not set.
func (l Limits) complete() Limits {
	d := DefaultLimits()
	return Limits{
		Seats: cmp.Or(l.Seats, d.Seats), Queue: cmp.Or(l.Queue, d.Queue), Patience: cmp.Or(l.Patience, d.Patience),
		Memory: cmp.Or(l.Memory, d.Memory), PerUser: cmp.Or(l.PerUser, d.PerUser), PerSender: cmp.Or(l.PerSender, d.PerSender),
		HashCost: cmp.Or(l.HashCost, d.HashCost),
	}
}

// attempt is one try to sign in with a password.
type attempt struct {
	credential digest // The row of the user, and the password.
	user       digest // Name and sender.
	sender     digest
}

// gate decides which passwords are hashed, and when: it remembers what was
// verified, counts what was wrong, has one of several equal attempts hashed,
// and keeps the queue for the seats.  One lock guards all of it, so that many
// attempts at once get no more tries than many in a row.
type gate struct {
	limits   Limits
	mu       *sync.Mutex
	verified generations[struct{}]
	users    limiter
	senders  limiter
	running  map[digest]*turn // Attempts that are hashed or wait for it, by credential.
	queue    []*turn          // By rank, then by arrival; at most limits.Queue.
	stats    SignIns
}

// newGate returns a gate that remembers nothing.
func newGate(l Limits) gate {
	return gate{
		limits:   l,
		mu:       &sync.Mutex{},
		verified: generations[struct{}]{span: l.Memory / 2, limit: gateEntries / 2},
		users:    newLimiter(l.PerUser, wrongWindow, gateEntries/2),
		senders:  newLimiter(l.PerSender, wrongWindow, gateEntries/2),
		running:  map[digest]*turn{},
	}
}

// turn is an attempt that is to be hashed.
type turn struct {
	attempt
	rank    int           // Wrong passwords and running attempts of its sender when it came.
	called  chan struct{} // Closed when the attempt gets a seat, or is dropped from the queue.
	seated  bool
	dropped bool
	ended   chan struct{} // Closed when the outcome is known.
	outcome outcome
}

// outcome is how an attempt ended.
type outcome int

// The outcomes; undecided is that of an attempt that was never hashed.
const (
	undecided outcome = iota
	right
	wrong
)

// admission is the gate's answer to an attempt; exactly one field is set.
type admission struct {
	known   bool          // The credential was verified lately.
	same    *turn         // Somebody verifies the same credential.
	refused time.Duration // Too many wrong passwords; how long to wait.
	full    bool          // The queue has no place for the attempt.
	turn    *turn         // The attempt is to wait until it is called, and then to leave.
}

// admit decides on an attempt.  The limit of the user comes first: who is over
// it learns nothing about a password, not even that it is right, or the memory
// could be asked without limit.
func (g *gate) admit(at time.Time, a attempt) admission {
	g.mu.Lock()
	defer g.mu.Unlock()
	if wait := g.users.wait(at, a.user); wait > 0 {
		g.stats.Limited++
		return admission{refused: wait}
	}
	if _, ok := g.verified.get(at, a.credential); ok {
		g.verified.put(at, a.credential, struct{}{})
		g.stats.Known++
		return admission{known: true}
	}
	if same, ok := g.running[a.credential]; ok {
		return admission{same: same}
	}
	if wait := g.senders.wait(at, a.sender); wait > 0 {
		g.stats.Limited++
		return admission{refused: wait}
	}
	t := &turn{attempt: a, rank: g.senders.owed(at, a.sender), called: make(chan struct{}), ended: make(chan struct{})}
	if !g.enqueue(t) {
		g.stats.Busy++
		return admission{full: true}
	}
	g.users.begin(a.user)
	g.senders.begin(a.sender)
	g.running[a.credential] = t
	g.call()
	return admission{turn: t}
}

// repeat counts an attempt whose credential somebody else's attempt found
// wrong.  It returns how long to wait when there were too many, else 0.
func (g *gate) repeat(at time.Time, a attempt) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if wait := max(g.users.wait(at, a.user), g.senders.wait(at, a.sender)); wait > 0 {
		g.stats.Limited++
		return wait
	}
	g.stats.Wrong++
	g.users.spend(at, a.user)
	g.senders.spend(at, a.sender)
	return 0
}

// leave ends an attempt that was admitted.  A right one is remembered, a wrong
// one counted.  Neither gives back what earlier ones have cost.
func (g *gate) leave(at time.Time, t *turn, o outcome) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch o {
	case right:
		g.stats.Right++
		g.verified.put(at, t.credential, struct{}{})
	case wrong:
		g.stats.Wrong++
	case undecided:
		g.stats.Busy++
	}
	if t.seated {
		g.stats.Seated--
	}
	g.queue = slices.DeleteFunc(g.queue, func(q *turn) bool { return q == t })
	g.users.end(at, t.user, o == wrong)
	g.senders.end(at, t.sender, o == wrong)
	delete(g.running, t.credential)
	t.outcome = o
	close(t.ended)
	g.call()
}
