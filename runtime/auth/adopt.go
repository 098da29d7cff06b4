package auth

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// Adopt makes users for the ids that have none, as authors without credentials:
// they cannot sign in until Add gives them a password.  Each is named after
// its id, "author-7".  It belongs to the transaction w and returns the ids that
// it made users for.
func (u *Users) Adopt(ctx context.Context, w store.Writer, ids []int64) ([]int64, error) {
	var made []int64
	for _, id := range ids {
		there, err := u.Exists(ctx, w, id)
		if err != nil {
			return nil, err
		}
		if there {
			continue
		}
		if err := u.adopt(ctx, w, id); err != nil {
			return nil, fmt.Errorf("add author %d: %w", id, err)
		}
		made = append(made, id)
	}
	u.record(w, audit.Created, UserKind, made...)
	return made, nil
}

// nameTries bounds how many names adopt tries.
const nameTries = 100

// adopt makes one user, under the first name that is free.
func (u *Users) adopt(ctx context.Context, w store.Writer, id int64) error {
	name := "author-" + strconv.FormatInt(id, 10)
	columns := []string{"name", "email", "role", "password_hash", "version", "created_utc"}
	for n := 2; n < nameTries; n++ {
		_, err := find(ctx, w, name)
		if errors.Is(err, ErrNotFound) {
			err = u.store.InsertWithID(ctx, w, "users", id, columns, []any{name, "", string(Author), "", int64(1), u.stamp()})
			if err == nil {
				return u.claim(ctx, w, User{ID: id, Name: name})
			}
		}
		if err != nil && !errors.Is(err, store.ErrIDInUse) {
			return err
		}
		name = fmt.Sprintf("author-%d-%d", id, n)
	}
	return ErrTaken
}
