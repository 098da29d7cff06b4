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
	limits = limits.complete()
	return &Users{store: s, now: now, hasher: hasher{cost: limits.HashCost}, sealer: newSealer(), gate: newGate(limits)}
}

const (
	insertUser = `INSERT INTO users (name, email, role, password_hash, version, created_utc)
VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT (name) DO NOTHING RETURNING ` + columns
	// takeOver leaves the row of a user with a password alone.
	takeOver = `UPDATE users SET email = $2, role = $3, password_hash = $4, version = version + 1
WHERE id = $1 AND password_hash = '' RETURNING ` + columns
)

// Add makes a user, with an e-mail address or "" for none.  A user of that name
// without password, made by open mode or by an import, keeps its id and takes
// the role, the address and the password.  Errors: ErrTaken, ErrInvalid.
func (u *Users) Add(ctx context.Context, name, email string, role Role, password string) (User, error) {
	if err := firstError(checkName(name), checkEmail(email), checkRole(role)); err != nil {
		return User{}, fmt.Errorf("add user: %w", err)
	}
	hash, err := u.newHash(password)
	if err != nil {
		return User{}, fmt.Errorf("add user %q: %w", name, err)
	}
	var added User
	err = u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		a, err := u.put(ctx, w, User{Name: name, Email: email, Role: role}, hash)
		if err != nil {
			return err
		}
		added = a.User
		u.record(w, audit.Created, UserKind, a.ID)
		return u.claim(ctx, w, a.User)
	})
	if err != nil {
		return User{}, fmt.Errorf("add user %q: %w", name, err)
	}
	return added, nil
}

// put writes the row of a new user, or of one that has no password yet.
func (u *Users) put(ctx context.Context, w store.Writer, user User, hash string) (account, error) {
	there, err := find(ctx, w, user.Name)
	var a account
	switch {
	case errors.Is(err, ErrNotFound):
		a, err = one(accounts(ctx, w, insertUser, user.Name, user.Email, string(user.Role), hash, u.stamp()))
	case err != nil:
		return account{}, err
	case fold(there.Name) != fold(user.Name): // It is another's address.
		return account{}, ErrTaken
	default:
		a, err = one(accounts(ctx, w, takeOver, there.ID, cmp.Or(user.Email, there.Email), string(user.Role), hash))
	}
	if errors.Is(err, ErrNotFound) {
		return account{}, ErrTaken // The statement found no row that it may write.
	}
	return a, err
}

// addFirst does nothing when there is any user, or when a command was faster.
const addFirst = `INSERT INTO users (name, email, role, password_hash, version, created_utc)
SELECT $1, '', $2, '', 1, $3 WHERE NOT EXISTS (SELECT 1 FROM users)
ON CONFLICT (name) DO NOTHING
RETURNING id`

// EnsureFirst returns the user that open mode acts as: the one with the lowest
// id, which is 1 in every database that it was not removed from.  When there
// is no user at all it makes the administrator "admin", without password.
func (u *Users) EnsureFirst(ctx context.Context) (User, error) {
	err := u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		// Servers that begin together take turns: on PostgreSQL an insert that
		// comes to nothing uses up an id all the same, and the first is to be 1.
		if err := u.store.Lock(ctx, w, "users/first"); err != nil {
			return err
		}
		made, err := ids(ctx, w, addFirst, firstName, string(Administrator), u.stamp())
		if err != nil || len(made) == 0 {
			return err
		}
		u.record(w, audit.Created, UserKind, made...)
		return u.claim(ctx, w, User{ID: made[0], Name: firstName})
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

// SetPassword gives the user another password, effective on the next request.
// Tokens stay valid.  Errors: ErrNotFound, ErrInvalid.
func (u *Users) SetPassword(ctx context.Context, name, password string) error {
	hash, err := u.newHash(password)
	if err != nil {
		return fmt.Errorf("set password of user %q: %w", name, err)
	}
	err = u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
		return u.changeIn(ctx, w, audit.Password, UserKind, `UPDATE users SET password_hash = $1, version = version + 1 WHERE id = $2 RETURNING id`, hash, user.ID)
	})
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
		err = u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
			return u.changeIn(ctx, w, audit.Role, UserKind, `UPDATE users SET role = $1, version = version + 1 WHERE id = $2 RETURNING id`, string(role), user.ID)
		})
	}
	if err != nil {
		return fmt.Errorf("set role of user %q: %w", name, err)
	}
	return nil
}

// Rename gives the user another name, effective on the next request.  Errors:
// ErrNotFound, ErrInvalid, ErrTaken.
func (u *Users) Rename(ctx context.Context, name, next string) error {
	err := checkName(next)
	if err == nil {
		err = u.revise(ctx, name, func(user *User) { user.Name = next })
	}
	if err != nil {
		return fmt.Errorf("rename user %q: %w", name, err)
	}
	return nil
}

// SetEmail gives the user another e-mail address, "" for none, effective on the
// next request.  Errors: ErrNotFound, ErrInvalid, ErrTaken.
func (u *Users) SetEmail(ctx context.Context, name, email string) error {
	err := checkEmail(email)
	if err == nil {
		err = u.revise(ctx, name, func(user *User) { user.Email = email })
	}
	if err != nil {
		return fmt.Errorf("set e-mail address of user %q: %w", name, err)
	}
	return nil
}

// revise changes what a user signs in by.
func (u *Users) revise(ctx context.Context, name string, change func(*User)) error {
	return u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
		change(&user)
		// In the way of the unique index: the name as another user writes it.
		if other, err := find(ctx, w, user.Name); err == nil && other.ID != user.ID && other.Name == user.Name {
			return ErrTaken
		}
		err := u.changeIn(ctx, w, audit.Updated, UserKind, `UPDATE users SET name = $1, email = $2, version = version + 1 WHERE id = $3 RETURNING id`,
			user.Name, user.Email, user.ID)
		if err != nil {
			return err
		}
		return u.claim(ctx, w, user)
	})
}

// Remove deletes the user and the user's tokens, effective on the next
// request.  Records keep the id of their author.  Errors: ErrNotFound.
func (u *Users) Remove(ctx context.Context, name string) error {
	err := u.changeUser(ctx, name, func(ctx context.Context, w store.Writer, user User) error {
		// Tokens and names go first, for they refer to the user.
		tokens, err := ids(ctx, w, `DELETE FROM tokens WHERE user_id = $1 RETURNING id`, user.ID)
		if err != nil {
			return err
		}
		u.record(w, audit.Deleted, TokenKind, tokens...)
		if _, err := w.Exec(ctx, store.Statement{SQL: `DELETE FROM sign_in_names WHERE user_id = $1`, Args: []any{user.ID}}); err != nil {
			return err
		}
		return u.changeIn(ctx, w, audit.Deleted, UserKind, `DELETE FROM users WHERE id = $1 RETURNING id`, user.ID)
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
