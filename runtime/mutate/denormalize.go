package mutate

import (
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Link tables may have a copy of a column of the records that have the links, so that one
// index finds records by what they link to and by that column.  The copy is the value that is
// written to the record's own row, or read from it, in the transaction that has written it, so
// that both are equal.

// denormalizedSQL returns what an INSERT into the table of a link adds to its columns and values for
// the denormalized column of the record with the id; nothing if the table has none.
func denormalizedSQL(l *model.Link, id schema.QueryAppender) (names, value schema.QueryAppender) {
	if l.DenormalizedColumn == "" {
		return bun.Safe(""), bun.Safe("")
	}
	return bun.SafeQuery(", ?", bun.Ident(l.DenormalizedColumn)), bun.SafeQuery(", ?", recordColumnSQL(l, id))
}

// recordColumnSQL returns the expression of the column of the record with the id.
func recordColumnSQL(l *model.Link, id schema.QueryAppender) schema.QueryAppender {
	return bun.SafeQuery("(SELECT r.? FROM ? AS r WHERE r.id = ?)", bun.Ident(l.DenormalizedColumn),
		bun.Ident(l.Source.Plural), id)
}

// captureBefore stores the values of a record before it is changed.
func (m *Mutation) captureBefore(rec model.Record) {
	m.record, m.statusBefore, m.previous = rec, model.StatusOf(rec), copyForHooks(m.engine, rec)
	m.statesBefore, m.before = m.statesOf(rec), SnapshotOf(rec)
	if p, ok := rec.(model.PostRecord); ok {
		m.wasPublic = isPublic(p.AsPost())
	}
	if n, ok := rec.(model.NamedRecord); ok {
		m.slugBefore = n.AsNamed().Slug
	}
	m.denormalizedBefore = map[*model.Link]any{}
	for _, link := range m.Resource.Links {
		if link.DenormalizedColumn != "" {
			m.denormalizedBefore[link] = m.Resource.Value(rec, link.DenormalizedColumn)
		}
	}
}

// updateDenormalized updates the rows of a link that this write leaves alone where the
// record has another value now in the column that the link carries.
func (m *Mutation) updateDenormalized(link *model.Link, id int64) {
	if m.IsCreate || link.DenormalizedColumn == "" ||
		m.denormalizedBefore[link] == m.Resource.Value(m.record, link.DenormalizedColumn) {
		return
	}
	text := m.Env.SQLCache.Get(request.SQLKey{Of: link, Purpose: "carry"}, func(args *store.Args) string {
		source := args.Bind(nil)
		return m.Env.Store.SQL().Format("UPDATE ? SET ? = ? WHERE ? = ?",
			bun.Ident(link.Table), bun.Ident(link.DenormalizedColumn), recordColumnSQL(link, source),
			bun.Ident(link.SourceColumn),
			source)
	})
	m.Store.Queue(store.Statement{SQL: text.SQL, Args: []any{id}})
}

// writeLinksCache sets the column with the IDs of a record's links, once its version is
// final: those that this write sets, and those that stay.  Links of a new record are all
// known.  Those of a stored record that stay are the cached ones, as its row is locked; it
// reports false if the cache was not valid, and the column is computed from the link tables
// once these are written.
func (m *Mutation) writeLinksCache(rec model.Record, staying linkids.IDs) bool {
	l, ok := rec.(model.LinkCacher)
	if !ok {
		return true
	}
	links := make(linkids.IDs, len(m.Resource.Links))
	for i, link := range m.Resource.Links {
		ids, written := m.links[link.Name]
		switch {
		case written:
			links[i] = ids
		case staying != nil:
			links[i] = staying[i]
		case !m.IsCreate:
			*l.LinksCache() = ""
			return false
		}
	}
	linkids.Set(m.Resource, l, links)
	return true
}

// updateLinksCacheSQL returns the statement that computes the column links_cache of a
// record from the link tables.
func (e *Engine) updateLinksCacheSQL(res *model.Resource) string {
	return e.SQLCache.Get(request.SQLKey{Of: res, Purpose: "retell links"}, func(args *store.Args) string {
		return e.Store.SQL().Format("UPDATE ? SET ? WHERE id = ?", bun.Ident(res.Plural),
			linkids.WriteSQL(res, e.Store, "r.version", linkids.Deleted{}), args.Bind(nil))
	}).SQL
}
