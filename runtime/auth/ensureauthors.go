package auth

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// Author is a user who comes with records of another site.
type Author struct {
	ID   int64
	Name string // "" for the name that EnsureAuthors makes of the ID.
	Role Role   // "" for RoleAuthor.
}

// EnsureAuthors creates a user for each author that is not here, in the transaction w, and
// returns the IDs of these users. They have no credentials and cannot sign in until Add
// gives them a password. Those whose name is unknown, invalid or taken are named after
// their ID ("author-7"); a later call with the name gives it to them, with the role, as
// long as they have no password.
func (u *Users) EnsureAuthors(ctx context.Context, w store.Writer, authors []Author) ([]int64, error) {
	var made []int64
	for _, a := range authors {
		list, err := accounts(ctx, w, selectUsers+` WHERE id = $1`, a.ID)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			if err := u.nameAuthor(ctx, w, list[0].User, a); err != nil {
				return nil, fmt.Errorf("name author %d: %w", a.ID, err)
			}
			continue
		}
		if err := u.addAuthor(ctx, w, a); err != nil {
			return nil, fmt.Errorf("add author %d: %w", a.ID, err)
		}
		made = append(made, a.ID)
	}
	u.recordAudit(w, audit.ActionCreated, AuditUser, made...)
	return made, nil
}

// nameTries is the maximum number of names that addAuthor tries.
const nameTries = 100

// nameOfID is how authors are named of whom only the ID is known.
func nameOfID(id int64) string { return "author-" + strconv.FormatInt(id, 10) }

// isFree reports whether a user can be given a name.
func isFree(ctx context.Context, r store.Reader, name string) (bool, error) {
	if CheckName(name) != nil {
		return false, nil
	}
	_, err := find(ctx, r, name)
	if errors.Is(err, ErrNotFound) {
		return true, nil
	}
	return false, err
}

// addAuthor creates a user with the first free name.
func (u *Users) addAuthor(ctx context.Context, w store.Writer, a Author) error {
	role := a.Role
	if checkRole(role) != nil {
		role = RoleAuthor
	}
	names := []string{a.Name, nameOfID(a.ID)}
	for n := 2; n < nameTries; n++ {
		names = append(names, fmt.Sprintf("%s-%d", nameOfID(a.ID), n))
	}
	columns := []string{"name", "email", "role", "password_hash", "version", "created_utc"}
	for _, name := range names {
		free, err := isFree(ctx, w, name)
		if err != nil {
			return err
		}
		if free {
			if err := u.store.InsertWithID(ctx, w, "users", a.ID, columns,
				[]any{name, "", string(role), "", int64(1), timestamp(u.now())}); err != nil {
				return err
			}
			return writeSignInNames(ctx, u.store, w, User{ID: a.ID, Name: name})
		}
	}
	return ErrNameInUse
}

// nameAuthor gives a user of whom only the ID was known the name and the role, if the name
// is free.
func (u *Users) nameAuthor(ctx context.Context, w store.Writer, user User, a Author) error {
	if a.Name == "" || user.HasPassword || !strings.HasPrefix(user.Name, nameOfID(a.ID)) {
		return nil
	}
	if free, err := isFree(ctx, w, a.Name); err != nil || !free {
		return err
	}
	user.Name = a.Name
	if checkRole(a.Role) == nil {
		user.Role = a.Role
	}
	u.recordUser(w, audit.ActionUpdated, user)
	_, err := w.Exec(ctx, store.Statement{
		SQL:  `UPDATE users SET name = $1, role = $2, version = version + 1 WHERE id = $3`,
		Args: []any{user.Name, string(user.Role), user.ID},
	})
	if err != nil {
		return err
	}
	return writeSignInNames(ctx, u.store, w, user)
}
