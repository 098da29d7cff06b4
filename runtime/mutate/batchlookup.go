package mutate

import (
	"sync"

	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// batchLookup gathers what many new records of one resource ask alike, so that the
// store is asked once for all of them.
type batchLookup struct {
	kind  *model.Resource
	mutex sync.Mutex                     // Records begin side by side.
	slugs map[string]bool                // Those that are wanted; true for those that are taken.
	terms map[*model.Resource]*termsByID // Looked up by id.
}

// termsByID are terms of one resource.
type termsByID struct {
	ids   []int64
	found map[int64]model.Record // Nil for an id that there is not, or that was not looked for yet.
}

// newBatchLookup begins to gather for records of a resource.
func newBatchLookup(k *model.Resource) *batchLookup {
	return &batchLookup{kind: k, slugs: map[string]bool{}, terms: map[*model.Resource]*termsByID{}}
}

// slug notes that a record wants a slug.
func (t *batchLookup) slug(wanted string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.slugs[wanted] = false
}

// termByID notes that a record names terms by their ids.
func (t *batchLookup) termByID(k *model.Resource, ids []int64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	n := t.terms[k]
	if n == nil {
		n = &termsByID{found: map[int64]model.Record{}}
		t.terms[k] = n
	}
	for _, id := range ids {
		if _, noted := n.found[id]; !noted {
			n.ids, n.found[id] = append(n.ids, id), nil
		}
	}
}

// statements returns what finds everything out.
func (t *batchLookup) statements(e *Engine) []store.Statement {
	var list []store.Statement
	if len(t.slugs) > 0 {
		list = append(list, t.findSlugs(e))
	}
	for k, n := range t.terms {
		find := e.findNumbered(k, n.ids, nil)
		find.ScanRow = func(row store.Row) error {
			m, err := query.Scan(k, row)
			n.found[m.Common().ID] = m
			return err
		}
		list = append(list, find)
	}
	return list
}

// findSlugs returns the statement that reads which of the slugs are taken.
func (t *batchLookup) findSlugs(e *Engine) store.Statement {
	wanted := make([]string, 0, len(t.slugs))
	for slug := range t.slugs {
		wanted = append(wanted, slug)
	}
	shape := e.SQLCache.Get(request.SQLKey{Of: t.kind, Purpose: "slugs of many"}, func(args *store.Args) string {
		// Each is looked up by itself: a comparison with all of them would read a
		// small table from end to end, and go on to do so while an import fills it.
		return e.Store.SQL().Format("SELECT w.text FROM ? AS w WHERE (SELECT r.id FROM ? AS r WHERE r.slug = w.text) IS NOT NULL",
			e.Store.SQL().TextTable(args, wanted), bun.Ident(t.kind.Plural))
	})
	return store.Statement{SQL: shape.SQL, Args: []any{wanted}, ScanRow: func(row store.Row) error {
		var slug string
		err := row.Scan(&slug)
		t.slugs[slug] = true
		return err
	}}
}

// found returns those of the terms that there are.
func (t *batchLookup) found(k *model.Resource, ids []int64) []model.Record {
	var list []model.Record
	for _, id := range ids {
		if m := t.terms[k].found[id]; m != nil {
			list = append(list, m)
		}
	}
	return list
}
