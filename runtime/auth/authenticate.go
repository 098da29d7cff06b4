package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// Authenticate returns the caller of a request, by HTTP Basic (user name or
// e-mail address, and password or token) or a Bearer token. Without credentials,
// or with malformed ones, the caller is anonymous and the error nil. The user is
// read again for each request, so changes of role, password and tokens are
// effective at once.
//
// It reads only the header and RemoteAddr of the request.
//
// Errors: ErrIncorrectPassword, ErrInvalidToken, a
// *TooManyAttemptsError, ErrBusy, or an error of the store or the context.
func (u *Users) Authenticate(ctx context.Context, r *http.Request) (Caller, error) {
	c := parseAuthorization(r.Header)
	switch c.scheme {
	case schemeBasic:
		return u.byPassword(ctx, c.name, c.secret, ClientKey(r.RemoteAddr))
	case schemeBearer:
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
	// The same work is done for a user that does not exist, so that the
	// duration does not reveal it: without a hash, no password matches.
	a, err := find(ctx, u.store.Reader(), name)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Caller{}, fmt.Errorf("look up user: %w", err)
	}
	if err := u.verify(ctx, a, password, u.attempt(a, name, password, address)); err != nil {
		return Caller{}, err
	}
	return a.caller(), nil
}

// attempt returns the digests of an attempt. The credential includes the hash
// and the version of the row, so a changed password, or a new user with an old
// ID, is not verified from memory. It does not include the name as sent, because
// each spelling of it would be a different credential.
func (u *Users) attempt(a account, name, password, sender string) attempt {
	name = fold(name) // All spellings share one limit.
	who, version := strconv.FormatInt(a.ID, 10), strconv.FormatInt(a.version, 10)
	if a.ID == 0 {
		who = name
	}
	return attempt{
		credential: u.keyedHasher.sum("credential", who, password, version, a.hash),
		user:       u.keyedHasher.sum("user", name, sender),
		client:     u.keyedHasher.sum("sender", sender),
	}
}

// verify returns nil when the password is the account's.
func (u *Users) verify(ctx context.Context, a account, password string, try attempt) error {
	for {
		answer := u.throttle.admit(u.now(), try)
		switch {
		case answer.retryAfter > 0:
			return tooManyAttempts(answer.retryAfter)
		case answer.queueFull:
			return ErrBusy
		case answer.verified:
			return nil
		case answer.pending != nil:
			return u.compare(ctx, a, password, answer.pending)
		}
		select {
		case <-answer.inFlight.done:
		case <-ctx.Done():
			return fmt.Errorf("wait for the same password: %w", context.Cause(ctx))
		}
		if answer.inFlight.outcome == wrong {
			if wait := u.throttle.countWrong(u.now(), try); wait > 0 {
				return tooManyAttempts(wait)
			}
			return ErrIncorrectPassword
		}
		// It succeeded and is verified now, or it was given up: try again.
	}
}

// compare verifies an admitted attempt once it has a slot.
func (u *Users) compare(ctx context.Context, a account, password string, t *pendingHash) error {
	o := undecided
	// Deferred, because other attempts wait for its end.
	defer func() { u.throttle.finish(u.now(), t, o) }()
	if err := t.wait(ctx, u.throttle.limits.QueueTimeout); err != nil {
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
