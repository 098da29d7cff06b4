package changes

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/model"
	"almanac/runtime/store"
)

// Candidates says which records of a list a change may concern.
type Candidates struct {
	Resource *model.Resource
	Incoming []*model.Link // Links to the records on which the list depends.
	From     Point
	After    int64 // IDs up to this one are left out.
	Limit    int64
}

// Find returns their IDs, in order: the records with entries in the log, those that link to such records, or to
// terms below them, and by incoming links those that such records link to or did.
func (c Candidates) Find(ctx context.Context, s *store.Store, r store.Reader) (ids []int64, err error) {
	var args store.Args
	b := s.Builder()
	log := b.NewSelect().TableExpr("audit_entries AS e").ColumnExpr("e.resource, e.record_id, e.patch").
		Where("?", c.From.after(s, &args))
	changed := func(of *model.Resource) *bun.SelectQuery {
		return b.NewSelect().TableExpr("log").ColumnExpr("log.record_id AS id").
			Where("log.resource = ?", args.Bind(of.Name))
	}
	all := changed(c.Resource)
	trees := map[*model.Resource]*bun.SelectQuery{}
	for _, link := range c.Resource.Links {
		target := changed(link.Target)
		if link.Target.Hierarchical {
			// A term that is elsewhere in the tree than before has an entry, or one above it has: so the tree
			// of today is enough.
			tree := bun.Ident("changed_" + link.Target.Plural)
			below := b.NewSelect().TableExpr("? AS t", bun.Ident(link.Target.Plural)).ColumnExpr("t.id").
				Join("JOIN ? AS above ON t.parent = above.id", tree)
			trees[link.Target] = target.Union(below)
			target = b.NewSelect().TableExpr("?", tree).ColumnExpr("id")
		}
		all = all.Union(b.NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).
			ColumnExpr("l.?", bun.Ident(link.SourceColumn)).
			Where("l.? IN (?)", bun.Ident(link.TargetColumn), target))
	}
	for _, link := range c.Incoming {
		all = all.Union(b.NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).
			ColumnExpr("l.?", bun.Ident(link.TargetColumn)).
			Where("l.? IN (?)", bun.Ident(link.SourceColumn), changed(link.Source)))
		all = all.Union(b.NewSelect().TableExpr("log").ColumnExpr("CAST(was.value AS bigint)").
			Join("CROSS JOIN ?", formerLinks(s, link)).Where("log.resource = ?", args.Bind(link.Source.Name)))
	}
	found := b.NewSelect().WithRecursive("log", log)
	for _, of := range sortedKeys(trees) {
		found = found.With("changed_"+of.Plural, trees[of]) // The first one has said that all may be recursive.
	}
	found = found.Distinct().TableExpr("(?) AS c", all).ColumnExpr("c.id").Where("c.id > ?", args.Bind(c.After)).
		OrderExpr("c.id")
	sql := found.String() + " LIMIT " + b.NewRaw("?", args.Bind(c.Limit)).String()
	err = r.Query(ctx, store.Statement{SQL: sql, Args: args.Values(), ScanRow: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		ids = append(ids, id)
		return err
	}})
	if err != nil {
		return nil, fmt.Errorf("find what changed of %s: %w", c.Resource.Plural, err)
	}
	return ids, nil
}

// sortedKeys returns the resources by their names, so that a statement has one text.
func sortedKeys(trees map[*model.Resource]*bun.SelectQuery) []*model.Resource {
	var list []*model.Resource
	for of := range trees {
		list = append(list, of)
	}
	slices.SortFunc(list, func(a, b *model.Resource) int {
		if a.Plural < b.Plural {
			return -1
		}
		return 1
	})
	return list
}

// formerLinks returns a table of the IDs that an entry of the log says a link led to before, as was.
func formerLinks(s *store.Store, link *model.Link) schema.QueryAppender {
	const patch = "CASE WHEN log.patch = '' THEN '{}' ELSE log.patch END"
	if s.Dialect() == store.SQLite {
		return bun.SafeQuery("json_each("+patch+", ?) AS was", bun.Safe("'$.links."+link.Name+"'"))
	}
	return bun.SafeQuery("LATERAL json_array_elements_text(("+patch+")::json -> 'links' -> ?) AS was(value)",
		bun.Safe("'"+link.Name+"'"))
}
