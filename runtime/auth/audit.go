package auth

import (
	"context"

	"almanac/runtime/audit"
	"almanac/runtime/store"
)

// Kinds by which the audit tells users and tokens from records.
const (
	UserKind  = "user"
	TokenKind = "token"
)

// record adds what was done to users or tokens to the audit, in the
// transaction w.  Only commands do such things.
func (u *Users) record(w store.Writer, action, kind string, ids ...int64) {
	list := make([]audit.Change, len(ids))
	for i, id := range ids {
		list[i] = audit.Change{Action: action, Kind: kind, Record: id}
	}
	audit.Add(w, audit.Source{At: u.now(), Name: audit.CommandLine}, list)
}

// change runs one statement that returns the ids of the rows that it changed,
// and records what it did to them.  ErrNotFound when there are none.
func (u *Users) change(ctx context.Context, action, kind, sql string, args ...any) error {
	return u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error { return u.changeIn(ctx, w, action, kind, sql, args...) })
}

// changeIn is change in the transaction w.
func (u *Users) changeIn(ctx context.Context, w store.Writer, action, kind, sql string, args ...any) error {
	found, err := ids(ctx, w, sql, args...)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return err
	}
	u.record(w, action, kind, found...)
	return nil
}

// changeUser runs do in a transaction, with the user of a name or an address.
// ErrNotFound when there is none.
func (u *Users) changeUser(ctx context.Context, name string, do func(ctx context.Context, w store.Writer, user User) error) error {
	return u.store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
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
