package query

import (
	"fmt"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// CountedList is a list of which only the number of records is wanted.
type CountedList struct {
	Request *request.Request // With which the parameters were read.
	Params  ListParams
	Options ListOptions
}

// CountLists returns how many records each of the lists has on all pages, in one batch beside
// the statements that look up what their parameters name.
func (rd *Reader) CountLists(r *request.Request, k *model.Resource, lists []CountedList) ([]int64, error) {
	if len(lists) == 0 {
		return nil, nil
	}
	totals := make([]int64, len(lists))
	batch := make([]store.Statement, len(lists))
	for i, list := range lists {
		q, err := rd.listQuery(list.Request, k, list.Params, list.Options)
		if err != nil {
			return nil, err
		}
		if at := list.Request.ExpiresAt; r.ExpiresAt.IsZero() || !at.IsZero() && at.Before(r.ExpiresAt) {
			r.ExpiresAt = at
		}
		sql, values := q.Statement(q.CountSQL)
		batch[i] = store.Statement{SQL: sql, Args: values, ScanRow: func(row store.Row) error { return row.Scan(&totals[i]) }}
	}
	leave, err := rd.Expensive.Enter(r.Context(), ScanWeight)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := r.Reader().Batch(r.Context(), batch); err != nil {
		return nil, fmt.Errorf("count lists of %s: %w", k.Plural, err)
	}
	return totals, nil
}
