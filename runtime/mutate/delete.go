package mutate

import (
	"net/http"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/audit"
	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Delete deletes the record with the key: it moves a post to the trash, and deletes it
// permanently with force=true, as always terms and other records.
func (e *Engine) Delete(r *request.Request, res *model.Resource, key query.Key) (_ Result, err error) {
	defer func() {
		err = e.nameNewSlug(r, res, key, err)
		keep(r, err)
	}()
	if f := r.Params.Err(); f != nil {
		return Result{}, f
	}
	if err := rejectReadOnly(r, res, key, res.Permissions.CanWrite(r.Caller), MayDelete); err != nil {
		return Result{}, err
	}
	return e.transaction(r, res, false, func(m *Mutation) (model.Record, error) {
		if res.SeriesRoute != "" && r.Series.Several() {
			rec, err := m.findAllowed(key, true, MayDelete)
			if err != nil {
				return nil, err
			}
			if model.OccurrenceOf(rec) != nil {
				return m.deleteDates(rec)
			}
		}
		if res.Post && !r.Force {
			rec, err := m.findAllowed(key, true, MayDelete)
			if err != nil {
				return nil, err
			}
			return m.moveToTrash(rec)
		}
		rec, err := m.findForDelete(key)
		if err != nil {
			return nil, err
		}
		if err := m.checkPreconditions(rec); err != nil {
			return nil, err
		}
		return m.deleteRow(rec)
	})
}

// findAllowed loads the record that the path names, if the caller may do to it
// what the write is about.
func (m *Mutation) findAllowed(
	key query.Key, lock bool, may func(*request.Request, model.Record) error,
) (model.Record, error) {
	rec, err := query.Find(m.Context(), m.Request, m.Store, m.Resource, key, lock)
	if err == nil {
		err = m.checkFree(rec)
	}
	if err != nil {
		return nil, err
	}
	return rec, may(m.Request, rec)
}

// findForDelete loads the record to delete.  Records that link to it are locked
// first: writers of links lock the record that has the link before the linked one,
// and the other order would deadlock.
func (m *Mutation) findForDelete(key query.Key) (model.Record, error) {
	m.lockTree()
	rec, err := m.findAllowed(key, false, MayDelete)
	if err != nil {
		return nil, err
	}
	s := m.Env.Store
	for _, l := range model.LinksTo(m.Env.Resources, m.Resource) {
		var args store.Args
		sq := s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(l.Source.Plural)).ColumnExpr("r.id").
			Where("r.id IN (SELECT ? FROM ? WHERE ? = ?)", bun.Ident(l.SourceColumn), bun.Ident(l.Table),
				bun.Ident(l.TargetColumn), args.Bind(rec.Common().ID)).
			OrderExpr("r.id")
		lock := store.Statement{SQL: s.SQL().ForUpdate(sq, "r").String(), Args: args.Values()}
		if err := m.Store.Query(m.Context(), lock); err != nil {
			return nil, err
		}
	}
	return m.findAllowed(key, true, MayDelete)
}

func (m *Mutation) moveToTrash(rec model.Record) (model.Record, error) {
	if isTrashed(rec) {
		return nil, apierror.New(http.StatusGone, m.Resource.Name+"-is-in-trash",
			"This %s is already in the trash. Delete it with force=true to remove it for good.",
			apierror.Resource(m.Resource.Name))
	}
	if err := m.checkPreconditions(rec); err != nil {
		return nil, err
	}
	if err := m.trash(rec); err != nil {
		return nil, err
	}
	return m.readBack(rec)
}

// trash writes a post that is not in the trash there.
func (m *Mutation) trash(rec model.Record) error {
	p := rec.(model.PostRecord).AsPost()
	m.captureBefore(rec)
	p.Status = model.StatusTrash
	m.setModified(rec, false)
	if err := m.trashSlug(p); err != nil {
		return err
	}
	return m.updateRecord(rec)
}

// deleteRow deletes a record permanently and returns it as it last was.
func (m *Mutation) deleteRow(rec model.Record) (model.Record, error) {
	id := rec.Common().ID
	m.statusBefore, m.before = model.StatusOf(rec), SnapshotOf(rec)
	if err := m.runBeforeDelete(rec); err != nil {
		return nil, err
	}
	if err := m.checkNotNeeded(id); err != nil {
		return nil, err
	}
	last, err := m.readBack(rec)
	if err != nil {
		return nil, err
	}
	if err := m.leaveOutDate(rec); err != nil {
		return nil, err
	}
	// The records that have a term are locked before its count is deleted, so that none of
	// them counts it again meanwhile.
	m.bumpVersionsOfLinking(id)
	if t, ok := rec.(model.TermRecord); ok {
		m.releaseTerm(t.AsTerm())
	} else {
		err = m.countTerms(id, model.StatusTrash)
	}
	if err != nil {
		return nil, err
	}
	former, err := m.formerLinks(rec, true)
	if err != nil {
		return nil, err
	}
	var args store.Args
	m.log(Change[model.Record]{ActionDeleted, rec, rec}, former)
	m.run("DELETE FROM ? WHERE id = ?", &args, bun.Ident(m.Resource.Plural), args.Bind(id))
	m.unindexRecord(rec)
	m.deleteFormerSlugs(rec)
	return last, nil
}

