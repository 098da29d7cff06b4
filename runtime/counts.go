package runtime

import (
	"context"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/store"
)

// counts gathers by how much a transaction changes the counts of terms.  They
// are written once, at its end, in the order of the ids, so that transactions
// cannot wait for each other in a circle.
type counts struct{ delta map[int64]int64 }

// newCounts begins a transaction's counts.
func newCounts() *counts { return &counts{delta: map[int64]int64{}} }

// add changes the count of each term.
func (c *counts) add(terms []int64, by int64) {
	for _, id := range terms {
		c.delta[id] += by
	}
}

// flush writes the changes.  Each term's count is spread over shards, so that
// writers of a popular term need not wait for one row.
func (c *counts) flush(ctx context.Context, s *store.Store, w store.Writer) error {
	ids := slices.Sorted(maps.Keys(c.delta))
	ids = slices.DeleteFunc(ids, func(id int64) bool { return c.delta[id] == 0 })
	if len(ids) == 0 {
		return nil
	}
	var args store.Args
	shard := args.Bind(s.Shard())
	list := make([]any, 0, len(ids))
	for _, id := range ids {
		list = append(list, bun.Safe(s.Builder().QueryGen().FormatQuery("(?, ?, ?)", args.Bind(id), shard, args.Bind(c.delta[id]))))
	}
	text := s.Builder().QueryGen().FormatQuery(
		"INSERT INTO term_counts (term_id, shard, count) VALUES ? ON CONFLICT (term_id, shard) DO UPDATE SET count = term_counts.count + excluded.count",
		bun.Safe(commaList(list)))
	_, err := w.Exec(ctx, store.Statement{SQL: text, Args: args.List()})
	clear(c.delta)
	return err
}

// commaList joins rows of a VALUES clause.
func commaList(rows []any) string {
	out := ""
	for i, r := range rows {
		if i > 0 {
			out += ", "
		}
		out += string(r.(bun.Safe))
	}
	return out
}

// termsOf returns the ids of the terms that a record has through a link.
func (c *Change) termsOf(link *Link, id int64) ([]int64, error) {
	var args store.Args
	sq := c.Env.Store.Builder().NewSelect().TableExpr("?", bun.Ident(link.Table)).ColumnExpr("?", bun.Ident(link.Column)).
		Where("? = ?", bun.Ident(link.Source), args.Bind(id))
	var ids []int64
	err := c.Store.Query(c.context(), store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		var term int64
		err := row.Scan(&term)
		ids = append(ids, term)
		return err
	}})
	return ids, err
}

// count notes how the change of a record from one status to another, and of
// its terms, moves their counts.
func (c *Change) count(id int64, before, after string) error {
	for _, link := range c.Kind.Links {
		if link.Target.Post {
			continue
		}
		next, changed := c.links[link.Name]
		if !changed && (before == "publish") == (after == "publish") {
			continue
		}
		var had []int64
		if before != "" {
			var err error
			if had, err = c.termsOf(link, id); err != nil {
				return err
			}
		}
		if !changed {
			next = had
		}
		if before == "publish" {
			c.counts.add(had, -1)
		}
		if after == "publish" {
			c.counts.add(next, 1)
		}
	}
	return nil
}
