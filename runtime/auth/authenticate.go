package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// Authenticate tells who a request comes from, by HTTP Basic (user and
// password) or a Bearer token.  No credentials, or malformed ones, make a
// visitor without error.  The user is read anew for each request, so changes
// of role, password and tokens are effective at once.
//
// Errors: ErrIncorrectPassword, ErrInvalidToken, an *AttemptsError, or what
// the store or the context reports.
func (u *Users) Authenticate(ctx context.Context, r *http.Request) (Caller, error) {
	c := shown(r.Header)
	switch c.scheme {
	case basic:
		return u.byPassword(ctx, c.name, c.secret, Sender(r.RemoteAddr))
	case bearer:
		return u.byToken(ctx, c.secret)
	default:
		return Caller{}, nil
	}
}

// byPassword returns the caller with that name and password.
func (u *Users) byPassword(ctx context.Context, name, password, address string) (Caller, error) {
	// A user that does not exist takes the same way as any other: without
	// hash, no password is right.
	a, err := find(ctx, u.store.Read(), name)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Caller{}, fmt.Errorf("look up user: %w", err)
	}
	if err := u.verify(ctx, a, password, u.attempt(a, name, password, address)); err != nil {
		return Caller{}, err
	}
	return a.caller(), nil
}

// attempt returns the digests of one try.  The hash and the version of the row
// are part of the credential, so that a changed password, or a new user of an
// old name, starts without memory.
func (u *Users) attempt(a account, name, password, address string) attempt {
	id, version := strconv.FormatInt(a.ID, 10), strconv.FormatInt(a.version, 10)
	return attempt{
		credential: u.sealer.seal("credential", name, password, id, version, a.hash),
		user:       u.sealer.seal("user", name, address),
		address:    u.sealer.seal("address", address),
	}
}

// verify returns nil when the password is the account's.
func (u *Users) verify(ctx context.Context, a account, password string, try attempt) error {
	for {
		answer := u.gate.admit(u.now(), try)
		switch {
		case answer.refused > 0:
			return tooMany(answer.refused)
		case answer.known:
			return nil
		case answer.busy == nil:
			return u.compare(ctx, a, password, try)
		}
		select {
		case <-answer.busy:
		case <-ctx.Done():
			return fmt.Errorf("wait for the same password: %w", context.Cause(ctx))
		}
	}
}

// compare verifies an attempt that was admitted, and settles it.
func (u *Users) compare(ctx context.Context, a account, password string, try attempt) error {
	var right, wrong bool
	// Deferred, for nobody else could end the wait of those behind.
	defer func() { u.gate.settle(u.now(), try, right, wrong) }()
	ok, err := u.hasher.matches(ctx, a.hash, password)
	if err != nil {
		return fmt.Errorf("verify password: %w", err)
	}
	right, wrong = ok, !ok
	if wrong {
		return ErrIncorrectPassword
	}
	return nil
}
