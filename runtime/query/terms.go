package query

import (
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Terms returns the first terms of a resource that the caller may know by name, limit at most.
func Terms(r *request.Request, k *model.Resource, limit int64) ([]RecordName, error) {
	var args store.Args
	sq := r.Env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr("r.id, r.parent, r.?", bun.Ident(k.NameField)).OrderExpr("r.?, r.id", bun.Ident(k.NameSort)).Limit(limit)
	r.Scope().WhereKnown(r.Env.Store, k, &args, "r", filter.ConditionsOf(sq))
	var list []RecordName
	err := r.Reader().
		Query(r.Context(), store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			var t RecordName
			err := row.Scan(&t.ID, &t.Parent, &t.Name)
			list = append(list, t)
			return err
		}})
	if err != nil {
		return nil, fmt.Errorf("list %s by name: %w", k.Plural, err)
	}
	return list, nil
}
