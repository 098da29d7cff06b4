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
func (m *Mutation) insertRecord(rec model.Record) error {
	b := rec.Common()
	if err := m.runBeforeSave(rec); err != nil {
		return err
	}
	if err := m.checkUnique(rec); err != nil {
		return err
	}
	if err := m.setID(b); err != nil {
		return err
	}
	rec.ComputeColumns()
	if err := m.insertRow(rec); err != nil {
		return err
	}
	m.indexRecord(rec, false)
	m.updateFormerSlugs(rec)
	m.importFormerSlugs(rec)
	m.saveLinks(b.ID)
	if err := m.publishInlineOf(rec); err != nil {
		return err
	}
	return m.runAfterSave(rec)
}

// setID gives a new record its id: the next one, or that of its origin.
func (m *Mutation) setID(b *model.Base) (err error) {
	switch {
	case m.Imported != nil && m.Imported.ID != 0:
		b.ID = m.Imported.ID
		return m.claimID(b, b.ID)
	case m.formerID != 0:
		b.ID = m.formerID
		return m.claimID(b, b.ID)
	case m.id != 0:
		b.ID = m.id
		return nil
	}
	b.ID, err = m.Env.Store.NextID(m.Context(), m.Store, m.Resource.IDTable, m.Resource.Name)
	return err
}

// insertRow writes the row of a new record whose columns are computed, and counts it.
func (m *Mutation) insertRow(rec model.Record) error {
	m.setStatusBeforeTrash(rec)
	if err := m.countTerms(rec.Common().ID, model.StatusOf(rec)); err != nil {
		return err
	}
	m.record = rec
	m.writeLinksCache(rec, nil)
	m.log(m.changeOf(rec), nil)
	m.Store.Queue(store.Statement{SQL: m.engine.insertSQL(m.Resource), Args: rec.ColumnValues(), Independent: true})
	return nil
}

// insertSQL returns the statement that inserts a record of a resource.
func (e *Engine) insertSQL(res *model.Resource) string {
	return e.SQLCache.Get(request.SQLKey{Of: res, Purpose: "insert"}, func(args *store.Args) string {
		iq := e.Store.Builder().NewInsert().Model(res.New())
		for _, column := range res.Columns {
			iq = iq.Value(column, "?", args.Bind(nil))
		}
		return iq.Returning("NULL").String()
	}).SQL
}

// updateRecord writes a changed record and its links, and raises its version.  The
// rows are written with the next round trip of the transaction, which runs again if the
// stored version is not the one that was read.
func (m *Mutation) updateRecord(rec model.Record) error {
	if err := m.runBeforeSave(rec); err != nil {
		return err
	}
	m.setStatusBeforeTrash(rec)
	if err := m.checkUnique(rec); err != nil {
		return err
	}
	b := rec.Common()
	var unchanged linkids.IDs     // What the cache has of links that this write leaves alone.
	if len(m.engine.Hooks) == 0 { // Hooks may have written to link tables.
		unchanged, _ = linkids.Of(m.Resource, rec)
	}
	former, err := m.formerLinks(rec, false)
	if err != nil {
		return err
	}
	old := b.Version
	b.Version++
	rec.ComputeColumns()
	complete := m.writeLinksCache(rec, unchanged)
	if err := m.countTerms(b.ID, model.StatusOf(rec)); err != nil {
		return err
	}
	m.record = rec
	m.log(m.changeOf(rec), former)
	m.indexRecord(rec, true)
	m.Store.Queue(store.Statement{SQL: m.engine.updateSQL(m.Resource), Args: append(rec.ColumnValues(), old), WantRows: 1})
	m.updateFormerSlugs(rec)
	m.saveLinks(b.ID)
	if !complete {
		m.Store.Queue(store.Statement{SQL: m.engine.updateLinksCacheSQL(m.Resource), Args: []any{b.ID}})
	}
	if err := m.publishInlineOf(rec); err != nil {
		return err
	}
	return m.runAfterSave(rec)
}

// updateSQL returns the statement that stores every column of a record that has a certain
// version: it takes the values of all columns, and then the version.
func (e *Engine) updateSQL(res *model.Resource) string {
	return e.SQLCache.Get(request.SQLKey{Of: res, Purpose: "update"}, func(args *store.Args) string {
		return UpdateSQL(e.Store, res, args, true)
	}).SQL
}

// UpdateSQL returns the statement that stores every column of a record; if checked is set,
// only of one that has a certain version.
func UpdateSQL(s *store.Store, res *model.Resource, args *store.Args, checked bool) string {
	uq := s.Builder().NewUpdate().Model(res.New())
	for _, column := range res.Columns {
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

// saveLinks replaces the links that the write has set, in their order, once the record is
// written.
func (m *Mutation) saveLinks(id int64) {
	for _, link := range m.Resource.Links {
		ids, written := m.links[link.Name]
		if !written {
			m.updateDenormalized(link, id)
			continue
		}
		if !m.IsCreate {
			m.Store.Queue(store.Statement{SQL: m.engine.deleteLinksSQL(link), Args: []any{id}})
		}
		if len(ids) > 0 {
			m.Store.Queue(m.insertLinks(link, id, ids))
		}
	}
}

// deleteLinksSQL returns the statement that deletes the links of a record.
func (e *Engine) deleteLinksSQL(link *model.Link) string {
	return e.SQLCache.Get(request.SQLKey{Of: link, Purpose: "unlink"}, func(args *store.Args) string {
		return e.Store.SQL().Format("DELETE FROM ? WHERE ? = ?", bun.Ident(link.Table), bun.Ident(link.SourceColumn),
			args.Bind(nil))
	}).SQL
}

// insertLinks returns the statement that links the record, which is written by then, to a list of
// others.
func (m *Mutation) insertLinks(link *model.Link, id int64, ids []int64) store.Statement {
	args := []any{id, ids}
	if link.DenormalizedColumn != "" {
		args = append(args, m.Resource.Value(m.record, link.DenormalizedColumn))
	}
	text := m.Env.SQLCache.Get(request.SQLKey{Of: link, Purpose: "link"}, func(args *store.Args) string {
		sql := m.Env.Store.SQL()
		source, targets, names, value := args.Bind(nil), sql.IDTable(args, nil), "", ""
		if link.DenormalizedColumn != "" {
			names, value = sql.Format(", ?", bun.Ident(link.DenormalizedColumn)), sql.Format(", ?", args.Bind(nil))
		}
		return sql.Format("INSERT INTO ? (?, ?, position?) SELECT CAST(? AS bigint), t.id, t.position? FROM ? AS t",
			bun.Ident(link.Table), bun.Ident(link.SourceColumn), bun.Ident(link.TargetColumn), bun.Safe(names), source,
			bun.Safe(value), targets)
	})
	return store.Statement{SQL: text.SQL, Args: args, Independent: true}
}

// rowsPerInsert is the maximum number of rows that one statement inserts.
const rowsPerInsert = 1000
