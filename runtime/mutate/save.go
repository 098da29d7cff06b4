package mutate

import (
	"github.com/uptrace/bun"

	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// insertRecord writes a new record and its links.  The rows are written with the next
// round trip of the transaction.
func (c *Mutation) insertRecord(m model.Record) error {
	b := m.Common()
	if err := c.runBeforeSave(m); err != nil {
		return err
	}
	if err := c.checkUnique(m); err != nil {
		return err
	}
	if err := c.setID(b); err != nil {
		return err
	}
	if err := c.insertRow(m); err != nil {
		return err
	}
	c.indexRecord(m, false)
	c.saveLinks(b.ID)
	if err := c.publishInlineOf(m); err != nil {
		return err
	}
	return c.runAfterSave(m)
}

// insertRow writes the row of a new record, and counts it.
func (c *Mutation) insertRow(m model.Record) error {
	m.ComputeColumns()
	return c.insertComputed(m)
}

// insertComputed is insertRow for a record whose computed fields are done.
func (c *Mutation) insertComputed(m model.Record) error {
	if err := c.countTerms(m.Common().ID, model.StatusOf(m)); err != nil {
		return err
	}
	c.record = m
	c.writeLinksCache(m, nil)
	c.actions.note(c.changeOf(m))
	c.Store.Queue(store.Statement{SQL: c.engine.insertText(c.Kind), Args: m.ColumnValues()})
	return nil
}

// insertText returns the statement that inserts a record of a resource.
func (e *Engine) insertText(k *model.Resource) string {
	return e.SQLCache.Get(request.SQLKey{Of: k, Purpose: "insert"}, func(args *store.Args) string {
		iq := e.Store.Builder().NewInsert().Model(k.New())
		for _, column := range k.Columns {
			iq = iq.Value(column, "?", args.Bind(nil))
		}
		return iq.Returning("NULL").String()
	}).SQL
}

// queryNextID asks for the id of a new record together with what else there is to
// find out, where it is likely that the record comes to be.
func (c *Mutation) queryNextID() {
	k := c.Kind
	if c.Imported == nil && k.Post && !k.FindOrCreate && len(c.Errors) == 0 {
		c.queueQuery(func() error { return nil }, c.Env.Store.SQL().NextIDStatement(k.IDTable, k.Name, &c.id))
	}
}

// setID gives a new record its id: the next one, or that of its origin.
func (c *Mutation) setID(b *model.Base) (err error) {
	switch {
	case c.Imported != nil && c.Imported.ID != 0:
		b.ID = c.Imported.ID
		return c.claimID(b, b.ID)
	case c.id != 0:
		b.ID = c.id
		return nil
	}
	b.ID, err = c.Env.Store.NextID(c.context(), c.Store, c.Kind.IDTable, c.Kind.Name)
	return err
}

// updateRecord writes a changed record and its links, and raises its version.  The
// rows are written with the next round trip of the transaction, which is run
// again when the version is not the one that was read.
func (c *Mutation) updateRecord(m model.Record) error {
	if err := c.runBeforeSave(m); err != nil {
		return err
	}
	if err := c.checkUnique(m); err != nil {
		return err
	}
	b := m.Common()
	old, links := b.Version, c.unchangedLinks(m)
	b.Version++
	m.ComputeColumns()
	written := c.writeLinksCache(m, links)
	if err := c.countTerms(b.ID, model.StatusOf(m)); err != nil {
		return err
	}
	c.record = m
	c.actions.note(c.changeOf(m))
	c.indexRecord(m, true)
	c.Store.Queue(store.Statement{SQL: c.engine.updateText(c.Kind), Args: append(m.ColumnValues(), old), WantRows: 1})
	c.saveLinks(b.ID)
	if !written {
		c.Store.Queue(store.Statement{SQL: c.engine.updateLinksCacheSQL(c.Kind), Args: []any{b.ID}})
	}
	if err := c.publishInlineOf(m); err != nil {
		return err
	}
	return c.runAfterSave(m)
}

// updateText returns the statement that stores every column of a record that
// has a certain version.  It takes the values of all columns, and after them the
// version.
func (e *Engine) updateText(k *model.Resource) string {
	return e.SQLCache.Get(request.SQLKey{Of: k, Purpose: "update"}, func(args *store.Args) string {
		return UpdateSQL(e.Store, k, args, true)
	}).SQL
}

// UpdateSQL writes the statement that stores every column of a record, checked
// for one that has a certain version.
func UpdateSQL(s *store.Store, k *model.Resource, args *store.Args, checked bool) string {
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
func (c *Mutation) saveLinks(id int64) {
	for _, link := range c.Kind.Links {
		ids, written := c.links[link.Name]
		if !written {
			c.updateDenormalized(link, id)
			continue
		}
		if !c.IsCreate {
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
		return e.Store.SQL().Format("DELETE FROM ? WHERE ? = ?", bun.Ident(link.Table), bun.Ident(link.SourceColumn), args.Bind(nil))
	}).SQL
}

// linkText returns the statement that links a record of the resource to a list of
// others.
func (e *Engine) linkText(k *model.Resource, link *model.Link) string {
	return e.SQLCache.Get(request.SQLKey{Of: link, Purpose: "link"}, func(args *store.Args) string {
		source := args.Bind(nil)
		names, value := carried(link, k, source)
		return e.Store.SQL().Format("INSERT INTO ? (?, ?, position?) SELECT CAST(? AS bigint), t.id, t.position? FROM ? AS t",
			bun.Ident(link.Table), bun.Ident(link.SourceColumn), bun.Ident(link.TargetColumn), names, source, value, e.Store.SQL().IDTable(args, nil))
	}).SQL
}

// rowsPerInsert is how many rows one statement inserts at most.
const rowsPerInsert = 1000
