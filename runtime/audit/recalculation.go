package audit

import (
	"context"
	"fmt"

	"almanac/runtime/store"
)

// Recalculation is one change of the rules of a time zone, as its entries name it.  The zero
// value is none.
type Recalculation struct{ Request, Resource, Note string }

// RecalculationOf returns the change that an entry belongs to; none for other entries.
func RecalculationOf(e Entry) Recalculation {
	if e.Action != ActionRecalculated {
		return Recalculation{}
	}
	return Recalculation{e.Request, e.Resource, e.Note}
}

// CountRecalculations returns how many records each of the changes was about to which some
// entries belong.
func CountRecalculations(ctx context.Context, r store.Reader, entries []Entry) (map[Recalculation]int64, error) {
	counts := map[Recalculation]int64{}
	for _, e := range entries {
		of := RecalculationOf(e)
		if _, known := counts[of]; known || of == (Recalculation{}) {
			continue
		}
		err := r.Query(ctx, store.Statement{
			SQL:  `SELECT count(*) FROM audit_entries WHERE action = $1 AND request_id = $2 AND resource = $3 AND note = $4`,
			Args: []any{ActionRecalculated, of.Request, of.Resource, of.Note}, ScanRow: func(row store.Row) error {
				var n int64
				err := row.Scan(&n)
				counts[of] = n
				return err
			},
		})
		if err != nil {
			return nil, fmt.Errorf("count the records of a change of time zone rules: %w", err)
		}
	}
	return counts, nil
}
