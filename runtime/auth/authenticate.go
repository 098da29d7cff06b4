package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// Authenticate tells who a request comes from, by HTTP Basic (user name or
// e-mail address, and password or token) or a Bearer token.  No credentials, or malformed ones, make a
// visitor without error.  The user is read again for each request, so changes
// of role, password and tokens are effective at once.
//
// It needs nothing of the request but its header and its RemoteAddr.
//
// Errors: ErrIncorrectPassword, ErrInvalidToken, an *AttemptsError, ErrBusy, or
// what the store or the context reports.
func (u *Users) Authenticate(ctx context.Context, r *http.Request) (Caller, error) {
	c := shown(r.Header)
	switch c.scheme {
	case basic:
		return u.byPassword(ctx, c.name, c.secret, Sender(r.RemoteAddr))
	case bearer:
		user, err := u.byToken(ctx, c.secret)
		return user.caller(), err
	default:
		return Caller{}, nil
	}
}

// byPassword returns the caller with that name or e-mail address and password.
func (u *Users) byPassword(ctx context.Context, name, password, address string) (Caller, error) {
	user, ok, err := u.byTokenAsPassword(ctx, name, password)
	if ok || err != nil {
		return user.caller(), err
	}
	// A user that does not exist takes the same way as any other: without
	// hash, no password is right.
	a, err := find(ctx, u.store.Reader(), name)
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
// old id, starts without memory.  The name that was sent is not, or each
// spelling of it would be another right credential.
func (u *Users) attempt(a account, name, password, sender string) attempt {
	name = fold(name) // Or each spelling would have tries of its own.
	who, version := strconv.FormatInt(a.ID, 10), strconv.FormatInt(a.version, 10)
	if a.ID == 0 {
		who = name
	}
	return attempt{
		credential: u.sealer.seal("credential", who, password, version, a.hash),
		user:       u.sealer.seal("user", name, sender),
		sender:     u.sealer.seal("sender", sender),
	}
}

// verify returns nil when the password is the account's.
func (u *Users) verify(ctx context.Context, a account, password string, try attempt) error {
	for {
		answer := u.gate.admit(u.now(), try)
		switch {
		case answer.refused > 0:
			return tooMany(answer.refused)
		case answer.full:
			return ErrBusy
		case answer.known:
			return nil
		case answer.turn != nil:
			return u.compare(ctx, a, password, answer.turn)
		}
		select {
		case <-answer.same.ended:
		case <-ctx.Done():
			return fmt.Errorf("wait for the same password: %w", context.Cause(ctx))
		}
		if answer.same.outcome == wrong {
			if wait := u.gate.repeat(u.now(), try); wait > 0 {
				return tooMany(wait)
			}
			return ErrIncorrectPassword
		}
		// It was right, and is known now; or it gave up, and this one takes its place.
	}
}

// compare verifies an attempt that was admitted, once it is called.
func (u *Users) compare(ctx context.Context, a account, password string, t *turn) error {
	o := undecided
	// Deferred, for nobody else could end the wait of those behind.
	defer func() { u.gate.leave(u.now(), t, o) }()
	if err := t.wait(ctx, u.gate.limits.Patience); err != nil {
		return err
	}
	ok, err := u.hasher.matches(a.hash, password)
	switch {
	case err != nil:
		return fmt.Errorf("verify password: %w", err)
	case !ok:
		o = wrong
		return ErrIncorrectPassword
	}
	o = right
	return nil
}
