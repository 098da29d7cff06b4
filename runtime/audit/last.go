package audit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"almanac/runtime/store"
)

// LastEntries returns the last entry of each record of a resource since a time, by
// record ID. The entries have no user, address and request.
func LastEntries(ctx context.Context, r store.Reader, resource string, since time.Time) (map[int64]Entry, error) {
	last := map[int64]Entry{}
	err := r.Query(ctx, store.Statement{
		SQL:  `SELECT record_id, action, at_utc FROM audit_entries WHERE resource = $1 AND at_utc >= $2 ORDER BY id`,
		Args: []any{resource, timestamp(since)},
		ScanRow: func(row store.Row) error {
			e := Entry{Resource: resource}
			var at string
			if err := row.Scan(&e.Record, &e.Action, &at); err != nil {
				return err
			}
			var err error
			e.At, err = time.Parse(time.DateTime, at)
			last[e.Record] = e
			return err
		},
	})
	if err != nil {
		return nil, fmt.Errorf("read the audit log since %s: %w", timestamp(since), err)
	}
	return last, nil
}

// LastOf returns the last entry of each of some records, newest first; their IDs are by the name
// of the resource. What the rules of time zones did to them is left out.
func LastOf(ctx context.Context, s *store.Store, records map[string][]int64) ([]Entry, error) {
	var args store.Args
	last := s.Builder().NewSelect().TableExpr("audit_entries").ColumnExpr("max(id)").GroupExpr("resource, record_id")
	for _, resource := range slices.Sorted(maps.Keys(records)) {
		last.WhereOr("resource = ? AND record_id ? AND action <> ?", args.Bind(resource),
			s.SQL().In(&args, records[resource]), args.Bind(ActionRecalculated))
	}
	if len(args.Values()) == 0 {
		return nil, nil
	}
	sq := s.Builder().NewSelect().TableExpr("audit_entries").ColumnExpr(entryColumns).Where("id IN (?)", last).
		OrderExpr("id DESC")
	list, err := entries(ctx, s.Reader(), sq.String(), args.Values()...)
	if err != nil {
		return nil, fmt.Errorf("read the last audit entries of records: %w", err)
	}
	return list, nil
}

// OldestTime returns the time of the oldest entry, the zero time if there is none.
func OldestTime(ctx context.Context, r store.Reader) (time.Time, error) {
	var begin time.Time
	err := r.Query(ctx, store.Statement{
		SQL: `SELECT at_utc FROM audit_entries ORDER BY at_utc LIMIT 1`,
		ScanRow: func(row store.Row) error {
			var at string
			if err := row.Scan(&at); err != nil {
				return err
			}
			var err error
			begin, err = time.Parse(time.DateTime, at)
			return err
		},
	})
	if err != nil {
		return begin, fmt.Errorf("read the oldest audit entry: %w", err)
	}
	return begin, nil
}
