package auth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// firstName is the name of the user that open mode creates.
const firstName = "admin"

// Users stores users and their tokens, and authenticates requests. It is safe for
// concurrent use. Create one per process: the limits on hashing and on wrong
// passwords apply within one Users.
type Users struct {
	store       *store.Store
	now         func() time.Time
	hasher      hasher
	keyedHasher keyedHasher
	throttle    *loginThrottle
	failures    *failures
	recent      *recentCallers
	sleep       func(context.Context, time.Duration) error // Waits; tests do not.
	origin      Origin
}

// NewUsers returns the users of a store; now is the clock of the service.
func NewUsers(s *store.Store, now func() time.Time, limits Limits) *Users {
	limits = limits.complete()
	return &Users{
		store: s, now: now, hasher: hasher{cost: limits.HashCost}, keyedHasher: newKeyedHasher(),
		throttle: newLoginThrottle(limits),
		failures: &failures{counts: map[failure]int{}}, recent: &recentCallers{}, sleep: sleep,
	}
}

// sleep waits. Errors: that of the context.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

const (
	insertUser = `INSERT INTO users (name, email, role, password_hash, version, created_utc)
VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT (name) DO NOTHING RETURNING ` + accountColumns
	// setCredentials does not change a user that has a password.
	setCredentials = `UPDATE users SET email = $2, role = $3, password_hash = $4, version = version + 1
WHERE id = $1 AND password_hash = '' RETURNING ` + accountColumns
)

// Add creates a user, with an e-mail address or "" for none. If a user of that
// name has no password, because open mode or an import created it, Add sets its
// role, address and password instead.  Errors: ErrNameInUse, ErrInvalidValue.
func (u *Users) Add(ctx context.Context, name, email string, role Role, password string) (User, error) {
	if err := cmp.Or(CheckName(name), CheckEmail(email), checkRole(role)); err != nil {
		return User{}, fmt.Errorf("add user: %w", err)
	}
	hash, err := newHash(u.hasher, password)
	if err != nil {
		return User{}, fmt.Errorf("add user %q: %w", name, err)
	}
	var added User
	err = u.inTx(ctx, func(ctx context.Context, w store.Writer) error {
		a, err := u.add(ctx, w, User{Name: name, Email: email, Role: role}, hash)
		added = a.User
		return err
	})
	if err != nil {
		return User{}, fmt.Errorf("add user %q: %w", name, err)
	}
	return added, nil
}

// add is Add in the transaction w, with a hash that is empty for no password.
func (u *Users) add(ctx context.Context, w store.Writer, user User, hash string) (account, error) {
	a, err := u.upsert(ctx, w, user, hash)
	if err != nil {
		return account{}, err
	}
	u.recordUser(w, audit.ActionCreated, a.User)
	return a, writeSignInNames(ctx, u.store, w, a.User)
}

// upsert writes the row of a new user, or of one that has no password yet.
func (u *Users) upsert(ctx context.Context, w store.Writer, user User, hash string) (account, error) {
	there, err := find(ctx, w, user.Name)
	var a account
	switch {
	case errors.Is(err, ErrNotFound):
		a, err = one(accounts(ctx, w, insertUser, user.Name, user.Email, string(user.Role), hash, timestamp(u.now())))
	case err != nil:
		return account{}, err
	case fold(there.Name) != fold(user.Name): // The name is the address of another user.
		return account{}, ErrNameInUse
	default:
		a, err = one(accounts(ctx, w, setCredentials, there.ID, cmp.Or(user.Email, there.Email), string(user.Role), hash))
	}
	if errors.Is(err, ErrNotFound) {
		return account{}, ErrNameInUse // The user exists and has a password.
	}
	return a, err
}

// insertFirst does nothing if there is a user already.
const insertFirst = `INSERT INTO users (name, email, role, password_hash, version, created_utc)
SELECT $1, '', $2, '', 1, $3 WHERE NOT EXISTS (SELECT 1 FROM users)
ON CONFLICT (name) DO NOTHING
RETURNING id`

// EnsureFirstUser returns the user of callers in open mode: the one with the
// lowest ID, which is 1 unless that user was removed. If there is no user, it
// creates the administrator "admin" without a password.
func (u *Users) EnsureFirstUser(ctx context.Context) (User, error) {
	err := u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		// One server at a time: on PostgreSQL an insert that adds no row still
		// uses an ID, and the first must be 1.
		if err := u.store.Lock(ctx, w, "users/first"); err != nil {
			return err
		}
		made, err := ids(ctx, w, insertFirst, firstName, string(RoleAdministrator), timestamp(u.now()))
		if err != nil || len(made) == 0 {
			return err
		}
		u.recordAudit(w, audit.ActionCreated, AuditUser, made...)
		return writeSignInNames(ctx, u.store, w, User{ID: made[0], Name: firstName})
	})
	if err != nil {
		return User{}, fmt.Errorf("add the first user: %w", err)
	}
	a, err := one(accounts(ctx, u.store.Reader(), selectUsers+` ORDER BY id LIMIT 1`))
	if err != nil {
		return User{}, fmt.Errorf("get the first user: %w", err)
	}
	return a.User, nil
}

