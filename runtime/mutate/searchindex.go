package mutate

import (
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// maintainsSearchIndex reports whether the service itself has the search index of a resource
// follow its records.
func maintainsSearchIndex(c *Mutation, k *model.Resource) bool {
	return len(k.SearchColumns) > 0 && !c.Env.Store.SQL().MaintainsSearchIndex()
}

// indexRecord puts a record into the search index, before it is written.
func indexRecord(c *Mutation, m model.Record, create bool) {
	k := m.Resource()
	if !maintainsSearchIndex(c, k) {
		return
	}
	purpose := "reindex"
	if create {
		purpose = "index"
	}
	sql := c.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: purpose}, func(*store.Args) string {
		return c.Env.Store.SQL().IndexRowSQL(k.Plural, k.SearchColumns, create)
	}).SQL
	values := m.ColumnValues()
	parts := make([]string, len(k.SearchColumns))
	for i, column := range k.SearchColumns {
		parts[i], _ = values[slices.Index(k.Columns, column)].(string)
	}
	c.Store.Queue(store.Statement{SQL: sql, Args: []any{m.Common().ID, store.JoinSearchText(parts)}})
}

// unindexRecord removes a record from the search index.
func unindexRecord(c *Mutation, m model.Record) {
	if maintainsSearchIndex(c, m.Resource()) {
		c.Store.Queue(store.Statement{SQL: c.Env.Store.SQL().UnindexRowSQL(m.Resource().Plural), Args: []any{m.Common().ID}})
	}
}
