package query

import (
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// NameSource is a resource whose names are looked into.
type NameSource struct {
	Resource *model.Resource
	// Further is another column that a search looks into, such as the city of a place; "" for
	// none.
	Further string
	// Newest reads the last records that were made, whatever words they have.
	Newest bool
}

// NamedRecord is a record of a NameSource.
type NamedRecord struct {
	RecordName
	Resource *model.Resource
	Slug     string // "" of records that are neither posts nor terms.
	Further  string // Value of the further column.
}

// Names returns records that the caller may see, in one batch: of each source first those in
// which one of the folded words occurs, limit at most, and then others in the order of their
// names. Of more than 10,000 records of a source it may leave some out.
func Names(r *request.Request, sources []NameSource, words []string, limit int) ([]NamedRecord, error) {
	var list []NamedRecord
	batch := make([]store.Statement, len(sources))
	for i, source := range sources {
		var args store.Args
		sq := selectNames(r, &args, source, words, limit)
		batch[i] = store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			n := NamedRecord{Resource: source.Resource}
			err := row.Scan(&n.ID, &n.Parent, &n.Name, &n.Slug, &n.Further)
			list = append(list, n)
			return err
		}}
	}
	if err := r.Reader().Batch(r.Context(), batch); err != nil {
		return nil, fmt.Errorf("look for names: %w", err)
	}
	return list, nil
}

// selectNames selects from a source.
func selectNames(
	r *request.Request, args *store.Args, source NameSource, words []string, limit int,
) *bun.SelectQuery {
	k, b, sql := source.Resource, r.Env.Store.Builder(), r.Env.Store.SQL()
	parent, slug, further, searched := bun.Safe("0"), bun.Safe("''"), bun.Safe("''"), []string{k.SearchColumns[0]}
	columns := []string{"id", k.NameField, k.NameSort}
	if k.Post || k.Term {
		slug, columns = "r.slug", append(columns, "slug")
	}
	if k.Hierarchical {
		parent, columns = "r.parent", append(columns, "parent")
	}
	if source.Further != "" {
		further = bun.Safe(sql.Format("r.?", bun.Ident(source.Further)))
		searched, columns = append(searched, source.Further+"_search"), append(columns, source.Further)
	}
	visible := b.NewSelect().TableExpr("? AS r", bun.Ident(k.Plural))
	if source.Newest {
		words, visible = nil, visible.OrderExpr("r.id DESC").Limit(int64(limit))
	} else {
		visible = visible.OrderExpr("r.?, r.id", bun.Ident(k.NameSort)).Limit(maxCompared)
	}
	for _, column := range slices.Concat(columns, searched) {
		visible = visible.ColumnExpr("r.?", bun.Ident(column))
	}
	r.Scope().WhereKnown(r.Env.Store, k, args, "r", filter.ConditionsOf(visible))
	if k.HiddenColumn != "" {
		visible = visible.Where("r.? = ?", bun.Ident(k.HiddenColumn), args.Bind(false))
	}
	has := []string{"1 = 0"}
	for _, word := range words {
		pattern := args.Bind(text.LikePattern(word))
		for _, column := range searched {
			has = append(has, sql.Format(sql.LikeExpr(word), bun.Ident("r."+column), pattern))
		}
	}
	return b.NewSelect().TableExpr("(?) AS r", visible).
		ColumnExpr("r.id, ? AS parent, r.? AS name, ? AS slug, ? AS further", parent, bun.Ident(k.NameField), slug, further).
		OrderExpr("CASE WHEN ? THEN 0 ELSE 1 END, r.?, r.id", bun.Safe(strings.Join(has, " OR ")), bun.Ident(k.NameSort)).
		Limit(int64(limit))
}
