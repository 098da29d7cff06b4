package auth

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"almanac/runtime/store"
)

// Recalled is the caller whom a token had at an earlier request.  A write begins with it and reads
// the token in the round trip of its first statements, instead of in one before them.  Nothing may
// be committed or reported until Confirm has returned nil.
type Recalled struct {
	Caller Caller

	users     *Users
	hash      string
	found     tokenRow
	confirmed bool
}

// ErrChanged is the error of a caller who is no longer the one that was recalled: the request has to
// be authenticated, and to run again.
var ErrChanged = errors.New("the caller has changed since the last request")

// Recall returns the caller of a request by a Bearer token that was valid before; nil when the
// request has to be authenticated.
func (u *Users) Recall(header http.Header) *Recalled {
	c := parseAuthorization(header)
	if u.store.Dialect() == store.SQLite || c.scheme != schemeBearer || !isOwnToken(c.secret) {
		return nil // SQLite has no round trips.
	}
	hash := tokenHash(c.secret)
	caller, known := u.recent.get(hash)
	if !known {
		return nil
	}
	return &Recalled{Caller: caller, users: u, hash: hash}
}

// Pending reports whether the caller has to be confirmed; nil has not.
func (c *Recalled) Pending() bool { return c != nil && !c.confirmed }

// Statement returns the statement that reads the token, for Confirm.
func (c *Recalled) Statement() store.Statement {
	c.found = tokenRow{}
	return c.found.statement(c.hash)
}

// Found reports whether the statement has read the token.
func (c *Recalled) Found() bool { return c.found.owner.ID != 0 }

// Confirm compares what the statement has read with the recalled caller: ErrChanged for another one.
func (c *Recalled) Confirm() error {
	user, err := c.found.user(c.users.now())
	if err != nil || user.Caller() != c.Caller {
		c.users.recent.forget(c.hash)
		return ErrChanged
	}
	c.confirmed = true
	return nil
}

// Ask reads the token, for a request that has not.
func (c *Recalled) Ask(ctx context.Context) error {
	if err := c.users.store.Primary().Query(ctx, c.Statement()); err != nil {
		return err
	}
	return c.Confirm()
}

// maxRecent is how many callers are recalled.
const maxRecent = 10_000

// recentCallers has callers by the hashes of their tokens.
type recentCallers struct {
	mu      sync.Mutex
	callers map[string]Caller
}

func (r *recentCallers) get(hash string) (c Caller, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, known = r.callers[hash]
	return c, known
}

func (r *recentCallers) put(hash string, c Caller) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.callers == nil || len(r.callers) >= maxRecent {
		r.callers = map[string]Caller{}
	}
	r.callers[hash] = c
}

func (r *recentCallers) forget(hash string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.callers, hash)
}
