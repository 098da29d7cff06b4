package audit

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"almanac/runtime/store"
)

// Position is a place in the log.  On PostgreSQL the numbers of transactions order it: IDs are given
// out before the commit, so that a transaction which commits late adds smaller ones than are read
// already.  On SQLite there is one writer, and Transaction is 0.
type Position struct{ Transaction, ID int64 }

// Compare returns -1 if p comes before q, 1 if after, else 0.
func (p Position) Compare(q Position) int {
	return cmp.Or(cmp.Compare(p.Transaction, q.Transaction), cmp.Compare(p.ID, q.ID))
}

// Position returns the place of an entry.
func (e Entry) Position() Position { return Position{e.Transaction, e.ID} }

// CompleteSQL returns the condition that the log is complete up to an entry: every transaction that
// began before that of the entry has ended, so that none will add an earlier one.
func CompleteSQL(s *store.Store) string {
	if s.Dialect() == store.SQLite {
		return "1 = 1"
	}
	return "transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
}

// AfterSQL returns the condition that an entry comes after a position, whose placeholders begin at a
// number.
func AfterSQL(s *store.Store, first int) string {
	id := "$" + strconv.Itoa(first+1)
	if s.Dialect() == store.SQLite { // Its rows have the order of their IDs; $n is bound all the same.
		return "id > " + id + " AND $" + strconv.Itoa(first) + " = 0"
	}
	return "(transaction_id, id) > ($" + strconv.Itoa(first) + "::bigint, " + id + "::bigint)"
}

// orderSQL is the order of the log.
func orderSQL(s *store.Store) string {
	if s.Dialect() == store.SQLite {
		return "id"
	}
	return "transaction_id, id"
}

// After returns the complete log after a position, in its order, up to a
// number: what is committed later comes after them.  It reads the primary.
func After(ctx context.Context, s *store.Store, after Position, limit int) ([]Entry, error) {
	list, err := entries(ctx, s.Primary(), "SELECT "+entryColumns+" FROM audit_entries WHERE "+AfterSQL(s, 1)+" AND "+
		CompleteSQL(s)+" ORDER BY "+orderSQL(s)+" LIMIT $3", after.Transaction, after.ID, int64(limit))
	if err != nil {
		return nil, fmt.Errorf("read the log of changes: %w", err)
	}
	return list, nil
}

// End returns the position of the last entry up to which the log is complete; the zero value for an empty log.
func End(ctx context.Context, s *store.Store) (at Position, err error) {
	order := "id DESC"
	if s.Dialect() == store.PostgreSQL {
		order = "transaction_id DESC, id DESC"
	}
	err = s.Primary().Query(ctx, store.Statement{
		SQL:     "SELECT transaction_id, id FROM audit_entries WHERE " + CompleteSQL(s) + " ORDER BY " + order + " LIMIT 1",
		ScanRow: func(row store.Row) error { return row.Scan(&at.Transaction, &at.ID) },
	})
	if err != nil {
		return at, fmt.Errorf("find the end of the log of changes: %w", err)
	}
	return at, nil
}

// entries returns the entries that a statement selects.
func entries(ctx context.Context, r store.Reader, sql string, args ...any) (list []Entry, err error) {
	err = r.Query(ctx, store.Statement{SQL: sql, Args: args, ScanRow: func(row store.Row) error {
		e, err := scanEntry(row)
		list = append(list, e)
		return err
	}})
	return list, err
}
