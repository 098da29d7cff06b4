package images

import (
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Use is a record that shows an image.
type Use struct {
	Resource *model.Resource
	ID       int64
	Name     string // "" for a resource without names.
}

// maxUses is the maximum number of records of a resource that Uses returns.
const maxUses = 20

// Uses returns the newest records of each resource that show an image, of those that the
// caller may see, in one batch.
func Uses(r *request.Request, id int64) ([]Use, error) {
	var uses []Use
	var statements []store.Statement
	for _, k := range r.Env.Resources {
		if !k.Post {
			continue
		}
		var args store.Args
		sq := r.Env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("r.id").
			Where("r.image_id = ?", args.Bind(id)).OrderExpr("r.id DESC").Limit(maxUses)
		if slices.Contains(k.Columns, k.NameField) {
			sq.ColumnExpr("?", bun.Ident("r."+k.NameField))
		} else {
			sq.ColumnExpr("''")
		}
		r.Scope().AllLanguages().WhereVisible(k.Permissions, &args, "r", filter.ConditionsOf(sq))
		statements = append(statements, store.Statement{
			SQL: sq.String(), Args: args.Values(),
			ScanRow: func(row store.Row) error {
				use := Use{Resource: k}
				err := row.Scan(&use.ID, &use.Name)
				uses = append(uses, use)
				return err
			},
		})
	}
	return uses, r.Reader().Batch(r.Context(), statements)
}
