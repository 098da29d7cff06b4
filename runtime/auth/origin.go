package auth

import (
	"context"
	"errors"
	"fmt"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// Origin says where changes of users come from. The zero value is the command line.
type Origin struct {
	Actor   audit.Actor // Who makes the changes; its time is not used.
	Form    string      // Key of a form, "" for none. A change with a key is made once.
	Session string      // Text of the session of the change, which it does not end.
	Browser string      // User-Agent of the client, for a new session.
}

// ErrRepeated rejects a change with the key of a form whose change was made before.
var ErrRepeated = errors.New("the form was sent before")

// From returns Users whose changes come from an origin. They share all limits with u.
func (u *Users) From(o Origin) *Users {
	from := *u
	from.origin = o
	return &from
}

// inTx runs a change in a transaction. Errors: ErrRepeated.
func (u *Users) inTx(ctx context.Context, do func(context.Context, store.Writer) error) error {
	return u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		if u.origin.Form != "" {
			// The row is removed with those of the API after a day.
			first, err := ids(ctx, w,
				`INSERT INTO idempotency_keys (user_id, key, fingerprint, status, location, version, body, created_utc)
VALUES ($1, $2, '', 0, '', 0, '', $3) ON CONFLICT (user_id, key) DO NOTHING RETURNING user_id`, u.origin.Actor.User,
				formKey(u.origin.Form), timestamp(u.now()))
			if err != nil {
				return err
			}
			if len(first) == 0 {
				return ErrRepeated
			}
		}
		return do(ctx, w)
	})
}

// IsRepeated reports whether the change of the form was made before.
func (u *Users) IsRepeated(ctx context.Context) (bool, error) {
	found, err := ids(ctx, u.store.Reader(), `SELECT user_id FROM idempotency_keys WHERE user_id = $1 AND key = $2`,
		u.origin.Actor.User, formKey(u.origin.Form))
	if err != nil {
		return false, fmt.Errorf("look for the key of a form: %w", err)
	}
	return len(found) > 0, nil
}

// formKey returns the key of a form as it is stored. A blank makes it different from
// those of the API.
func formKey(form string) string { return "form " + form }
