package runtime

import (
	"context"
	"maps"
	"slices"
	"strings"

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
	shard := s.Shard()
	for chunk := range slices.Chunk(ids, rowsPerInsert) {
		if err := c.write(ctx, s, w, shard, chunk); err != nil {
			return err
		}
	}
	clear(c.delta)
	return nil
}

// write adds the changes of some terms to one shard.
func (c *counts) write(ctx context.Context, s *store.Store, w store.Writer, shard int64, ids []int64) error {
	var args store.Args
	at := args.Bind(shard)
	rows := make([]string, len(ids))
	for i, id := range ids {
		rows[i] = sqlText(s, "(?, ?, ?)", args.Bind(id), at, args.Bind(c.delta[id]))
	}
	text := sqlText(s, "INSERT INTO term_counts (term_id, shard, count) VALUES ? ON CONFLICT (term_id, shard) DO UPDATE SET count = term_counts.count + excluded.count",
		bun.Safe(strings.Join(rows, ", ")))
	_, err := w.Exec(ctx, store.Statement{SQL: text, Args: args.List()})
	return err
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
