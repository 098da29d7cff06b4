package mutate

import (
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// This file keeps what link tables hold of the records that have the links, so
// that one index finds records by what they link to and by that column.  It is
// always read from the record's own row, in the transaction that has written it:
// so it cannot be another value.

// carried continues the columns of an INSERT into the table of a link, and the values:
// with what the record with the id has in the column that the table carries, or with
// nothing.
func carried(l *model.Link, id schema.QueryAppender) (names, value schema.QueryAppender) {
	if l.DenormalizedColumn == "" {
		return bun.Safe(""), bun.Safe("")
	}
	return bun.SafeQuery(", ?", bun.Ident(l.DenormalizedColumn)), bun.SafeQuery(", ?", ofRecord(l, id))
}

// ofRecord is the expression of what the record with the id has in the column.
func ofRecord(l *model.Link, id schema.QueryAppender) schema.QueryAppender {
	return bun.SafeQuery("(SELECT r.? FROM ? AS r WHERE r.id = ?)", bun.Ident(l.DenormalizedColumn), bun.Ident(l.Source.Plural), id)
}

// captureBefore notes what a stored record is before it is changed.
func (m *Mutation) captureBefore(rec model.Record) {
	m.record, m.statusBefore, m.previous = rec, model.StatusOf(rec), copyForHooks(m.engine, rec)
	if p, ok := rec.(model.PostRecord); ok {
		m.wasPublic = isPublic(p.AsPost())
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
	if m.IsCreate || link.DenormalizedColumn == "" || m.denormalizedBefore[link] == m.Resource.Value(m.record, link.DenormalizedColumn) {
		return
	}
	text := m.Env.SQLCache.Get(request.SQLKey{Of: link, Purpose: "carry"}, func(args *store.Args) string {
		source := args.Bind(nil)
		return m.Env.Store.SQL().Format("UPDATE ? SET ? = ? WHERE ? = ?",
			bun.Ident(link.Table), bun.Ident(link.DenormalizedColumn), ofRecord(link, source), bun.Ident(link.SourceColumn), source)
	})
	m.Store.Queue(store.Statement{SQL: text.SQL, Args: []any{id}})
}

// Writes fill the column with the ids of a record's links.  Those of a new record
// are all known when its row is written.  Those of a stored record that the write
// leaves alone are the cached ones, because the row is locked; if they are not
// valid, the link tables are read once they are written.

// writeLinksCache has the row of a record tell of its links, those that are written and
// those that stay, once its version is final.  It reports false when some of them
// are not known.
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
		return e.Store.SQL().Format("UPDATE ? SET ? WHERE id = ?", bun.Ident(res.Plural), linkids.WriteSQL(res, e.Store, "r.version", linkids.Deleted{}), args.Bind(nil))
	}).SQL
}
