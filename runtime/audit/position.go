package audit

import (
	"context"
	"fmt"

	"github.com/uptrace/bun/schema"

	"almanac/runtime/store"
)

// Position is a place in the log.  On PostgreSQL the numbers of transactions order it, so that the entries of
// each are together.  On SQLite there is one writer, and Transaction is 0.
type Position struct {
	Transaction int64 `json:"x,omitempty"`
	ID          int64 `json:"i"`
}

// Position returns the place of an entry.
func (e Entry) Position() Position { return Position{e.Transaction, e.ID} }

// Matching returns the entries after a position that meet a condition, in the order of the log, up to a number.
// The condition calls the table e, and its values are bound in args.
func Matching(
	ctx context.Context, s *store.Store, r store.Reader, args *store.Args, condition schema.QueryAppender, after Position,
	limit int64,
) ([]Entry, error) {
	sq := s.Builder().NewSelect().TableExpr("audit_entries AS e").ColumnExpr(entryColumns).Where("?", condition)
	if s.Dialect() == store.SQLite { // Its rows have the order of their IDs.
		sq.Where("id > ?", args.Bind(after.ID)).OrderExpr("id")
	} else {
		sq.Where("(transaction_id, id) > (?::bigint, ?::bigint)", args.Bind(after.Transaction), args.Bind(after.ID)).
			OrderExpr("transaction_id, id")
	}
	sql := sq.String() + " LIMIT " + s.Builder().NewRaw("?", args.Bind(limit)).String()
	list, err := entries(ctx, r, sql, args.Values()...)
	if err != nil {
		return nil, fmt.Errorf("read the log of changes: %w", err)
	}
	return list, nil
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
