package mutate

import (
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// maintainsSearchIndex reports whether the service itself has the search index of a kind
// follow its records.
func maintainsSearchIndex(c *Change, k *model.Kind) bool {
	return len(k.Search) > 0 && !c.Env.Store.SQL().MaintainsSearchIndex()
}

// indexRecord puts a record into the search index, before it is written.
func indexRecord(c *Change, m model.Model, create bool) {
	k := m.Kind()
	if !maintainsSearchIndex(c, k) {
		return
	}
	purpose := "reindex"
	if create {
		purpose = "index"
	}
	sql := c.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: purpose}, func(*store.Args) string {
		return c.Env.Store.SQL().IndexRowSQL(k.Plural, k.Search, create)
	}).SQL
	values := m.Values()
	parts := make([]string, len(k.Search))
	for i, column := range k.Search {
		parts[i], _ = values[slices.Index(k.Columns, column)].(string)
	}
	c.Store.Queue(store.Statement{SQL: sql, Args: []any{m.Record().ID, store.JoinSearchText(parts)}})
}

// unindexRecord removes a record from the search index.
func unindexRecord(c *Change, m model.Model) {
	if maintainsSearchIndex(c, m.Kind()) {
		c.Store.Queue(store.Statement{SQL: c.Env.Store.SQL().UnindexRowSQL(m.Kind().Plural), Args: []any{m.Record().ID}})
	}
}