// SetPassword changes the password of a user, effective on the next request.
// Tokens stay valid; sessions end, and one-time links become useless.  Errors: ErrNotFound, ErrInvalidValue.
func (u *Users) SetPassword(ctx context.Context, name, password string) error {
	hash, err := newHash(u.hasher, password)
	if err != nil {
		return fmt.Errorf("set password of user %q: %w", name, err)
	}
	err = u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
		return u.setPassword(ctx, w, user, hash)
	})
	if err != nil {
		return fmt.Errorf("set password of user %q: %w", name, err)
	}
	return nil
}

// setPassword is SetPassword in the transaction w.
func (u *Users) setPassword(ctx context.Context, w store.Writer, user User, hash string) error {
	u.endAccess(w, user.ID)
	return u.changeIn(ctx, w, audit.ActionPassword, AuditUser,
		`UPDATE users SET password_hash = $1, version = version + 1 WHERE id = $2 RETURNING id`, hash, user.ID)
}

// SetRole changes the role of a user, effective on the next request.
// Errors: ErrNotFound, ErrInvalidValue.
func (u *Users) SetRole(ctx context.Context, name string, role Role) error {
	err := checkRole(role)
	if err == nil {
		err = u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
			user.Role = role
			u.recordUser(w, audit.ActionRole, user)
			_, err := w.Exec(ctx, store.Statement{
				SQL: `UPDATE users SET role = $1, version = version + 1 WHERE id = $2`, Args: []any{string(role), user.ID},
			})
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("set role of user %q: %w", name, err)
	}
	return nil
}

// Rename changes the name of a user, effective on the next request.  Errors:
// ErrNotFound, ErrInvalidValue, ErrNameInUse.
func (u *Users) Rename(ctx context.Context, name, next string) error {
	err := CheckName(next)
	if err == nil {
		err = u.changeNames(ctx, name, func(user *User) { user.Name = next })
	}
	if err != nil {
		return fmt.Errorf("rename user %q: %w", name, err)
	}
	return nil
}

// SetEmail changes the e-mail address of a user, "" for none, effective on the
// next request.  Errors: ErrNotFound, ErrInvalidValue, ErrNameInUse.
func (u *Users) SetEmail(ctx context.Context, name, email string) error {
	err := CheckEmail(email)
	if err == nil {
		err = u.changeNames(ctx, name, func(user *User) { user.Email = email })
	}
	if err != nil {
		return fmt.Errorf("set email address of user %q: %w", name, err)
	}
	return nil
}

// changeNames changes the sign-in names of a user.
func (u *Users) changeNames(ctx context.Context, name string, change func(*User)) error {
	return u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
		change(&user)
		// The unique index on names would reject this too, with another error.
		if other, err := find(ctx, w, user.Name); err == nil && other.ID != user.ID && other.Name == user.Name {
			return ErrNameInUse
		}
		u.recordUser(w, audit.ActionUpdated, user)
		_, err := w.Exec(ctx, store.Statement{
			SQL:  `UPDATE users SET name = $1, email = $2, version = version + 1 WHERE id = $3`,
			Args: []any{user.Name, user.Email, user.ID},
		})
		if err != nil {
			return err
		}
		return writeSignInNames(ctx, u.store, w, user)
	})
}

// Remove deletes the user and the user's tokens and sessions, effective on the next
// request.  Records keep the id of their author.  Errors: ErrNotFound.
func (u *Users) Remove(ctx context.Context, name string) error {
	err := u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
		// Tokens and names first, because they refer to the user.
		tokens, err := ids(ctx, w, `DELETE FROM tokens WHERE user_id = $1 RETURNING id`, user.ID)
		if err != nil {
			return err
		}
		u.recordAudit(w, audit.ActionDeleted, AuditToken, tokens...)
		u.endAccess(w, user.ID)
		if _, err := w.Exec(ctx, store.Statement{
			SQL: `DELETE FROM sign_in_names WHERE user_id = $1`, Args: []any{user.ID},
		}); err != nil {
			return err
		}
		u.recordUser(w, audit.ActionDeleted, user)
		_, err = w.Exec(ctx, store.Statement{SQL: `DELETE FROM users WHERE id = $1`, Args: []any{user.ID}})
		return err
	})
	if err != nil {
		return fmt.Errorf("remove user %q: %w", name, err)
	}
	return nil
}

// newHash checks a new password and hashes it.
func newHash(h hasher, password string) (string, error) {
	if err := CheckPassword(password); err != nil {
		return "", err
	}
	return h.hash(password)
}

// timestamp returns a time as it is stored.
func timestamp(at time.Time) string { return at.UTC().Format(time.DateTime) }
