package audit

import (
	"context"
	"fmt"
	"time"

	"almanac/runtime/store"
)

// Last returns the last entry about each record of a kind from a time on, by
// the record's id.  Entries have neither user nor source.
func Last(ctx context.Context, r store.Reader, kind string, since time.Time) (map[int64]Entry, error) {
	last := map[int64]Entry{}
	err := r.Query(ctx, store.Statement{
		SQL:  `SELECT record_id, action, at_utc FROM audit_entries WHERE resource = $1 AND at_utc >= $2 ORDER BY id`,
		Args: []any{kind, stamp(since)},
		ScanRow: func(row store.Row) error {
			e := Entry{Kind: kind}
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
		return nil, fmt.Errorf("read the audit since %s: %w", stamp(since), err)
	}
	return last, nil
}

// Begin returns the time of the oldest entry, the zero time when there is none.
func Begin(ctx context.Context, r store.Reader) (time.Time, error) {
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
		return begin, fmt.Errorf("read the beginning of the audit: %w", err)
	}
	return begin, nil
}
