package audit

import (
	"context"
	"fmt"
	"time"

	"almanac/runtime/store"
)

// forgetBatch is from how many entries former values are taken in one transaction.
const forgetBatch = 1000

// ForgetBefore takes former values out of all entries before a time: who changed what, and when, stays known.
func ForgetBefore(ctx context.Context, s *store.Store, before time.Time) error {
	at, last := "", int64(0)
	for {
		var ids []int64
		err := s.Primary().Query(ctx, store.Statement{
			SQL: "SELECT at_utc, id FROM audit_entries WHERE (at_utc, id) > ($1, $2) AND at_utc < $3 AND patch <> '' " +
				"ORDER BY at_utc, id LIMIT $4",
			Args: []any{at, last, timestamp(before), int64(forgetBatch)},
			ScanRow: func(row store.Row) error {
				err := row.Scan(&at, &last)
				ids = append(ids, last)
				return err
			},
		})
		if err == nil && len(ids) > 0 {
			err = s.RunInTx(ctx, func(_ context.Context, w store.Writer) error {
				var args store.Args
				sq := s.Builder().NewUpdate().TableExpr("audit_entries").Set("patch = ''").
					Where("id ?", s.SQL().In(&args, ids))
				w.Queue(store.Statement{SQL: sq.String(), Args: args.Values()})
				return nil
			})
		}
		if err != nil {
			return fmt.Errorf("forget former values of before %s: %w", timestamp(before), err)
		}
		if len(ids) < forgetBatch {
			return nil
		}
	}
}