// checkNotNeeded refuses to delete a record that is all that a required link of another
// one leads to.  No other write links to it meanwhile, because its row is locked.
func (m *Mutation) checkNotNeeded(id int64) error {
	for _, l := range model.LinksTo(m.Env.Resources, m.Resource) {
		if !l.Required {
			continue
		}
		var args store.Args
		target := args.Bind(id)
		source, table, column := bun.Ident(l.SourceColumn), bun.Ident(l.Table), bun.Ident(l.TargetColumn)
		sq := m.Env.Store.Builder().NewSelect().TableExpr("? AS l", table).ColumnExpr("1").Where("l.? = ?", column, target).
			Where("NOT EXISTS (SELECT 1 FROM ? AS o WHERE o.? = l.? AND o.? <> ?)", table, source, source, column, target).
			Limit(1)
		if l.Source == m.Resource {
			sq.Where("l.? <> ?", source, target)
		}
		needed := false
		err := m.Store.Query(m.Context(),
			store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
				needed = true
				var one int
				return row.Scan(&one)
			}})
		if err != nil {
			return err
		}
		if needed {
			return apierror.New(http.StatusConflict, m.Resource.Name+"-is-needed",
				"At least one %s would be left without its only %s, and the field %s is required. Change or delete it first.",
				apierror.Resource(l.Source.Name), apierror.Resource(m.Resource.Name), apierror.Param(l.Name))
		}
	}
	return nil
}

// run executes a text in bun's notation, with the next round trip.
func (m *Mutation) run(text string, args *store.Args, parts ...any) {
	m.Store.Queue(store.Statement{SQL: m.Env.Store.SQL().Format(text, parts...), Args: args.Values()})
}

// bumpVersionsOfLinking raises the versions of the records that link to the one with the id,
// and removes it from their links caches.
func (m *Mutation) bumpVersionsOfLinking(id int64) {
	for _, l := range model.LinksTo(m.Env.Resources, m.Resource) {
		m.logUnlinked(l, id)
		var args store.Args
		deleted := args.Bind(id)
		m.run("UPDATE ? SET version = version + 1, ? WHERE id IN (SELECT ? FROM ? WHERE ? = ?)", &args,
			bun.Ident(l.Source.Plural),
			linkids.WriteSQL(l.Source, m.Env.Store, "r.version + 1", linkids.Deleted{Resource: m.Resource, ID: deleted}),
			bun.Ident(l.SourceColumn), bun.Ident(l.Table), bun.Ident(l.TargetColumn), deleted)
	}
}

// logUnlinked adds to the audit log the records from which a link leads to one that is about to be
// deleted.
func (m *Mutation) logUnlinked(l *model.Link, id int64) {
	var args store.Args
	sql := m.Env.Store.SQL()
	ids := sql.Format("(SELECT string_agg(CAST(l.? AS text), ',' ORDER BY l.position, l.?) FROM ? AS l WHERE l.? = r.id)",
		bun.Ident(l.TargetColumn), bun.Ident(l.TargetColumn), bun.Ident(l.Table), bun.Ident(l.SourceColumn))
	m.logSelected(l.Source, audit.Selection{
		Action: audit.ActionUnlinked, Patch: audit.LinkPatch(l.Name, ids),
		From: sql.Format("? AS r WHERE r.id IN (SELECT ? FROM ? WHERE ? = ?)", bun.Ident(l.Source.Plural),
			bun.Ident(l.SourceColumn), bun.Ident(l.Table), bun.Ident(l.TargetColumn), args.Bind(id)),
	}, &args)
}

// releaseTerm moves the children of a term to its parent, and deletes its count.
func (m *Mutation) releaseTerm(t *model.Term) {
	if m.Resource.Hierarchical {
		var below store.Args
		m.logSelected(m.Resource, audit.Selection{
			Action: audit.ActionUnlinked, Patch: audit.NumberPatch("parent", "r.parent"),
			From: m.Env.Store.SQL().Format("? AS r WHERE r.parent = ?", bun.Ident(m.Resource.Plural), below.Bind(t.ID)),
		}, &below)
		var args store.Args
		m.run("UPDATE ? SET parent = ?, version = version + 1 WHERE parent = ?", &args,
			bun.Ident(m.Resource.Plural), args.Bind(t.Parent), args.Bind(t.ID))
	}
	var args store.Args
	m.run("DELETE FROM term_counts WHERE term_id = ?", &args, args.Bind(t.ID))
}
