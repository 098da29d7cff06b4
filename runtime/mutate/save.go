package mutate

import (
	"github.com/uptrace/bun"

	"almanac/runtime/linkids"
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
	m.ComputeColumns()
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

// insertRow writes the row of a new record whose columns are computed, and counts it.
func (c *Mutation) insertRow(m model.Record) error {
	if err := c.countTerms(m.Common().ID, model.StatusOf(m)); err != nil {
		return err
	}
	c.record = m
	c.writeLinksCache(m, nil)
	c.actions.note(c.changeOf(m))
	c.Store.Queue(store.Statement{SQL: c.engine.insertSQL(c.Kind), Args: m.ColumnValues()})
	return nil
}

// insertSQL returns the statement that inserts a record of a resource.
func (e *Engine) insertSQL(k *model.Resource) string {
	return e.SQLCache.Get(request.SQLKey{Of: k, Purpose: "insert"}, func(args *store.Args) string {
		iq := e.Store.Builder().NewInsert().Model(k.New())
		for _, column := range k.Columns {
			iq = iq.Value(column, "?", args.Bind(nil))
		}
		return iq.Returning("NULL").String()
	}).SQL
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
	var unchanged linkids.IDs     // What the cache has of links that this write leaves alone.
	if len(c.engine.Hooks) == 0 { // Hooks may have written to link tables.
		unchanged, _ = linkids.Of(c.Kind, m)
	}
	old := b.Version
	b.Version++
	m.ComputeColumns()
	complete := c.writeLinksCache(m, unchanged)
	if err := c.countTerms(b.ID, model.StatusOf(m)); err != nil {
		return err
	}
	c.record = m
	c.actions.note(c.changeOf(m))
	c.indexRecord(m, true)
	c.Store.Queue(store.Statement{SQL: c.engine.updateSQL(c.Kind), Args: append(m.ColumnValues(), old), WantRows: 1})
	c.saveLinks(b.ID)
	if !complete {
		c.Store.Queue(store.Statement{SQL: c.engine.updateLinksCacheSQL(c.Kind), Args: []any{b.ID}})
	}
	if err := c.publishInlineOf(m); err != nil {
		return err
	}
	return c.runAfterSave(m)
}

// updateSQL returns the statement that stores every column of a record that
// has a certain version.  It takes the values of all columns, and after them the
// version.
func (e *Engine) updateSQL(k *model.Resource) string {
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
			c.Store.Queue(store.Statement{SQL: c.engine.deleteLinksSQL(link), Args: []any{id}})
		}
		if len(ids) > 0 {
			c.Store.Queue(store.Statement{SQL: c.engine.insertLinksSQL(link), Args: []any{id, ids}})
		}
	}
}

// deleteLinksSQL returns the statement that deletes the links of a record.
func (e *Engine) deleteLinksSQL(link *model.Link) string {
	return e.SQLCache.Get(request.SQLKey{Of: link, Purpose: "unlink"}, func(args *store.Args) string {
		return e.Store.SQL().Format("DELETE FROM ? WHERE ? = ?", bun.Ident(link.Table), bun.Ident(link.SourceColumn), args.Bind(nil))
	}).SQL
}

// insertLinksSQL returns the statement that links a record to a list of others.
func (e *Engine) insertLinksSQL(link *model.Link) string {
	return e.SQLCache.Get(request.SQLKey{Of: link, Purpose: "link"}, func(args *store.Args) string {
		source := args.Bind(nil)
		names, value := carried(link, source)
		return e.Store.SQL().Format("INSERT INTO ? (?, ?, position?) SELECT CAST(? AS bigint), t.id, t.position? FROM ? AS t",
			bun.Ident(link.Table), bun.Ident(link.SourceColumn), bun.Ident(link.TargetColumn), names, source, value, e.Store.SQL().IDTable(args, nil))
	}).SQL
}

// rowsPerInsert is how many rows one statement inserts at most.
const rowsPerInsert = 1000
