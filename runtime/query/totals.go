package query

import (
	"fmt"
	"strings"

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

// CountLists returns how many records each of the lists has on all pages, in one statement
// beside those that look up what their parameters name.
func (rd *Reader) CountLists(r *request.Request, k *model.Resource, lists []CountedList) ([]int64, error) {
	if len(lists) == 0 {
		return nil, nil
	}
	var args store.Args
	counts := make([]string, len(lists))
	for i, list := range lists {
		q, err := rd.listQueryWith(list.Request, k, list.Params, list.Options, args)
		if err != nil {
			return nil, err
		}
		if at := list.Request.ExpiresAt; r.ExpiresAt.IsZero() || !at.IsZero() && at.Before(r.ExpiresAt) {
			r.ExpiresAt = at
		}
		counts[i] = "(" + q.CountSQL() + ")"
		args = q.Args
	}
	leave, err := rd.Expensive.Enter(r.Context(), ScanWeight)
	if err != nil {
		return nil, err
	}
	defer leave()
	totals := make([]int64, len(lists))
	err = r.Reader().Query(r.Context(), store.Statement{
		SQL: "SELECT " + strings.Join(counts, ", "), Args: args.Values(), ScanRow: func(row store.Row) error {
			targets := make([]any, len(totals))
			for i := range totals {
				targets[i] = &totals[i]
			}
			return row.Scan(targets...)
		},
	})
	if err != nil {
		return nil, fmt.Errorf("count lists of %s: %w", k.Plural, err)
	}
	return totals, nil
}
