package mutate

import (
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// maintainsSearchIndex reports whether the engine writes the search index of a resource, which
// the database does not.
func (e *Engine) maintainsSearchIndex(res *model.Resource) bool {
	return len(res.SearchColumns) > 0 && !e.Store.SQL().MaintainsSearchIndex()
}

// indexRecord writes a record into the search index.  For a stored record, which is not
// written yet, it does so only if a searched column changes.
func (m *Mutation) indexRecord(rec model.Record, stored bool) {
	res := rec.Resource()
	if !m.engine.maintainsSearchIndex(res) {
		return
	}
	sql := m.Env.Store.SQL()
	values := rec.ColumnValues()
	parts := make([]string, len(res.SearchColumns))
	for i, column := range res.SearchColumns {
		parts[i], _ = values[slices.Index(res.Columns, column)].(string)
	}
	args := []any{rec.Common().ID, store.JoinSearchText(parts)}
	text := m.Env.SQLCache.Get(request.SQLKey{Of: res, Purpose: "index"}, func(*store.Args) string {
		return sql.IndexRowSQL(res.Plural)
	})
	index := store.Statement{SQL: text.SQL, Args: args}
	if !stored {
		m.Store.QueueForCommit(index)
		return
	}
	changes := m.Env.SQLCache.Get(request.SQLKey{Of: res, Purpose: "search changes"}, func(*store.Args) string {
		return sql.SearchChangesSQL(res.Plural, res.SearchColumns)
	})
	m.Store.Queue(store.Statement{SQL: changes.SQL, Args: args, ScanRow: func(store.Row) error {
		m.Store.QueueForCommit(index)
		return nil
	}})
}

// unindexRecord removes a record from the search index.  An update of it in the same
// transaction has run before, so that nothing adds it again.
func (m *Mutation) unindexRecord(rec model.Record) {
	if m.engine.maintainsSearchIndex(rec.Resource()) {
		m.Store.QueueForCommit(store.Statement{
			SQL: m.Env.Store.SQL().UnindexRowSQL(rec.Resource().Plural), Args: []any{rec.Common().ID},
		})
	}
}
