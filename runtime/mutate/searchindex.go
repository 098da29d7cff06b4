package mutate

import (
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// maintainsSearchIndex reports whether the service itself has the search index of a resource
// follow its records.
func (e *Engine) maintainsSearchIndex(k *model.Resource) bool {
	return len(k.SearchColumns) > 0 && !e.Store.SQL().MaintainsSearchIndex()
}

// indexRecord puts a record into the search index.  One that is stored, and not written
// yet, stays as it is there when what searches look into has not changed.
func (c *Mutation) indexRecord(m model.Record, stored bool) {
	k := m.Resource()
	if !c.engine.maintainsSearchIndex(k) {
		return
	}
	sql := c.Env.Store.SQL()
	values := m.ColumnValues()
	parts := make([]string, len(k.SearchColumns))
	for i, column := range k.SearchColumns {
		parts[i], _ = values[slices.Index(k.Columns, column)].(string)
	}
	args := []any{m.Common().ID, store.JoinSearchText(parts)}
	text := c.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "index"}, func(*store.Args) string {
		return sql.IndexRowSQL(k.Plural)
	})
	index := store.Statement{SQL: text.SQL, Args: args}
	if !stored {
		c.Store.QueueForCommit(index)
		return
	}
	changes := c.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "search changes"}, func(*store.Args) string {
		return sql.SearchChangesSQL(k.Plural, k.SearchColumns)
	})
	c.Store.Queue(store.Statement{SQL: changes.SQL, Args: args, ScanRow: func(store.Row) error {
		c.Store.QueueForCommit(index)
		return nil
	}})
}

// unindexRecord removes a record from the search index.  An update of it in the same
// transaction has been run, so that nothing is put into the index after that.
func (c *Mutation) unindexRecord(m model.Record) {
	if c.engine.maintainsSearchIndex(m.Resource()) {
		c.Store.QueueForCommit(store.Statement{SQL: c.Env.Store.SQL().UnindexRowSQL(m.Resource().Plural), Args: []any{m.Common().ID}})
	}
}
