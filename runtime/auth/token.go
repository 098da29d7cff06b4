package auth

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// A token is tokenPrefix, by which people and secret scanners recognize it, and
// tokenBytes random bytes in base32.
const (
	tokenPrefix = "alm_"
	tokenBytes  = 32
	tokenLength = len(tokenPrefix) + (tokenBytes*8+4)/5
)

// Token is the stored part of a bearer token; its text is shown only once.
type Token struct {
	ID      int64
	Label   string    // Chosen by the owner.
	Created time.Time // UTC, to the second.
	Expires time.Time // UTC, to the second; zero for a token that does not expire.
}

// CreateToken creates a token of the named user and returns its text, which
// cannot be retrieved later. The user needs no password. The token is valid until
// just before expires, cut to the second; the zero time means no expiry. Errors:
// ErrNotFound, ErrInvalidValue.
func (u *Users) CreateToken(ctx context.Context, name, label string, expires time.Time) (shown string, err error) {
	end, err := expiry(expires, u.now())
	if err = cmp.Or(CheckLabel("token label", label), err); err != nil {
		return "", fmt.Errorf("create token of user %q: %w", name, err)
	}
	shown = newToken()
	err = u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
		return u.changeIn(ctx, w, audit.ActionCreated, AuditToken,
			`INSERT INTO tokens (user_id, label, sha256, created_utc, expires_utc)
SELECT id, $1, $2, $3, $4 FROM users WHERE id = $5 RETURNING id`, label, tokenHash(shown), timestamp(u.now()), end,
			user.ID)
	})
	if err != nil {
		return "", fmt.Errorf("create token of user %q: %w", name, err)
	}
	return shown, nil
}

// ListTokens returns the tokens of the named user by id, expired ones too.
// Errors: ErrNotFound when there is no such user.
func (u *Users) ListTokens(ctx context.Context, name string) ([]Token, error) {
	owner, err := find(ctx, u.store.Reader(), name)
	if err != nil {
		return nil, fmt.Errorf("list tokens of user %q: %w", name, err)
	}
	var list []Token
	err = u.store.Reader().Query(ctx, store.Statement{
		SQL:  `SELECT id, label, created_utc, expires_utc FROM tokens WHERE user_id = $1 ORDER BY id`,
		Args: []any{owner.ID},
		ScanRow: func(row store.Row) error {
			var t Token
			var created, expires string
			err := row.Scan(&t.ID, &t.Label, &created, &expires)
			t.Created, t.Expires = parseTime(created), parseTime(expires)
			list = append(list, t)
			return err
		},
	})
	if err != nil {
		return nil, fmt.Errorf("list tokens of user %q: %w", name, err)
	}
	return list, nil
}

// RevokeOwnToken deletes a token of a user, effective on the next request.  Errors:
// ErrNotFound, also for a token of another user.
func (u *Users) RevokeOwnToken(ctx context.Context, user, id int64) error {
	if err := u.change(ctx, audit.ActionDeleted, AuditToken,
		`DELETE FROM tokens WHERE id = $1 AND user_id = $2 RETURNING id`, id, user); err != nil {
		return fmt.Errorf("revoke token %d of user %d: %w", id, user, err)
	}
	return nil
}

// RevokeToken deletes a token, effective on the next request.  Errors:
// ErrNotFound.
func (u *Users) RevokeToken(ctx context.Context, id int64) error {
	if err := u.change(ctx, audit.ActionDeleted, AuditToken, `DELETE FROM tokens WHERE id = $1 RETURNING id`,
		id); err != nil {
		return fmt.Errorf("revoke token %d: %w", id, err)
	}
	return nil
}

// isOwnToken reports whether a text begins as tokens of this service do, in any case: one
// that was cut short or changed on its way is a mistake that the client hears of.
func isOwnToken(text string) bool {
	return len(text) >= len(tokenPrefix) && strings.EqualFold(text[:len(tokenPrefix)], tokenPrefix)
}

// byToken returns the user of a bearer token. The duration of the search by hash
// reveals nothing, because nobody can choose the hash without the token.
func (u *Users) byToken(ctx context.Context, text string) (User, error) {
	if !isOwnToken(text) {
		return User{}, ErrInvalidToken
	}
	var found tokenRow
	hash := tokenHash(text)
	if err := u.store.Reader().Query(ctx, found.statement(hash)); err != nil {
		return User{}, fmt.Errorf("look up token: %w", err)
	}
	user, err := found.user(u.now())
	if err == nil {
		u.recent.put(hash, user.Caller())
	}
	return user, err
}

// tokenRow is what the store has of a token.
type tokenRow struct {
	owner         User
	role, expires string
}

// statement returns the statement that reads the token with a hash.
func (t *tokenRow) statement(hash string) store.Statement {
	return store.Statement{
		SQL: `SELECT users.id, users.name, users.email, users.role, tokens.expires_utc
FROM tokens JOIN users ON users.id = tokens.user_id WHERE tokens.sha256 = $1`,
		Args: []any{hash}, RunToCompletion: true,
		ScanRow: func(row store.Row) error {
			return row.Scan(&t.owner.ID, &t.owner.Name, &t.owner.Email, &t.role, &t.expires)
		},
	}
}

// user returns the user of the token, ErrInvalidToken if it is unknown or has expired.
func (t *tokenRow) user(now time.Time) (User, error) {
	if t.owner.ID == 0 || t.expires != "" && !now.Before(parseTime(t.expires)) {
		return User{}, ErrInvalidToken
	}
	user := t.owner
	user.Role = Role(t.role)
	return user, nil
}

// byTokenAsPassword returns the user of a token that was sent as the password
// of HTTP Basic. Blanks in it are ignored, as in the application passwords of
// WordPress. It reports false if the password is not a token of the user.
func (u *Users) byTokenAsPassword(ctx context.Context, name, password string) (User, bool, error) {
	text := strings.ReplaceAll(password, " ", "")
	if len(text) != tokenLength || !strings.HasPrefix(text, tokenPrefix) {
		return User{}, false, nil
	}
	user, err := u.byToken(ctx, text)
	if errors.Is(err, ErrInvalidToken) {
		return User{}, false, nil
	}
	return user, err == nil && slices.Contains(user.signInNames(), fold(name)), err
}

// expiry returns the end of a new token as it is stored, "" for none.
func expiry(expires, now time.Time) (string, error) {
	if expires.IsZero() {
		return "", nil
	}
	end := expires.UTC().Format(time.DateTime)
	// A year of five digits could not be parsed either.
	if !parseTime(end).After(now) {
		return "", fmt.Errorf("%w: tokens must expire in the future and before the year 10000", ErrInvalidValue)
	}
	return end, nil
}

// newToken returns the text of a new token.
func newToken() string {
	random := make([]byte, tokenBytes)
	_, _ = rand.Read(random) // It never fails, by its contract.
	return tokenPrefix + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random))
}

// tokenHash returns the stored hash of a token. A plain SHA-256 is enough for 256
// random bits, which cannot be guessed.
func tokenHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
