package images

import (
	"slices"
	"strings"

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

// The maximum numbers of records of a resource that Uses and Insecure return.
const (
	maxUses     = 20
	MaxInsecure = 100
)

// Uses returns the newest records of each resource that show an image, of those that the
// caller may see, in one batch.
func Uses(r *request.Request, id int64) ([]Use, error) {
	return newest(r, maxUses, func(k *model.Resource, args *store.Args) []string {
		if !k.Post {
			return nil
		}
		return []string{r.Env.Store.SQL().Format("r.image_id = ?", args.Bind(id))}
	})
}

// Insecure returns the newest records of each resource that show images over http, as their
// image or in HTML, of those that the caller may see, in one batch. Pages of a site on https
// leave such images out. It looks into all texts.
func Insecure(r *request.Request) ([]Use, error) {
	return newest(r, MaxInsecure, func(k *model.Resource, args *store.Args) []string {
		var conditions []string
		like := func(column, pattern string) string {
			return r.Env.Store.SQL().Format("LOWER(?) LIKE ?", bun.Ident(column), args.Bind(pattern))
		}
		if k.Post {
			conditions = append(conditions,
				"EXISTS (SELECT 1 FROM images AS i WHERE i.id = r.image_id AND "+like("i.url", "http:%")+")")
		}
		for _, a := range k.Args {
			if a.HTML && slices.Contains(k.Columns, a.Name) {
				// HTML is stored clean, with its attributes in double quotes.
				conditions = append(conditions,
					like("r."+a.Name, `%<img %src="http:%`), like("r."+a.Name, `%<img %srcset="http:%`))
			}
		}
		return conditions
	})
}

// newest returns the newest records of each resource that meet one of the conditions on r, of
// those that the caller may see. A resource without conditions has none.
func newest(
	r *request.Request, limit int64, conditions func(k *model.Resource, args *store.Args) []string,
) ([]Use, error) {
	var uses []Use
	var statements []store.Statement
	for _, k := range r.Env.Resources {
		var args store.Args
		where := conditions(k, &args)
		if len(where) == 0 {
			continue
		}
		sq := r.Env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("r.id").
			Where("(" + strings.Join(where, " OR ") + ")").OrderExpr("r.id DESC").Limit(limit)
		if slices.Contains(k.Columns, k.NameField) {
			sq.ColumnExpr("?", bun.Ident("r."+k.NameField))
		} else {
			sq.ColumnExpr("''")
		}
		if !k.Term { // Everybody sees those.
			r.Scope().AllLanguages().WhereVisible(k.Permissions, &args, "r", filter.ConditionsOf(sq))
		}
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
