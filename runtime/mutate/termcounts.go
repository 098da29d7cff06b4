package mutate

import (
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// termCounts adds up the changes of the counts of terms in a transaction.  They are
// written once, at its end, in the order of the ids, so that transactions
// cannot wait for each other in a circle.
type termCounts struct{ deltas map[int64]int64 }

func newTermCounts() *termCounts { return &termCounts{deltas: map[int64]int64{}} }

// add changes the count of each term.
func (t *termCounts) add(terms []int64, by int64) {
	for _, id := range terms {
		t.deltas[id] += by
	}
}

// flush writes the changes, with the next round trip of the transaction.  Each term's count
// is spread over shards, so that writers of a popular term need not wait for one row.
func (t *termCounts) flush(e *Engine, w store.Writer) {
	ids := slices.Sorted(maps.Keys(t.deltas))
	ids = slices.DeleteFunc(ids, func(id int64) bool { return t.deltas[id] == 0 })
	sql := e.Store.SQL()
	shard := sql.CounterShard()
	for chunk := range slices.Chunk(ids, rowsPerInsert) {
		changes := make([]int64, len(chunk))
		for i, id := range chunk {
			changes[i] = t.deltas[id]
		}
		text := e.SQLCache.Get(request.SQLKey{Purpose: "add counts"}, func(args *store.Args) string {
			table := sql.NumberTable(args, chunk, changes)
			return sql.Format("INSERT INTO term_counts (term_id, shard, count)"+
				" SELECT p.a, CAST(? AS bigint), p.b FROM ? AS p WHERE true"+
				" ON CONFLICT (term_id, shard) DO UPDATE SET count = term_counts.count + excluded.count", args.Bind(shard), table)
		})
		var args store.Args
		sql.NumberTable(&args, chunk, changes)
		w.Queue(store.Statement{SQL: text.SQL, Args: append(args.Values(), shard), Independent: true})
	}
	clear(t.deltas)
}

// queryPreviousTerms queries the terms that a record has by a link before the change.
func (m *Mutation) queryPreviousTerms(link *model.Link, id int64) {
	text := m.Env.SQLCache.Get(request.SQLKey{Of: link, Purpose: "terms"}, func(args *store.Args) string {
		return m.Env.Store.SQL().Format("SELECT ? FROM ? WHERE ? = ?", bun.Ident(link.TargetColumn), bun.Ident(link.Table),
			bun.Ident(link.SourceColumn), args.Bind(id))
	})
	var ids []int64
	m.queueQuery(func() error {
		m.previousTerms[link.Name] = ids
		return nil
	}, store.Statement{SQL: text.SQL, Args: []any{id}, ScanRow: scanID(&ids)})
}

// countTerms adds the changes of counts that follow from a change of a record's status, and
// of its terms.
func (m *Mutation) countTerms(id int64, after string) error {
	was, is := m.statusBefore == model.StatusPublish, after == model.StatusPublish
	for _, link := range m.Resource.Links {
		_, changed := m.links[link.Name]
		_, known := m.previousTerms[link.Name]
		if link.Target.Term && !known && !m.IsCreate && (was && changed || was != is && !changed) {
			m.queryPreviousTerms(link, id)
		}
	}
	if err := m.runQueries(); err != nil {
		return err
	}
	for _, link := range m.Resource.Links {
		next, changed := m.links[link.Name]
		if !link.Target.Term || !changed && was == is {
			continue
		}
		if !changed {
			next = m.previousTerms[link.Name]
		}
		if was {
			m.unit.counts.add(m.previousTerms[link.Name], -1)
		}
		if is {
			m.unit.counts.add(next, 1)
		}
	}
	return nil
}
