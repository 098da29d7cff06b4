package runtime

import (
	"net/http"

	"github.com/uptrace/bun"

	"almanac/runtime/fault"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// Remove deletes the record that the path names: posts go to the trash, and
// for good with force=true; terms always go for good.
func (r *Request) Remove(k *Kind) (Model, error) {
	d := param.NewDecoder(r.Values)
	r.Common(d)
	force := d.Boolean("force").Or(false)
	r.Dry = d.Boolean("dry_run").Or(false)
	if f := d.Err(); f != nil {
		return nil, f
	}
	key, err := r.Key(k)
	if err != nil {
		return nil, err
	}
	if err := r.refuse(k, key, r.mayDelete); err != nil {
		return nil, err
	}
	return r.transaction(k, false, func(c *Change) (Model, error) {
		if k.Post && !force {
			m, err := c.changeable(key, true, c.mayDelete)
			if err != nil {
				return nil, err
			}
			return c.trash(m)
		}
		m, err := c.alone(key)
		if err != nil {
			return nil, err
		}
		if err := c.precondition(m); err != nil {
			return nil, err
		}
		return c.erase(m)
	})
}

// changeable loads the record that the path names, if the caller may do to it
// what the write is about.
func (c *Change) changeable(key key, lock bool, may func(Model) error) (Model, error) {
	m, err := c.Find(c.context(), c.Store, c.Kind, key, lock)
	if err != nil {
		return nil, err
	}
	return m, may(m)
}

// alone is changeable for a record that is to go.  Those that link to it are
// locked first: writers of links hold the record that has the link before the
// one that it leads to, and who held them the other way round would deadlock.
func (c *Change) alone(key key) (Model, error) {
	c.holdTree()
	m, err := c.changeable(key, false, c.mayDelete)
	if err != nil {
		return nil, err
	}
	s := c.Env.Store
	for _, l := range c.linking() {
		var args store.Args
		sq := s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(l.kind.Plural)).ColumnExpr("r.id").
			Where("r.id IN (SELECT ? FROM ? WHERE ? = ?)", bun.Ident(l.Source), bun.Ident(l.Table), bun.Ident(l.Column), args.Bind(m.Record().ID)).
			OrderExpr("r.id")
		if err := c.Store.Query(c.context(), store.Statement{SQL: s.SQL().ForUpdate(sq, "r").String(), Args: args.Values()}); err != nil {
			return nil, err
		}
	}
	return c.changeable(key, true, c.mayDelete)
}

// incoming is a link that leads to a kind, with the kind that has it.
type incoming struct {
	*Link
	kind *Kind
}

// linking returns the links that lead to the kind.
func (c *Change) linking() []incoming {
	var all []incoming
	for _, k := range c.Env.Kinds {
		for _, link := range k.Links {
			if link.Target == c.Kind {
				all = append(all, incoming{link, k})
			}
		}
	}
	return all
}

// trash moves a post to the trash.
func (c *Change) trash(m Model) (Model, error) {
	p := m.(PostModel).AsPost()
	if p.Status == "trash" {
		return nil, fault.New(http.StatusGone, c.Kind.Name+"-is-in-trash", "This %s is in the trash already. Delete it with force=true to remove it for good.", c.Kind.Name)
	}
	if err := c.precondition(m); err != nil {
		return nil, err
	}
	c.hold(m)
	p.Status = "trash"
	c.stamp(m, false)
	if err := c.trashSlug(p); err != nil {
		return nil, err
	}
	if err := c.update(m); err != nil {
		return nil, err
	}
	return c.answer(m)
}

// erase deletes a record for good and answers it as it last was.
func (c *Change) erase(m Model) (Model, error) {
	id := m.Record().ID
	c.before = status(m)
	last, err := c.answer(m)
	if err != nil {
		return nil, err
	}
	// The records that had a term are held before its count is dropped, so that
	// none of them counts it again meanwhile.
	c.raise(id)
	if c.Kind.Post {
		err = c.count(id, "trash")
	} else {
		c.release(m.(TermModel).AsTerm())
	}
	if err != nil {
		return nil, err
	}
	var args store.Args
	c.done.note(Deleted, last, c.before)
	c.run("DELETE FROM ? WHERE id = ?", &args, bun.Ident(c.Kind.Plural), args.Bind(id))
	c.unindex(m)
	return last, nil
}

// run executes a text in bun's notation, with the next round trip.
func (c *Change) run(text string, args *store.Args, parts ...any) {
	c.Store.Queue(store.Statement{SQL: sqlText(c.Env.Store, text, parts...), Args: args.Values()})
}

// raise makes the records that link to the one with the id new versions, which
// tell of the other links alone, because they are about to lose that one.
func (c *Change) raise(id int64) {
	for _, l := range c.linking() {
		var args store.Args
		gone := args.Bind(id)
		c.run("UPDATE ? SET version = version + 1, ? WHERE id IN (SELECT ? FROM ? WHERE ? = ?)", &args, bun.Ident(l.kind.Plural),
			l.kind.writeLinks(c.Env.Store, "r.version + 1", going{c.Kind, gone}), bun.Ident(l.Source), bun.Ident(l.Table), bun.Ident(l.Column), gone)
	}
}

// release lets go of what hangs on a term: its children move to its parent, and
// its count is dropped.
func (c *Change) release(t *Term) {
	if c.Kind.Nested {
		var args store.Args
		c.run("UPDATE ? SET parent = ?, version = version + 1 WHERE parent = ?", &args,
			bun.Ident(c.Kind.Plural), args.Bind(t.Parent), args.Bind(t.ID))
	}
	var args store.Args
	c.run("DELETE FROM term_counts WHERE term_id = ?", &args, args.Bind(t.ID))
}
