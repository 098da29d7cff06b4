package runtime

import (
	"github.com/uptrace/bun"

	"almanac/runtime/store"
)

// This file has writes fill the column that tells where the links of a record
// lead.  A new record's links are all known when its row is written.  Those of a
// stored one that the write leaves alone are what its row tells, for it is held;
// where that is not to be believed, the link tables are asked once they are
// written.

// stayingLinks returns what the row of a stored record tells of its links, nil
// when that is not to be believed: hooks may have written to link tables.
func (c *Change) stayingLinks(m Model) linkedIDs {
	links, ok := c.Kind.toldLinks(m)
	if !ok || len(c.Env.Hooks) > 0 {
		return nil
	}
	return links
}

// tellLinks has the row of a record tell of its links, those that are written and
// those that stay, once its version is final.  It reports false when some of them
// are not known.
func (c *Change) tellLinks(m Model, staying linkedIDs) bool {
	l, ok := m.(LinkingModel)
	if !ok {
		return true
	}
	links := make(linkedIDs, len(c.Kind.Links))
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
	c.Kind.TellLinks(l, links)
	return true
}

// retellText returns the statement that has the row of a record tell what the
// link tables hold.
func (e *Env) retellText(k *Kind) string {
	return e.texts.get(textKey{of: k, purpose: "retell links"}, func(args *store.Args) string {
		return sqlText(e.Store, "UPDATE ? SET ? WHERE id = ?", bun.Ident(k.Plural), k.writeLinks(e.Store, "r.version", going{}), args.Bind(nil))
	}).sql
}
