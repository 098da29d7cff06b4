package audit

import (
	"context"
	"fmt"
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
