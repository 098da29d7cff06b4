package mutate

import (
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// followed reports whether the service itself has the search index of a kind
// follow its records.
func (c *Change) followed(k *model.Kind) bool {
	return len(k.Search) > 0 && !c.Env.Store.SQL().MaintainsSearchIndex()
}

// index puts a record into the search index, before it is written.
func (c *Change) index(m model.Model, create bool) {
	k := m.Kind()
	if !c.followed(k) {
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

// unindex removes a record from the search index.
func (c *Change) unindex(m model.Model) {
	if c.followed(m.Kind()) {
		c.Store.Queue(store.Statement{SQL: c.Env.Store.SQL().UnindexRowSQL(m.Kind().Plural), Args: []any{m.Record().ID}})
	}
}
