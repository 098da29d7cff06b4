package mutate

import (
	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// insert writes a new record and its links.  The rows are written with the next
// round trip of the transaction.
func (c *Change) insert(m model.Model) error {
	b := m.Record()
	if err := c.beforeSave(m); err != nil {
		return err
	}
	if err := c.takeID(b); err != nil {
		return err
	}
	if err := c.insertRow(m); err != nil {
		return err
	}
	c.index(m, true)
	c.saveLinks(b.ID)
	return c.publishInline(m)
}

// insertRow writes the row of a new record, and counts it.
func (c *Change) insertRow(m model.Model) error {
	m.Derive()
	return c.insertDerived(m)
}

// insertDerived is insertRow for a record whose computed fields are done.
func (c *Change) insertDerived(m model.Model) error {
	if err := c.count(m.Record().ID, model.StatusOf(m)); err != nil {
		return err
	}
	c.record = m
	c.tellLinks(m, nil)
	c.done.note(Created, m, "")
	c.Store.Queue(store.Statement{SQL: c.engine.insertText(c.Kind), Args: m.Values()})
	return nil
}

// insertText returns the statement that inserts a record of a kind.
func (e *Engine) insertText(k *model.Kind) string {
	return e.SQLCache.Get(request.SQLKey{Of: k, Purpose: "insert"}, func(args *store.Args) string {
		iq := e.Store.Builder().NewInsert().Model(k.New())
		for _, column := range k.Columns {
			iq = iq.Value(column, "?", args.Bind(nil))
		}
		return iq.Returning("NULL").String()
	}).SQL
}

// drawID asks for the id of a new record together with what else there is to
// find out, where it is likely that the record comes to be.
func (c *Change) drawID() {
	k := c.Kind
	if c.Origin == nil && k.Post && !k.FindSame && len(c.Problems) == 0 {
		c.ask(func() error { return nil }, c.Env.Store.SQL().NextIDStatement(k.Sequence, k.Name, &c.id))
	}
}

// takeID gives a new record its id: the next one, or that of its origin.
func (c *Change) takeID(b *model.Base) (err error) {
	switch {
	case c.Origin != nil && c.Origin.ID != 0:
		b.ID = c.Origin.ID
		return c.claimID(b, b.ID)
	case c.id != 0:
		b.ID = c.id
		return nil
	}
	b.ID, err = c.Env.Store.NextID(c.context(), c.Store, c.Kind.Sequence, c.Kind.Name)
	return err
}

// update writes a changed record and its links, and raises its version.  The
// rows are written with the next round trip of the transaction, which is run
// again when the version is not the one that was read.
func (c *Change) update(m model.Model) error {
	if err := c.beforeSave(m); err != nil {
		return err
	}
	b := m.Record()
	old, links := b.Version, c.stayingLinks(m)
	b.Version++
	m.Derive()
	told := c.tellLinks(m, links)
	if err := c.count(b.ID, model.StatusOf(m)); err != nil {
		return err
	}
	c.record = m
	c.done.note(Updated, m, c.before)
	c.index(m, false)
	c.Store.Queue(store.Statement{SQL: c.engine.updateText(c.Kind), Args: append(m.Values(), old), WantRows: 1})
	c.saveLinks(b.ID)
	if !told {
		c.Store.Queue(store.Statement{SQL: c.engine.retellText(c.Kind), Args: []any{b.ID}})
	}
	return c.publishInline(m)
}

// updateText returns the statement that stores every column of a record that
// has a certain version.  It takes the values of all columns, and after them the
// version.
func (e *Engine) updateText(k *model.Kind) string {
	return e.SQLCache.Get(request.SQLKey{Of: k, Purpose: "update"}, func(args *store.Args) string {
		return UpdateSQL(e.Store, k, args, true)
	}).SQL
}

// UpdateSQL writes the statement that stores every column of a record, checked
// for one that has a certain version.
func UpdateSQL(s *store.Store, k *model.Kind, args *store.Args, checked bool) string {
	uq := s.Builder().NewUpdate().Model(k.New())
	for _, column := range k.Columns {
		value := args.Bind(nil)
		if column == "id" {
			uq = uq.Where("id = ?", value)
			continue
		}
		uq = uq.Set("? = ?", bun.Ident(column), value)
	}
	if checked {
		uq = uq.Where("version = ?", args.Bind(nil))
	}
	return uq.Returning("NULL").String()
}

// saveLinks makes the links that were written exactly what they have to be, in
// order, once the record is written.
func (c *Change) saveLinks(id int64) {
	for _, link := range c.Kind.Links {
		ids, written := c.links[link.Name]
		if !written {
			c.carry(link, id)
			continue
		}
		if !c.Create {
			c.Store.Queue(store.Statement{SQL: c.engine.unlinkText(link), Args: []any{id}})
		}
		if len(ids) > 0 {
			c.Store.Queue(store.Statement{SQL: c.engine.linkText(c.Kind, link), Args: []any{id, ids}})
		}
	}
}

// unlinkText returns the statement that removes the links of a record.
func (e *Engine) unlinkText(link *model.Link) string {
	return e.SQLCache.Get(request.SQLKey{Of: link, Purpose: "unlink"}, func(args *store.Args) string {
		return e.Store.SQL().Format("DELETE FROM ? WHERE ? = ?", bun.Ident(link.Table), bun.Ident(link.Source), args.Bind(nil))
	}).SQL
}

// linkText returns the statement that links a record of the kind to a list of
// others.
func (e *Engine) linkText(k *model.Kind, link *model.Link) string {
	return e.SQLCache.Get(request.SQLKey{Of: link, Purpose: "link"}, func(args *store.Args) string {
		source := args.Bind(nil)
		names, value := carried(link, k, source)
		return e.Store.SQL().Format("INSERT INTO ? (?, ?, position?) SELECT CAST(? AS bigint), t.id, t.position? FROM ? AS t",
			bun.Ident(link.Table), bun.Ident(link.Source), bun.Ident(link.Column), names, source, value, e.Store.SQL().IDTable(args, nil))
	}).SQL
}

// rowsPerInsert is how many rows one statement inserts at most.
const rowsPerInsert = 1000
