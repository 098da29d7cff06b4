package bench

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime"
	"almanac/runtime/store"
)

// maxValues bounds the values of one statement.  SQLite takes 32,766, but looks
// each placeholder up among all others when it prepares the statement.
const maxValues = 3000

// Load writes a data set into a database that has the tables and no records,
// and has the database learn about it as it would by itself in the course of
// time.
func Load(ctx context.Context, s *store.Store, d *Data) error {
	err := s.Write(ctx, func(ctx context.Context, w store.Writer) error {
		if err := durable(ctx, s, w); err != nil {
			return err
		}
		l := loader{ctx: ctx, store: s, writer: w}
		for _, records := range [][]Record{d.Terms, d.Posts} {
			if err := l.records(records); err != nil {
				return err
			}
		}
		return l.counts(d)
	})
	if err != nil {
		return err
	}
	return analyze(ctx, s)
}

// durable has the commit of the transaction reach the disk at once.  Until then
// PostgreSQL does not note that rows are visible to all, whatever VACUUM does.
func durable(ctx context.Context, s *store.Store, w store.Writer) error {
	if s.Dialect() != store.PostgreSQL {
		return nil
	}
	_, err := w.Exec(ctx, store.Statement{SQL: "SET LOCAL synchronous_commit = on"})
	return err
}

// analyze gathers statistics, and on PostgreSQL first notes which pages hold no
// old rows, as autovacuum would.
func analyze(ctx context.Context, s *store.Store) error {
	if s.Dialect() == store.PostgreSQL {
		// It must not run in a transaction.
		if err := s.Read().Query(ctx, store.Statement{SQL: "VACUUM"}); err != nil {
			return err
		}
	}
	return s.Write(ctx, func(ctx context.Context, w store.Writer) error {
		_, err := w.Exec(ctx, store.Statement{SQL: "ANALYZE"})
		return err
	})
}

// loader writes rows inside one transaction.
type loader struct {
	ctx    context.Context //nolint:containedctx // It lives as long as one transaction.
	store  *store.Store
	writer store.Writer
}

// records writes records in the order of their ids, with their ids and links.
// Records of one kind have to stand together.
func (l loader) records(all []Record) error {
	for len(all) > 0 {
		k := all[0].Kind()
		n := slices.IndexFunc(all, func(r Record) bool { return r.Kind() != k })
		if n < 0 {
			n = len(all)
		}
		if err := l.kind(k, all[:n]); err != nil {
			return fmt.Errorf("load %s: %w", k.Plural, err)
		}
		all = all[n:]
	}
	return nil
}

// kind writes records of one kind.
func (l loader) kind(k *runtime.Kind, records []Record) error {
	names, rows := make([][]any, len(records)), make([][]any, len(records))
	for i, r := range records {
		names[i], rows[i] = []any{k.Name}, r.Values()
	}
	if err := l.insert(k.Sequence, []string{"kind"}, names); err != nil {
		return err
	}
	if err := l.insert(k.Plural, k.Columns, rows); err != nil {
		return err
	}
	for _, link := range k.Links {
		rows = rows[:0]
		for _, r := range records {
			for i, id := range r.Links[link.Name] {
				rows = append(rows, []any{r.Record().ID, id, int64(i)})
			}
		}
		if err := l.insert(link.Table, []string{link.Source, link.Column, "position"}, rows); err != nil {
			return err
		}
	}
	return nil
}

// counts writes how many published events each term has.
func (l loader) counts(d *Data) error {
	sums := make([]int64, len(d.Terms)+1)
	for _, r := range d.Posts {
		if r.Model.(runtime.PostModel).AsPost().Status != "publish" {
			continue
		}
		for _, id := range slices.Concat(r.Links["categories"], r.Links["tags"]) {
			sums[id]++
		}
	}
	var rows [][]any
	for id, n := range sums {
		if n > 0 {
			rows = append(rows, []any{int64(id), int64(0), n})
		}
	}
	return l.insert("term_counts", []string{"term_id", "shard", "count"}, rows)
}

// insert writes rows, many in one statement.
func (l loader) insert(table string, columns []string, rows [][]any) error {
	for chunk := range slices.Chunk(rows, maxValues/len(columns)) {
		var args store.Args
		values := make([]any, len(chunk))
		for i, row := range chunk {
			values[i] = placeholders(&args, row)
		}
		text := l.store.Builder().NewRaw("INSERT INTO ? (?) VALUES ?", bun.Ident(table), identifiers(columns), bun.List(values)).String()
		if _, err := l.writer.Exec(l.ctx, store.Statement{SQL: text, Args: args.List()}); err != nil {
			return fmt.Errorf("insert into %s: %w", table, err)
		}
	}
	return nil
}

// identifiers lists column names.
func identifiers(columns []string) schema.QueryAppender {
	list := make([]bun.Ident, len(columns))
	for i, c := range columns {
		list[i] = bun.Ident(c)
	}
	return bun.List(list)
}

// placeholders binds the values of one row.
func placeholders(args *store.Args, row []any) bun.Safe {
	text := []byte("(")
	for i, v := range row {
		if i > 0 {
			text = append(text, ", "...)
		}
		text = append(text, args.Bind(v).(bun.Safe)...)
	}
	return bun.Safe(append(text, ')'))
}
