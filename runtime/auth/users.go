package auth

import (
	"context"
	"fmt"
	"time"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// firstName is the name of the user that open mode makes.
const firstName = "admin"

// Users keeps the users and their tokens, and tells who a request comes from.
// It is safe for concurrent use.  Make one per process: the limits on hashing
// and on wrong passwords hold within one Users.
type Users struct {
	store  *store.Store
	now    func() time.Time
	hasher hasher
	sealer sealer
	gate   gate
}

// NewUsers returns the users kept in s; now is the clock of the service.
func NewUsers(s *store.Store, now func() time.Time, limits Limits) *Users {
	return &Users{store: s, now: now, hasher: hasher{cost: hashCost}, sealer: newSealer(), gate: newGate(limits.complete())}
}

// addUser leaves the row of a user with a password alone, so that one
// statement tells whether the name was free, even between two servers.
const addUser = `INSERT INTO users (name, role, password_hash, version, created_utc)
VALUES ($1, $2, $3, 1, $4)
ON CONFLICT (name) DO UPDATE
SET role = excluded.role, password_hash = excluded.password_hash, version = users.version + 1
WHERE users.password_hash = ''
RETURNING ` + columns

// Add makes a user.  A user of that name without password, made by open mode
// or by an import, keeps its id and takes the role and the password.  Errors:
// ErrTaken, ErrInvalid.
func (u *Users) Add(ctx context.Context, name string, role Role, password string) (User, error) {
	if err := firstError(checkName(name), checkRole(role)); err != nil {
		return User{}, fmt.Errorf("add user: %w", err)
	}
	hash, err := u.newHash(password)
	if err != nil {
		return User{}, fmt.Errorf("add user %q: %w", name, err)
	}
	var found []account
	err = u.store.Write(ctx, func(ctx context.Context, w store.Writer) error {
		var err error
		found, err = accounts(ctx, w, addUser, name, string(role), hash, u.stamp())
		if err == nil && len(found) == 0 {
			err = ErrTaken
		}
		if err != nil {
			return err
		}
		u.record(w, audit.Created, UserKind, found[0].ID)
		return nil
	})
	if err != nil {
		return User{}, fmt.Errorf("add user %q: %w", name, err)
	}
	return found[0].User, nil
}

// addFirst does nothing when there is any user, or when a command was faster.
const addFirst = `INSERT INTO users (name, role, password_hash, version, created_utc)
SELECT $1, $2, '', 1, $3 WHERE NOT EXISTS (SELECT 1 FROM users)
ON CONFLICT (name) DO NOTHING
RETURNING id`

// EnsureFirst returns the user that open mode acts as: the one with the lowest
// id, which is 1 in every database that it was not removed from.  When there
// is no user at all it makes the administrator "admin", without password.
func (u *Users) EnsureFirst(ctx context.Context) (User, error) {
	err := u.store.Write(ctx, func(ctx context.Context, w store.Writer) error {
		// Servers that begin together take turns: on PostgreSQL an insert that
		// comes to nothing uses up an id all the same, and the first is to be 1.
		if err := u.store.Lock(ctx, w, "users/first"); err != nil {
			return err
		}
		made, err := ids(ctx, w, addFirst, firstName, string(Administrator), u.stamp())
		u.record(w, audit.Created, UserKind, made...)
		return err
	})
	if err != nil {
		return User{}, fmt.Errorf("add the first user: %w", err)
	}
	a, err := one(accounts(ctx, u.store.Read(), selectUsers+` ORDER BY id LIMIT 1`))
	if err != nil {
		return User{}, fmt.Errorf("get the first user: %w", err)
	}
	return a.User, nil
}

// SetPassword gives the user another password, effective on the next request.
// Tokens stay valid.  Errors: ErrNotFound, ErrInvalid.
func (u *Users) SetPassword(ctx context.Context, name, password string) error {
	hash, err := u.newHash(password)
	if err != nil {
		return fmt.Errorf("set password of user %q: %w", name, err)
	}
	err = u.change(ctx, audit.Password, UserKind, `UPDATE users SET password_hash = $1, version = version + 1 WHERE name = $2 RETURNING id`, hash, name)
	if err != nil {
		return fmt.Errorf("set password of user %q: %w", name, err)
	}
	return nil
}

// SetRole gives the user another role, effective on the next request.
// Errors: ErrNotFound, ErrInvalid.
func (u *Users) SetRole(ctx context.Context, name string, role Role) error {
	err := checkRole(role)
	if err == nil {
		err = u.change(ctx, audit.Role, UserKind, `UPDATE users SET role = $1, version = version + 1 WHERE name = $2 RETURNING id`, string(role), name)
	}
	if err != nil {
		return fmt.Errorf("set role of user %q: %w", name, err)
	}
	return nil
}

// Remove deletes the user and the user's tokens, effective on the next
// request.  Records keep the id of their author.  Errors: ErrNotFound.
func (u *Users) Remove(ctx context.Context, name string) error {
	err := u.store.Write(ctx, func(ctx context.Context, w store.Writer) error {
		// Tokens go first, for they refer to the user.
		tokens, err := ids(ctx, w, `DELETE FROM tokens WHERE user_id IN (SELECT id FROM users WHERE name = $1) RETURNING id`, name)
		if err != nil {
			return err
		}
		gone, err := ids(ctx, w, `DELETE FROM users WHERE name = $1 RETURNING id`, name)
		if err == nil && len(gone) == 0 {
			err = ErrNotFound
		}
		if err != nil {
			return err
		}
		u.record(w, audit.Deleted, TokenKind, tokens...)
		u.record(w, audit.Deleted, UserKind, gone...)
		return nil
	})
	if err != nil {
		return fmt.Errorf("remove user %q: %w", name, err)
	}
	return nil
}

// newHash checks a new password and hashes it.
func (u *Users) newHash(password string) (string, error) {
	if err := checkPassword(password); err != nil {
		return "", err
	}
	return u.hasher.hash(password)
}

// stamp returns the current time as the tables keep it.
func (u *Users) stamp() string { return u.now().UTC().Format(time.DateTime) }

// firstError returns the first error that is one, nil when none is.
func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
