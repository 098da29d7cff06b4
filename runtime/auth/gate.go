package auth

import (
	"sync"
	"time"
)

// What the gate allows.
const (
	wrongPerUser    = 10  // Wrong passwords per user and address in one window.
	wrongPerAddress = 100 // Wrong passwords per address in one window, whatever the user.
	wrongWindow     = time.Minute
	trust           = time.Minute // How long a verified credential is remembered at most.
	gateEntries     = 10_000      // Entries of each of the gate's memories at most.
)

// attempt is one try to sign in with a password.
type attempt struct {
	credential digest // Name, password, and the row that they were checked against.
	user       digest // Name and address.
	address    digest
}

// gate stands before the hasher and lets only those passwords through that
// need hashing: it remembers what was verified, counts what was wrong, and
// holds back a credential that is being verified already.  One lock guards
// all of it, so that many attempts at once get no more tries than many in a
// row.
type gate struct {
	mu        *sync.Mutex
	verified  generations[struct{}]
	users     limiter
	addresses limiter
	running   map[digest]chan struct{} // Closed when the verification has ended.
}

// newGate returns a gate that remembers nothing.
func newGate() gate {
	return gate{
		mu:        &sync.Mutex{},
		verified:  generations[struct{}]{span: trust / 2, limit: gateEntries / 2},
		users:     newLimiter(wrongPerUser, wrongWindow, gateEntries/2),
		addresses: newLimiter(wrongPerAddress, wrongWindow, gateEntries/2),
		running:   map[digest]chan struct{}{},
	}
}

// admission is the gate's answer to an attempt; exactly one field is set, or
// none for an attempt that is to be verified and then settled.
type admission struct {
	known   bool            // The credential was verified a moment ago.
	busy    <-chan struct{} // Ask again when it is closed: somebody verifies the same.
	refused time.Duration   // Too many wrong passwords; how long to wait.
}

// admit decides on an attempt.  The limit of the user comes first: who is over
// it learns nothing about a password, not even that it is right, for else the
// memory could be asked without limit.  An attempt that is to be verified
// counts as wrong until settled.
func (g *gate) admit(at time.Time, a attempt) admission {
	g.mu.Lock()
	defer g.mu.Unlock()
	if wait := g.users.wait(at, a.user); wait > 0 {
		return admission{refused: wait}
	}
	if _, ok := g.verified.get(at, a.credential); ok {
		return admission{known: true}
	}
	if busy, ok := g.running[a.credential]; ok {
		return admission{busy: busy}
	}
	if wait := g.addresses.wait(at, a.address); wait > 0 {
		return admission{refused: wait}
	}
	g.users.spend(at, a.user)
	g.addresses.spend(at, a.address)
	g.running[a.credential] = make(chan struct{})
	return admission{}
}

// settle ends the verification of an attempt.  One that was right is
// remembered; one that was not wrong (right, or given up) does not count.
func (g *gate) settle(at time.Time, a attempt, right, wrong bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if right {
		g.verified.put(at, a.credential, struct{}{})
	}
	if !wrong {
		g.users.refund(at, a.user)
		g.addresses.refund(at, a.address)
	}
	close(g.running[a.credential])
	delete(g.running, a.credential)
}
