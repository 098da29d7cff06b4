package auth

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

const (
	throttleWindow  = time.Minute // The period of PerUser and PerClient.
	accountWindow   = time.Hour   // The period of PerAccount.
	accountPace     = time.Second // Between two attempts at an account above PerAccount.
	knownSpan       = 14 * 24 * time.Hour
	throttleEntries = 10_000 // Maximum number of entries of each map of the throttle.
)

// Limits has the limits of sign-in with passwords. Zero fields have their
// default.
type Limits struct {
	Slots        int           // Passwords that are hashed concurrently.
	Queue        int           // Maximum number of attempts that wait to be hashed.
	QueueTimeout time.Duration // How long an attempt waits at most.
	VerifiedTTL  time.Duration // Maximum time after its last use for which a verified credential is not hashed again.
	PerUser      int           // Wrong passwords per minute for one user from one client.
	PerClient    int           // Wrong passwords per minute from one client, for all users.
	// Wrong passwords per hour for one user from all clients; more attempts are slowed, not rejected.
	PerAccount int
	HashCost   int // The cost of bcrypt; most tests use the minimum.
}

// DefaultLimits returns the limits of a server without other settings.
func DefaultLimits() Limits {
	return Limits{
		Slots: 2, Queue: 64, QueueTimeout: 10 * time.Second, VerifiedTTL: 15 * time.Minute, PerUser: 10, PerClient: 100,
		PerAccount: 100, HashCost: hashCost,
	}
}

// complete returns l with the defaults of its zero fields.
func (l Limits) complete() Limits {
	d := DefaultLimits()
	return Limits{
		Slots: cmp.Or(l.Slots, d.Slots), Queue: cmp.Or(l.Queue, d.Queue),
		QueueTimeout: cmp.Or(l.QueueTimeout, d.QueueTimeout),
		VerifiedTTL:  cmp.Or(l.VerifiedTTL, d.VerifiedTTL), PerUser: cmp.Or(l.PerUser, d.PerUser),
		PerClient:  cmp.Or(l.PerClient, d.PerClient),
		PerAccount: cmp.Or(l.PerAccount, d.PerAccount),
		HashCost:   cmp.Or(l.HashCost, d.HashCost),
	}
}

// attempt is an attempt to sign in with a password.
type attempt struct {
	credential digest // The row of the user, and the password.
	user       digest // Name and client.
	client     digest
	account    digest // The user, by whatever name.
	known      digest // The user and the client.
	paced      bool   // It has waited for its turn among the attempts at the account.
}

// loginThrottle decides which passwords are hashed, and when. It remembers
// verified credentials, counts wrong ones, hashes only one of several equal
// attempts, and queues attempts for the slots. One mutex guards all of it, so
// concurrent attempts are limited like consecutive ones.
type loginThrottle struct {
	limits   Limits
	mu       *sync.Mutex
	verified agingMap[struct{}]
	users    limiter
	clients  limiter
	accounts limiter
	known    agingMap[struct{}]      // Clients that have shown the password of an account.
	turns    map[digest]time.Time    // When the next attempt at an account above the limit may be hashed.
	running  map[digest]*pendingHash // Attempts that are hashed or queued, by credential.
	queue    []*pendingHash          // By rank, then by time; at most limits.Queue.
	stats    SignIns
}

// newLoginThrottle returns a throttle without attempts.
func newLoginThrottle(l Limits) *loginThrottle {
	return &loginThrottle{
		limits:   l,
		mu:       &sync.Mutex{},
		verified: agingMap[struct{}]{span: l.VerifiedTTL / 2, limit: throttleEntries / 2},
		users:    newLimiter(l.PerUser, throttleWindow, throttleEntries/2),
		clients:  newLimiter(l.PerClient, throttleWindow, throttleEntries/2),
		accounts: newLimiter(l.PerAccount, accountWindow, throttleEntries/2),
		known:    agingMap[struct{}]{span: knownSpan, limit: throttleEntries / 2},
		turns:    map[digest]time.Time{},
		running:  map[digest]*pendingHash{},
	}
}

// pendingHash is an attempt that is hashed or waits for it.
type pendingHash struct {
	attempt
	rank    int           // Wrong passwords and running attempts of its client when it was queued.
	ready   chan struct{} // Closed when the attempt gets a slot, or is dropped from the queue.
	hasSlot bool
	dropped bool
	done    chan struct{} // Closed when the outcome is known.
	outcome outcome
}

// outcome is the result of an attempt.
type outcome int

// The outcomes; undecided means that the password was not hashed.
const (
	undecided outcome = iota
	right
	wrong
)

// decision says what to do with an attempt; exactly one field is set.
type decision struct {
	verified   bool          // The credential was verified recently.
	inFlight   *pendingHash  // The same credential is being verified.
	retryAfter time.Duration // Too many wrong passwords; the time to wait.
	queueFull  bool          // The queue is full.
	turn       time.Duration // Others try this account too; the time until it is the attempt's turn.
	pending    *pendingHash  // The attempt waits for a slot, and ends with finish.
}

