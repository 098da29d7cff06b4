package query

import (
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// CountByStatus returns how many posts of each status the caller may see, in the trash as
// well. A status without any is left out.
func CountByStatus(r *request.Request, k *model.Resource) (map[string]int64, error) {
	var args store.Args
	s := r.Env.Store
	sq := s.Builder().NewSelect().TableExpr("? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name)).
		ColumnExpr("?, count(*)", bun.Ident(k.Name+".status")).GroupExpr("1")
	r.Scope().WhereVisibleStatus(k.Permissions, s, &args, k.Name, model.Statuses(), filter.ConditionsOf(sq))
	counts := map[string]int64{}
	err := r.Reader().
		Query(r.Context(), store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			var status string
			var count int64
			err := row.Scan(&status, &count)
			counts[status] = count
			return err
		}})
	if err != nil {
		return nil, fmt.Errorf("count %s by status: %w", k.Plural, err)
	}
	return counts, nil
}
