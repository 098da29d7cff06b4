package auth

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"almanac/runtime/store"
)

// columns and selectUsers are what scanAccount expects.
const (
	columns     = `id, name, email, role, password_hash, version, created_utc`
	selectUsers = `SELECT ` + columns + ` FROM users`
)

// account is a row of users: the user, and what proves who it is.  The zero
// value stands for a user that does not exist.
type account struct {
	User
	hash    string // Empty without a password.
	version int64  // Grows with every change of the row.
}

// List returns all users by id.
func (u *Users) List(ctx context.Context) ([]User, error) {
	found, err := accounts(ctx, u.store.Reader(), selectUsers+` ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list users: %w", err)
	}
	list := make([]User, len(found))
	for i, a := range found {
		list[i] = a.User
	}
	return list, nil
}

// Find returns the user of that name or e-mail address, in any letter case,
// ErrNotFound when there is none.
func (u *Users) Find(ctx context.Context, name string) (User, error) {
	a, err := find(ctx, u.store.Reader(), name)
	if err != nil {
		return User{}, fmt.Errorf("get user %q: %w", name, err)
	}
	return a.User, nil
}

// Exists reports whether a user has the id; r may belong to a transaction.
func (u *Users) Exists(ctx context.Context, r store.Reader, id int64) (bool, error) {
	found := false
	err := r.Query(ctx, store.Statement{
		SQL: `SELECT 1 FROM users WHERE id = $1`, Args: []any{id},
		ScanRow: func(store.Row) error { found = true; return nil },
	})
	if err != nil {
		return false, fmt.Errorf("look for user %d: %w", id, err)
	}
	return found, nil
}

// Count returns the number of users.
func (u *Users) Count(ctx context.Context) (int64, error) {
	var n int64
	err := u.store.Reader().Query(ctx, store.Statement{
		SQL:     `SELECT count(*) FROM users`,
		ScanRow: func(row store.Row) error { return row.Scan(&n) },
	})
	if err != nil {
		return 0, fmt.Errorf("count users: %w", err)
	}
	return n, nil
}

// findUser prefers a name as it is written: before RefreshNames has passed, there
// may be another user whose name differs by letter case.
const findUser = selectUsers + ` WHERE name = $1 OR id = (SELECT user_id FROM sign_in_names WHERE name = $2)
ORDER BY CASE WHEN name = $1 THEN 0 ELSE 1 END LIMIT 1`

// find returns the account of that name or e-mail address, in any letter case,
// ErrNotFound when there is none.
func find(ctx context.Context, r store.Reader, name string) (account, error) {
	// PostgreSQL answers such text with an error; no row can have it.
	if !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
		return account{}, ErrNotFound
	}
	return one(accounts(ctx, r, findUser, name, fold(name)))
}

// accounts runs a statement whose rows have the columns of selectUsers.
func accounts(ctx context.Context, r store.Reader, sql string, args ...any) ([]account, error) {
	var list []account
	err := r.Query(ctx, store.Statement{SQL: sql, Args: args, ScanRow: func(row store.Row) error {
		a, err := scanAccount(row)
		list = append(list, a)
		return err
	}})
	return list, err
}

// one returns the only account of a list, ErrNotFound when it is empty.
func one(list []account, err error) (account, error) {
	switch {
	case err != nil:
		return account{}, err
	case len(list) == 0:
		return account{}, ErrNotFound
	}
	return list[0], nil
}

// scanAccount reads one row.
func scanAccount(row store.Row) (account, error) {
	var a account
	var role, created string
	if err := row.Scan(&a.ID, &a.Name, &a.Email, &role, &a.hash, &a.version, &created); err != nil {
		return account{}, err
	}
	a.Role, a.HasPassword, a.Created = Role(role), a.hash != "", instant(created)
	return a, nil
}

// instant reads a time as the tables keep it; anything else is the zero time.
func instant(text string) time.Time {
	t, err := time.Parse(time.DateTime, text)
	if err != nil {
		return time.Time{}
	}
	return t
}