// admit decides on an attempt. It checks the limit of the user first: above it,
// even a verified password is rejected, because otherwise the verified
// credentials could be searched without limit.
func (l *loginThrottle) admit(at time.Time, a attempt) decision {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := l.users.wait(at, a.user); wait > 0 {
		l.stats.Limited++
		return decision{retryAfter: wait}
	}
	if _, ok := l.verified.get(at, a.credential); ok {
		l.verified.put(at, a.credential, struct{}{})
		l.stats.Known++
		return decision{verified: true}
	}
	if same, ok := l.running[a.credential]; ok {
		return decision{inFlight: same}
	}
	if wait := l.clients.wait(at, a.client); wait > 0 {
		l.stats.Limited++
		return decision{retryAfter: wait}
	}
	if wait := l.pace(at, a); wait > l.limits.QueueTimeout {
		l.stats.Limited++
		return decision{retryAfter: wait}
	} else if wait > 0 {
		return decision{turn: wait}
	}
	t := &pendingHash{
		attempt: a, rank: l.clients.used(at, a.client), ready: make(chan struct{}), done: make(chan struct{}),
	}
	if !l.enqueue(t) {
		l.stats.Busy++
		return decision{queueFull: true}
	}
	l.users.begin(a.user)
	l.clients.begin(a.client)
	l.accounts.begin(a.account)
	l.running[a.credential] = t
	l.assignSlots()
	return decision{pending: t}
}

// pace returns how long an attempt waits for its turn, 0 for not at all. Above the limit
// of an account its attempts are hashed one after the other, so that many clients together
// guess no faster than one. A client that has shown the password before does not wait:
// others cannot keep the user out.
func (l *loginThrottle) pace(at time.Time, a attempt) time.Duration {
	if a.paced || l.accounts.wait(at, a.account) == 0 {
		return 0
	}
	if _, ok := l.known.get(at, a.known); ok {
		return 0
	}
	for account, turn := range l.turns {
		if turn.Before(at) {
			delete(l.turns, account)
		}
	}
	turn := at.Add(accountPace)
	if next := l.turns[a.account]; next.After(turn) {
		turn = next
	}
	wait := turn.Sub(at)
	if wait <= l.limits.QueueTimeout {
		l.turns[a.account] = turn.Add(accountPace)
	}
	return wait
}

// countWrong counts an attempt whose credential a concurrent attempt found to be
// wrong. It returns the time to wait if there were too many, else 0.
func (l *loginThrottle) countWrong(at time.Time, a attempt) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := max(l.users.wait(at, a.user), l.clients.wait(at, a.client)); wait > 0 {
		l.stats.Limited++
		return wait
	}
	l.stats.Wrong++
	l.users.spend(at, a.user)
	l.clients.spend(at, a.client)
	l.accounts.spend(at, a.account)
	return 0
}

// finish ends an admitted attempt. A right credential is remembered, a wrong one
// counted. Neither changes the count of earlier attempts.
func (l *loginThrottle) finish(at time.Time, t *pendingHash, o outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch o {
	case right:
		l.stats.Right++
		l.verified.put(at, t.credential, struct{}{})
		l.known.put(at, t.known, struct{}{})
	case wrong:
		l.stats.Wrong++
	case undecided:
		l.stats.Busy++
	}
	if t.hasSlot {
		l.stats.Hashing--
	}
	l.queue = slices.DeleteFunc(l.queue, func(q *pendingHash) bool { return q == t })
	l.users.end(at, t.user, o == wrong)
	l.clients.end(at, t.client, o == wrong)
	l.accounts.end(at, t.account, o == wrong)
	delete(l.running, t.credential)
	t.outcome = o
	close(t.done)
	l.assignSlots()
}

// The queue is ordered by rank: the number of wrong passwords and running
// attempts of the client. So clients share the slots fairly, and a client
// without wrong passwords waits only for the attempts of other such clients.

// enqueue adds an attempt to the queue and reports whether there was space. In a
// full queue it replaces the last attempt if that one has a higher rank.
func (l *loginThrottle) enqueue(t *pendingHash) bool {
	if len(l.queue) >= l.limits.Queue && l.stats.Hashing >= l.limits.Slots {
		last := l.queue[len(l.queue)-1]
		if last.rank <= t.rank {
			return false
		}
		l.queue = l.queue[:len(l.queue)-1]
		last.dropped = true
		close(last.ready)
	}
	at := len(l.queue)
	for at > 0 && l.queue[at-1].rank > t.rank {
		at--
	}
	l.queue = slices.Insert(l.queue, at, t)
	return true
}

// assignSlots gives free slots to queued attempts.
func (l *loginThrottle) assignSlots() {
	for len(l.queue) > 0 && l.stats.Hashing < l.limits.Slots {
		next := l.queue[0]
		l.queue = slices.Delete(l.queue, 0, 1)
		l.stats.Hashing++
		next.hasSlot = true
		close(next.ready)
	}
	l.stats.Waiting = len(l.queue)
}

// wait returns nil when the attempt has a slot. Errors: ErrBusy, or the error of
// the context.
func (p *pendingHash) wait(ctx context.Context, patience time.Duration) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-p.ready:
	case <-timer.C:
		return ErrBusy
	case <-ctx.Done():
		return fmt.Errorf("wait to hash a password: %w", context.Cause(ctx))
	}
	if p.dropped {
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
