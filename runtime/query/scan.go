package query

import (
	"context"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// ListParams holds the parameters of a list; generated structs implement it.
type ListParams interface {
	// Decode reads the parameters and notes those of a wrong type.
	Decode(d *param.Decoder)
	// Filter narrows the query, one line a parameter.
	Filter(ctx context.Context, q *filter.Query)
}

// ScanInto returns the function that adds the record of each row to found.
func ScanInto(k *model.Resource, found *[]model.Record) func(store.Row) error {
	return func(row store.Row) error {
		m, err := Scan(k, row)
		*found = append(*found, m)
		return err
	}
}

// LoadAll returns the statement that loads the records with the ids.
func LoadAll(r *request.Request, k *model.Resource, ids []int64, each func(model.Record)) store.Statement {
	text := r.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "load"}, func(args *store.Args) string {
		s := r.Env.Store
		return WithColumns(s.Builder().NewSelect().Model(k.New()), k).Where("? ?", bun.Ident(k.Name+".id"), s.SQL().In(args, ids)).String()
	})
	return store.Statement{SQL: text.SQL, Args: []any{ids}, RunToCompletion: true, ScanRow: func(row store.Row) error {
		m, err := Scan(k, row)
		if err == nil {
			each(m)
		}
		return err
	}}
}
