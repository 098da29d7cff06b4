package auth

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Authenticate returns the caller of a request, by HTTP Basic (user name or
// e-mail address, and password or token) or a Bearer token. Without credentials,
// or with malformed ones, the caller is anonymous and the error nil; so is the caller
// of a read whose Bearer token is none of this service, because clients of other
// programs send placeholders. The user is read again for each request, so changes of
// role, password and tokens are effective at once.
//
// It reads only the method, the header and RemoteAddr of the request.
//
// Errors: ErrIncorrectPassword, ErrInvalidToken, a
// *TooManyAttemptsError, ErrBusy, or an error of the store or the context.
func (u *Users) Authenticate(ctx context.Context, r *http.Request) (Caller, error) {
	c := parseAuthorization(r.Header)
	switch c.scheme {
	case schemeBasic:
		return u.byPassword(ctx, c.name, c.secret, ClientKey(r.RemoteAddr))
	case schemeBearer:
		reads := []string{http.MethodGet, http.MethodHead, http.MethodOptions, "QUERY"}
		if !isOwnToken(c.secret) && slices.Contains(reads, r.Method) {
			return Caller{}, nil
		}
		user, err := u.byToken(ctx, c.secret)
		return user.Caller(), err
	default:
		return Caller{}, nil
	}
}

// byPassword returns the caller with that name or e-mail address and password.
func (u *Users) byPassword(ctx context.Context, name, password, address string) (Caller, error) {
	user, ok, err := u.byTokenAsPassword(ctx, name, password)
	if ok || err != nil {
		return user.Caller(), err
	}
	user, err = u.SignIn(ctx, name, password, address)
	return user.Caller(), err
}

// SignIn returns the user with that name or e-mail address and password, which is no
// token. The client is that of ClientKey. Errors are those of Authenticate.
func (u *Users) SignIn(ctx context.Context, name, password, client string) (User, error) {
	// The same work is done for a user that does not exist, so that the
	// duration does not reveal it: without a hash, no password matches.
	a, err := find(ctx, u.store.Reader(), name)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return User{}, fmt.Errorf("look up user: %w", err)
	}
	err = u.verify(ctx, a, password, newAttempt(u.keyedHasher, a, name, password, client))
	if errors.Is(err, ErrIncorrectPassword) && a.ID != 0 {
		u.failures.add(u, failure{user: a.ID, address: client, hour: u.now().UTC().Truncate(time.Hour)})
	}
	if err != nil {
		return User{}, err
	}
	return a.User, nil
}

// newAttempt returns the digests of an attempt. The credential includes the hash
// and the version of the row, so a changed password, or a new user with an old
// ID, is not verified from memory. It does not include the name as sent, because
// each spelling of it would be a different credential.
func newAttempt(h keyedHasher, a account, name, password, sender string) attempt {
	name = fold(name) // All spellings share one limit.
	who, version := strconv.FormatInt(a.ID, 10), strconv.FormatInt(a.version, 10)
	if a.ID == 0 {
		who = name
	}
	return attempt{
		credential: h.sum("credential", who, password, version, a.hash),
		user:       h.sum("user", name, sender),
		client:     h.sum("sender", sender),
		account:    h.sum("account", who),
		known:      h.sum("known", who, sender),
	}
}

// verify returns nil when the password is the account's.
func (u *Users) verify(ctx context.Context, a account, password string, try attempt) error {
	for {
		decision := u.throttle.admit(u.now(), try)
		switch {
		case decision.retryAfter > 0:
			return tooManyAttempts(decision.retryAfter)
		case decision.queueFull:
			return ErrBusy
		case decision.verified:
			return nil
		case decision.turn > 0:
			if err := u.sleep(ctx, decision.turn); err != nil {
				return fmt.Errorf("wait for the turn of an attempt: %w", err)
			}
			try.paced = true
			continue
		case decision.pending != nil:
			return u.compare(ctx, a, password, decision.pending)
		}
		select {
		case <-decision.inFlight.done:
		case <-ctx.Done():
			return fmt.Errorf("wait for the same password: %w", context.Cause(ctx))
		}
		if decision.inFlight.outcome == wrong {
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

// scheme is an authentication scheme.
type scheme int

// The schemes; schemeNone also stands for malformed credentials.
const (
	schemeNone scheme = iota
	schemeBasic
	schemeBearer
)

// credentials are the credentials of a request.
type credentials struct {
	scheme scheme
	name   string // The user, for basic.
	secret string // The password or the token.
}

// parseAuthorization parses the Authorization field (RFC 9110, section 11.4). Two
// fields are malformed, because proxies disagree about which one is used.
func parseAuthorization(header http.Header) credentials {
	fields := header.Values("Authorization")
	if len(fields) != 1 {
		return credentials{}
	}
	word, rest, _ := strings.Cut(fields[0], " ")
	rest = strings.Trim(rest, " ")
	switch strings.ToLower(word) {
	case "basic":
		return basicOf(rest)
	case "bearer":
		return bearerOf(rest)
	}
	return credentials{}
}

// basicOf reads name and password (RFC 7617, section 2).
func basicOf(text string) credentials {
	plain, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return credentials{}
	}
	name, password, ok := strings.Cut(string(plain), ":")
	if !ok {
		return credentials{}
	}
	return credentials{scheme: schemeBasic, name: name, secret: password}
}

// bearerOf reads a token (RFC 6750, section 2.1).
func bearerOf(text string) credentials {
	body := strings.TrimRight(text, "=")
	if body == "" || strings.ContainsFunc(body, isNotToken68) {
		return credentials{}
	}
	return credentials{scheme: schemeBearer, secret: text}
}

// isNotToken68 reports whether a character is not allowed in a token68 (RFC 9110, section 11.2).
func isNotToken68(r rune) bool {
	letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	return !letter && !strings.ContainsRune("-._~+/", r)
}

// addressBits is the length of the network prefix of an IPv6 address. A client
// can choose the other bits freely, so limits by the whole address have no effect.
const addressBits = 64

// ClientKey returns the rate-limit key of a remote address, with or without a
// port, such as a request's RemoteAddr: the IPv4 address, or the /64 network of
// an IPv6 address. Other text, such as a Unix socket, is returned as it is.
// Behind a trusted proxy, the address of the client must be put into RemoteAddr
// first.
func ClientKey(remote string) string {
	address, err := netip.ParseAddr(remote)
	if err != nil {
		pair, err := netip.ParseAddrPort(remote)
		if err != nil {
			return remote
		}
		address = pair.Addr()
	}
	address = address.Unmap()
	if address.Is4() {
		return address.String()
	}
	network, err := address.WithZone("").Prefix(addressBits)
	if err != nil {
		return remote
	}
	return network.String()
}
