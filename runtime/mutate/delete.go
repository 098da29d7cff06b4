package mutate

import (
	"net/http"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/linkids"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Delete deletes the record with the key: posts go to the trash, and
// for good with force=true; terms and other records always go for good.
func (e *Engine) Delete(r *request.Request, k *model.Resource, key query.Key) (Result, error) {
	if f := r.Params.Err(); f != nil {
		return Result{}, f
	}
	if err := rejectReadOnly(r, k, key, MayDelete); err != nil {
		return Result{}, err
	}
	return e.transaction(r, k, false, func(c *Mutation) (model.Record, error) {
		if k.Post && !r.Force {
			m, err := c.findAllowed(key, true, MayDelete)
			if err != nil {
				return nil, err
			}
			return c.moveToTrash(m)
		}
		m, err := c.findForDelete(key)
		if err != nil {
			return nil, err
		}
		if err := c.checkPreconditions(m); err != nil {
			return nil, err
		}
		return c.deleteRow(m)
	})
}

// findAllowed loads the record that the path names, if the caller may do to it
// what the write is about.
func (c *Mutation) findAllowed(key query.Key, lock bool, may func(*request.Request, model.Record) error) (model.Record, error) {
	m, err := query.Find(c.context(), c.Request, c.Store, c.Kind, key, lock)
	if err != nil {
		return nil, err
	}
	return m, may(c.Request, m)
}

// findForDelete loads the record to delete.  Records that link to it are locked
// first: writers of links lock the record that has the link before the linked one,
// and the other order would deadlock.
func (c *Mutation) findForDelete(key query.Key) (model.Record, error) {
	c.lockTree()
	m, err := c.findAllowed(key, false, MayDelete)
	if err != nil {
		return nil, err
	}
	s := c.Env.Store
	for _, l := range c.engine.linksTo(c.Kind) {
		var args store.Args
		sq := s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(l.Source.Plural)).ColumnExpr("r.id").
			Where("r.id IN (SELECT ? FROM ? WHERE ? = ?)", bun.Ident(l.SourceColumn), bun.Ident(l.Table), bun.Ident(l.TargetColumn), args.Bind(m.Common().ID)).
			OrderExpr("r.id")
		if err := c.Store.Query(c.context(), store.Statement{SQL: s.SQL().ForUpdate(sq, "r").String(), Args: args.Values()}); err != nil {
			return nil, err
		}
	}
	return c.findAllowed(key, true, MayDelete)
}

// linksTo returns the links that lead to a resource.
func (e *Engine) linksTo(target *model.Resource) []*model.Link {
	var all []*model.Link
	for _, k := range e.Resources {
		for _, link := range k.Links {
			if link.Target == target {
				all = append(all, link)
			}
		}
	}
	return all
}

// moveToTrash moves a post to the trash.
func (c *Mutation) moveToTrash(m model.Record) (model.Record, error) {
	p := m.(model.PostRecord).AsPost()
	if p.Status == model.StatusTrash {
		return nil, apierror.New(http.StatusGone, c.Kind.Name+"-is-in-trash", "This %s is in the trash already. Delete it with force=true to remove it for good.", c.Kind.Name)
	}
	if err := c.checkPreconditions(m); err != nil {
		return nil, err
	}
	c.captureBefore(m)
	p.Status = model.StatusTrash
	c.setModified(m, false)
	if err := c.trashSlug(p); err != nil {
		return nil, err
	}
	if err := c.updateRecord(m); err != nil {
		return nil, err
	}
	return c.readBack(m)
}

// deleteRow deletes a record for good and answers it as it last was.
func (c *Mutation) deleteRow(m model.Record) (model.Record, error) {
	id := m.Common().ID
	c.statusBefore = model.StatusOf(m)
	if err := c.runBeforeDelete(m); err != nil {
		return nil, err
	}
	if err := c.checkNotNeeded(id); err != nil {
		return nil, err
	}
	last, err := c.readBack(m)
	if err != nil {
		return nil, err
	}
	// The records that had a term are held before its count is dropped, so that
	// none of them counts it again meanwhile.
	c.bumpVersionsOfLinking(id)
	if t, ok := m.(model.TermRecord); ok {
		c.releaseTerm(t.AsTerm())
	} else {
		err = c.countTerms(id, model.StatusTrash)
	}
	if err != nil {
		return nil, err
	}
	var args store.Args
	c.actions.note(Change[model.Record]{ActionDeleted, m, m})
	c.run("DELETE FROM ? WHERE id = ?", &args, bun.Ident(c.Kind.Plural), args.Bind(id))
	c.unindexRecord(m)
	return last, nil
}

// checkNotNeeded refuses to delete a record that is all that a required link of another
// one leads to.  Nobody links to it meanwhile, because findForDelete has locked it.
func (c *Mutation) checkNotNeeded(id int64) error {
	for _, l := range c.engine.linksTo(c.Kind) {
		if !l.Required {
			continue
		}
		var args store.Args
		target := args.Bind(id)
		source, table, column := bun.Ident(l.SourceColumn), bun.Ident(l.Table), bun.Ident(l.TargetColumn)
		sq := c.Env.Store.Builder().NewSelect().TableExpr("? AS l", table).ColumnExpr("1").Where("l.? = ?", column, target).
			Where("NOT EXISTS (SELECT 1 FROM ? AS o WHERE o.? = l.? AND o.? <> ?)", table, source, source, column, target).Limit(1)
		if l.Source == c.Kind {
			sq.Where("l.? <> ?", source, target)
		}
		needed := false
		err := c.Store.Query(c.context(), store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			needed = true
			var one int
			return row.Scan(&one)
		}})
		if err != nil {
			return err
		}
		if needed {
			return apierror.New(http.StatusConflict, c.Kind.Name+"-is-needed", "This %s is the only one in %s of another %s, which needs one. Change or delete that first.", c.Kind.Name, l.Name, l.Source.Name)
		}
	}
	return nil
}

// run executes a text in bun's notation, with the next round trip.
func (c *Mutation) run(text string, args *store.Args, parts ...any) {
	c.Store.Queue(store.Statement{SQL: c.Env.Store.SQL().Format(text, parts...), Args: args.Values()})
}

// bumpVersionsOfLinking makes the records that link to the one with the id new versions, which
// tell of the other links alone, because they are about to lose that one.
func (c *Mutation) bumpVersionsOfLinking(id int64) {
	for _, l := range c.engine.linksTo(c.Kind) {
		var args store.Args
		gone := args.Bind(id)
		c.run("UPDATE ? SET version = version + 1, ? WHERE id IN (SELECT ? FROM ? WHERE ? = ?)", &args, bun.Ident(l.Source.Plural),
			linkids.WriteSQL(l.Source, c.Env.Store, "r.version + 1", linkids.Deleted{Kind: c.Kind, ID: gone}), bun.Ident(l.SourceColumn), bun.Ident(l.Table), bun.Ident(l.TargetColumn), gone)
	}
}

// releaseTerm lets go of what hangs on a term: its children move to its parent, and
// its count is dropped.
func (c *Mutation) releaseTerm(t *model.Term) {
	if c.Kind.Hierarchical {
		var args store.Args
		c.run("UPDATE ? SET parent = ?, version = version + 1 WHERE parent = ?", &args,
			bun.Ident(c.Kind.Plural), args.Bind(t.Parent), args.Bind(t.ID))
	}
	var args store.Args
	c.run("DELETE FROM term_counts WHERE term_id = ?", &args, args.Bind(t.ID))
}
