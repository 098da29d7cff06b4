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

// carried continues the columns of an INSERT into the table of a link of the
// kind, and the values: with what the record with the id has in the column that
// the table carries, or with nothing.
func carried(l *model.Link, k *model.Kind, id schema.QueryAppender) (names, value schema.QueryAppender) {
	if l.Carry == "" {
		return bun.Safe(""), bun.Safe("")
	}
	return bun.SafeQuery(", ?", bun.Ident(l.Carry)), bun.SafeQuery(", ?", ofRecord(l, k, id))
}

// ofRecord is the expression of what the record with the id has in the column.
func ofRecord(l *model.Link, k *model.Kind, id schema.QueryAppender) schema.QueryAppender {
	return bun.SafeQuery("(SELECT r.? FROM ? AS r WHERE r.id = ?)", bun.Ident(l.Carry), bun.Ident(k.Plural), id)
}

// hold notes what a stored record is before it is changed.
func (c *Change) hold(m model.Model) {
	c.record, c.before = m, model.StatusOf(m)
	if p, ok := m.(model.PostModel); ok {
		c.wasPublic = isPublic(p.AsPost())
	}
	c.carries = nil
	for _, link := range c.Kind.Links {
		if link.Carry != "" {
			c.carries = append(c.carries, c.Kind.Value(m, link.Carry))
		}
	}
}

// denormalizedChanged reports whether a record that is being written has got another value in
// the column that a link carries.
func denormalizedChanged(c *Change, link *model.Link) bool {
	i := 0
	for _, other := range c.Kind.Links {
		switch {
		case other == link:
			return link.Carry != "" && c.carries[i] != c.Kind.Value(c.record, link.Carry)
		case other.Carry != "":
			i++
		}
	}
	return false
}

// updateDenormalized brings the rows of a link that nobody wrote up to date with the record.
func updateDenormalized(c *Change, link *model.Link, id int64) {
	if c.Create || !denormalizedChanged(c, link) {
		return
	}
	text := c.Env.SQLCache.Get(request.SQLKey{Of: link, Purpose: "carry"}, func(args *store.Args) string {
		source := args.Bind(nil)
		return c.Env.Store.SQL().Format("UPDATE ? SET ? = ? WHERE ? = ?",
			bun.Ident(link.Table), bun.Ident(link.Carry), ofRecord(link, c.Kind, source), bun.Ident(link.Source), source)
	})
	c.Store.Queue(store.Statement{SQL: text.SQL, Args: []any{id}})
}

// This file has writes fill the column that tells where the links of a record
// lead.  A new record's links are all known when its row is written.  Those of a
// stored one that the write leaves alone are what its row tells, for it is held;
// where that is not to be believed, the link tables are asked once they are
// written.

// unchangedLinks returns what the row of a stored record tells of its links, nil
// when that is not to be believed: hooks may have written to link tables.
func unchangedLinks(c *Change, m model.Model) linkids.IDs {
	links, ok := linkids.Of(c.Kind, m)
	if !ok || len(c.engine.Hooks) > 0 {
		return nil
	}
	return links
}

// writeLinksCache has the row of a record tell of its links, those that are written and
// those that stay, once its version is final.  It reports false when some of them
// are not known.
func writeLinksCache(c *Change, m model.Model, staying linkids.IDs) bool {
	l, ok := m.(model.LinkingModel)
	if !ok {
		return true
	}
	links := make(linkids.IDs, len(c.Kind.Links))
	for i, link := range c.Kind.Links {
		ids, written := c.links[link.Name]
		switch {
		case written:
			links[i] = ids
		case staying != nil:
			links[i] = staying[i]
		case !c.Create:
			*l.Linking() = ""
			return false
		}
	}
	linkids.Set(c.Kind, l, links)
	return true
}

// retellText returns the statement that has the row of a record tell what the
// link tables hold.
func (e *Engine) retellText(k *model.Kind) string {
	return e.SQLCache.Get(request.SQLKey{Of: k, Purpose: "retell links"}, func(args *store.Args) string {
		return e.Store.SQL().Format("UPDATE ? SET ? WHERE id = ?", bun.Ident(k.Plural), linkids.WriteSQL(k, e.Store, "r.version", linkids.Deleted{}), args.Bind(nil))
	}).SQL
}
