package runtime

import (
	"slices"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/store"
)

// This file keeps what link tables hold of the records that have the links, so
// that one index finds records by what they link to and by that column.  It is
// always read from the record's own row, in the transaction that has written it:
// so it cannot be another value.

// carried continues the columns of an INSERT into the table of a link of the
// kind, and the values: with what the record with the id has in the column that
// the table carries, or with nothing.
func (l *Link) carried(k *Kind, id schema.QueryAppender) (names, value schema.QueryAppender) {
	if l.Carry == "" {
		return bun.Safe(""), bun.Safe("")
	}
	return bun.SafeQuery(", ?", bun.Ident(l.Carry)), bun.SafeQuery(", ?", l.ofRecord(k, id))
}

// ofRecord is the expression of what the record with the id has in the column.
func (l *Link) ofRecord(k *Kind, id schema.QueryAppender) schema.QueryAppender {
	return bun.SafeQuery("(SELECT r.? FROM ? AS r WHERE r.id = ?)", bun.Ident(l.Carry), bun.Ident(k.Plural), id)
}

// hold notes what a stored record is before it is changed.
func (c *Change) hold(m Model) {
	c.record, c.before = m, status(m)
	if p, ok := m.(PostModel); ok {
		c.wasPublic = p.AsPost().isPublic()
	}
	c.carries = nil
	for _, link := range c.Kind.Links {
		if link.Carry != "" {
			c.carries = append(c.carries, c.Kind.value(m, link.Carry))
		}
	}
}

// value returns what a record has in a column.
func (k *Kind) value(m Model, column string) any {
	return m.Values()[slices.Index(k.Columns, column)]
}

// moved reports whether a record that is being written has got another value in
// the column that a link carries.
func (c *Change) moved(link *Link) bool {
	i := 0
	for _, other := range c.Kind.Links {
		switch {
		case other == link:
			return link.Carry != "" && c.carries[i] != c.Kind.value(c.record, link.Carry)
		case other.Carry != "":
			i++
		}
	}
	return false
}

// carry brings the rows of a link that nobody wrote up to date with the record.
func (c *Change) carry(link *Link, id int64) {
	if c.Create || !c.moved(link) {
		return
	}
	text := c.Env.texts.get(textKey{of: link, purpose: "carry"}, func(args *store.Args) string {
		source := args.Bind(nil)
		return sqlText(c.Env.Store, "UPDATE ? SET ? = ? WHERE ? = ?",
			bun.Ident(link.Table), bun.Ident(link.Carry), link.ofRecord(c.Kind, source), bun.Ident(link.Source), source)
	})
	c.Store.Queue(store.Statement{SQL: text.sql, Args: []any{id}})
}
