package auth

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// EnsureAuthors creates a user for each of the IDs that has none, in the
// transaction w, and returns the IDs of these users. They are authors without
// credentials, named after their ID ("author-7"), and cannot sign in until Add
// gives them a password.
func (u *Users) EnsureAuthors(ctx context.Context, w store.Writer, ids []int64) ([]int64, error) {
	var made []int64
	for _, id := range ids {
		there, err := u.Exists(ctx, w, id)
		if err != nil {
			return nil, err
		}
		if there {
			continue
		}
		if err := u.addAuthor(ctx, w, id); err != nil {
			return nil, fmt.Errorf("add author %d: %w", id, err)
		}
		made = append(made, id)
	}
	u.recordAudit(w, audit.ActionCreated, AuditUser, made...)
	return made, nil
}

// nameTries is the maximum number of names that addAuthor tries.
const nameTries = 100

// addAuthor creates a user with the first free name.
func (u *Users) addAuthor(ctx context.Context, w store.Writer, id int64) error {
	name := "author-" + strconv.FormatInt(id, 10)
	columns := []string{"name", "email", "role", "password_hash", "version", "created_utc"}
	for n := 2; n < nameTries; n++ {
		_, err := find(ctx, w, name)
		if errors.Is(err, ErrNotFound) {
			err = u.store.InsertWithID(ctx, w, "users", id, columns, []any{name, "", string(RoleAuthor), "", int64(1), timestamp(u.now())})
			if err == nil {
				return writeSignInNames(ctx, u.store, w, User{ID: id, Name: name})
			}
		}
		if err != nil && !errors.Is(err, store.ErrIDInUse) {
			return err
		}
		name = fmt.Sprintf("author-%d-%d", id, n)
	}
	return ErrNameInUse
}
