package auth

import (
	"context"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// The kinds of users and tokens in the audit log.
const (
	AuditUser  = "user"
	AuditToken = "token"
)

// recordAudit adds entries for an action on users or tokens to the audit log, in
// the transaction w.
func (u *Users) recordAudit(w store.Writer, action, resource string, ids ...int64) {
	list := make([]audit.Change, len(ids))
	for i, id := range ids {
		list[i] = audit.Change{Action: action, Resource: resource, Record: id}
	}
	audit.Add(w, u.actor(), list)
}

// recordUser adds an entry for an action on a user that keeps the name and the role: the
// user may be removed later.
func (u *Users) recordUser(w store.Writer, action string, user User) {
	from := u.actor()
	from.Note = user.Name + ", " + string(user.Role)
	audit.Add(w, from, []audit.Change{{Action: action, Resource: AuditUser, Record: user.ID}})
}

// actor returns who changes users now: the command line unless another origin is known.
func (u *Users) actor() audit.Actor {
	actor := u.origin.Actor
	if actor == (audit.Actor{}) {
		actor.Name = audit.CommandLine
	}
	actor.At = u.now()
	return actor
}

// change runs a statement that returns the IDs of the rows that it changed, and
// adds an audit entry for each. Errors: ErrNotFound if there are none.
func (u *Users) change(ctx context.Context, action, resource, sql string, args ...any) error {
	return u.inTx(ctx, func(ctx context.Context, w store.Writer) error {
		return u.changeIn(ctx, w, action, resource, sql, args...)
	})
}

// changeIn is change in the transaction w.
func (u *Users) changeIn(ctx context.Context, w store.Writer, action, resource, sql string, args ...any) error {
	found, err := ids(ctx, w, sql, args...)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return err
	}
	u.recordAudit(w, action, resource, found...)
	return nil
}

// changeUser runs do in a transaction, with the user of a name or an address.
// Errors: ErrNotFound.
func (u *Users) changeUser(ctx context.Context, name string,
	do func(ctx context.Context, w store.Writer, user User) error,
) error {
	return u.inTx(ctx, func(ctx context.Context, w store.Writer) error {
		a, err := find(ctx, w, name)
		if err != nil {
			return err
		}
		return do(ctx, w, a.User)
	})
}

// ids runs a statement whose rows are ids.
func ids(ctx context.Context, r store.Reader, sql string, args ...any) ([]int64, error) {
	var list []int64
	err := r.Query(ctx, store.Statement{SQL: sql, Args: args, ScanRow: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		list = append(list, id)
		return err
	}})
	return list, err
}
