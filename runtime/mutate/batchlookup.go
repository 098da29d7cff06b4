package mutate

import (
	"sync"

	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// batchLookup has the queries that many new records of one resource share, so that they run
// once for all of them.
type batchLookup struct {
	resource *model.Resource
	mutex    sync.Mutex                     // Records begin in parallel.
	slugs    map[string]bool                // Those that are wanted; true for those in use.
	terms    map[*model.Resource]*termsByID // Looked up by id.
}

type termsByID struct {
	ids   []int64
	found map[int64]model.Record // Nil for an id without a term, or not looked up yet.
}

func newBatchLookup(res *model.Resource) *batchLookup {
	return &batchLookup{resource: res, slugs: map[string]bool{}, terms: map[*model.Resource]*termsByID{}}
}

// slug adds a slug that a record wants.
func (b *batchLookup) slug(wanted string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.slugs[wanted] = false
}

// termByID adds ids of terms that a record names.
func (b *batchLookup) termByID(res *model.Resource, ids []int64) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	n := b.terms[res]
	if n == nil {
		n = &termsByID{found: map[int64]model.Record{}}
		b.terms[res] = n
	}
	for _, id := range ids {
		if _, noted := n.found[id]; !noted {
			n.ids, n.found[id] = append(n.ids, id), nil
		}
	}
}

// statements returns the statements that look everything up.
func (b *batchLookup) statements(e *Engine) []store.Statement {
	var list []store.Statement
	if len(b.slugs) > 0 {
		list = append(list, b.usedSlugsStatement(e))
	}
	for res, n := range b.terms {
		find := e.termsByIDStatement(res, n.ids, nil)
		find.ScanRow = func(row store.Row) error {
			rec, err := query.Scan(res, row)
			n.found[rec.Common().ID] = rec
			return err
		}
		list = append(list, find)
	}
	return list
}

// usedSlugsStatement returns the statement that reads which of the slugs are in use.
func (b *batchLookup) usedSlugsStatement(e *Engine) store.Statement {
	wanted := make([]string, 0, len(b.slugs))
	for slug := range b.slugs {
		wanted = append(wanted, slug)
	}
	shape := e.SQLCache.Get(request.SQLKey{Of: b.resource, Purpose: "slugs of many"}, func(args *store.Args) string {
		// Each is looked up alone: for a comparison with all of them PostgreSQL would read a
		// small table from end to end, and go on to do so while an import fills it.
		return e.Store.SQL().Format(
			"SELECT w.text FROM ? AS w WHERE (SELECT r.id FROM ? AS r WHERE r.slug = w.text) IS NOT NULL",
			e.Store.SQL().TextTable(args, wanted), bun.Ident(b.resource.Plural))
	})
	return store.Statement{SQL: shape.SQL, Args: []any{wanted}, ScanRow: func(row store.Row) error {
		var slug string
		err := row.Scan(&slug)
		b.slugs[slug] = true
		return err
	}}
}

// found returns those of the terms that exist.
func (b *batchLookup) found(res *model.Resource, ids []int64) []model.Record {
	var list []model.Record
	for _, id := range ids {
		if rec := b.terms[res].found[id]; rec != nil {
			list = append(list, rec)
		}
	}
	return list
}
