package auth

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"almanac/runtime/store"
)

// accountColumns and selectUsers are what scanAccount expects.
const (
	accountColumns = `id, name, email, role, password_hash, version, created_utc`
	selectUsers    = `SELECT ` + accountColumns + ` FROM users`
)

// account is a row of users: the user and its credentials. The zero value stands
// for a user that does not exist.
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

// likeEscaper takes their meaning from the signs of LIKE.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Search returns the first users, by name, whose names contain a text in any letter case.
func Search(ctx context.Context, u *Users, part string, limit int) ([]User, error) {
	const looked = 500 // Sign-in names are also e-mail addresses, which tell nobody who is found.
	found, err := accounts(ctx, u.store.Reader(), selectUsers+
		` WHERE id IN (SELECT user_id FROM sign_in_names WHERE name LIKE $1 ESCAPE '\') ORDER BY name, id LIMIT $2`,
		"%"+likeEscaper.Replace(fold(part))+"%", looked)
	if err != nil {
		return nil, fmt.Errorf("search users: %w", err)
	}
	var list []User
	for _, a := range found {
		if strings.Contains(fold(a.Name), fold(part)) && len(list) < limit {
			list = append(list, a.User)
		}
	}
	return list, nil
}

// Find returns the user with a name or e-mail address, in any letter case.
// Errors: ErrNotFound.
func (u *Users) Find(ctx context.Context, name string) (User, error) {
	a, err := find(ctx, u.store.Reader(), name)
	if err != nil {
		return User{}, fmt.Errorf("get user %q: %w", name, err)
	}
	return a.User, nil
}

// Get returns the user with an ID. Errors: ErrNotFound.
func (u *Users) Get(ctx context.Context, id int64) (User, error) {
	a, err := one(accounts(ctx, u.store.Reader(), selectUsers+` WHERE id = $1`, id))
	if err != nil {
		return User{}, fmt.Errorf("get user %d: %w", id, err)
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

// findUser prefers the exact name: until RefreshNames has run, there may be
// another user whose name differs only by letter case.
const findUser = selectUsers + ` WHERE name = $1 OR id = (SELECT user_id FROM sign_in_names WHERE name = $2)
ORDER BY CASE WHEN name = $1 THEN 0 ELSE 1 END LIMIT 1`

// find returns the account with a name or e-mail address, in any letter case.
// Errors: ErrNotFound.
func find(ctx context.Context, r store.Reader, name string) (account, error) {
	// PostgreSQL rejects such text with an error; no row can have it.
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

// one returns the first account of a list. Errors: ErrNotFound if it is empty.
func one(list []account, err error) (account, error) {
	switch {
	case err != nil:
		return account{}, err
	case len(list) == 0:
		return account{}, ErrNotFound
	}
	return list[0], nil
}

func scanAccount(row store.Row) (account, error) {
	var a account
	var role, created string
	if err := row.Scan(&a.ID, &a.Name, &a.Email, &role, &a.hash, &a.version, &created); err != nil {
		return account{}, err
	}
	a.Role, a.HasPassword, a.Created = Role(role), a.hash != "", parseTime(created)
	return a, nil
}

// parseTime parses a time of the tables. It returns the zero time for other text.
func parseTime(text string) time.Time {
	t, err := time.Parse(time.DateTime, text)
	if err != nil {
		return time.Time{}
	}
	return t
}
