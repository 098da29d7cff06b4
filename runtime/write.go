package runtime

import (
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/fault"
	"almanac/runtime/filter"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// decode reads the body of a write and notes everything that no record could
// take, before any record is looked at.
func (r *Request) decode(k *Kind, create bool) (Body, error) {
	d := param.NewDecoder(r.Values)
	r.common(d)
	body := k.NewBody()
	body.Decode(d, create)
	r.dry = d.Boolean("dry_run").Or(false)
	body.Check(&Form{Decoder: d, Zone: r.Env.Deployment.Zone, Now: r.Now, deployment: &r.Env.Deployment})
	if !k.Post && !k.Nested && r.hasParent() {
		d.Fail("parent", "rest_taxonomy_not_hierarchical", "parent must be left out: %s form no tree.", k.Plural)
	}
	if f := d.Err(); f != nil {
		return nil, single(f)
	}
	return body, nil
}

// hasParent reports whether a parent other than none was sent.
func (r *Request) hasParent() bool {
	v, ok := r.Values.Lookup("parent")
	if id, number := identifier(v); ok && number {
		return id != 0
	}
	return ok && v != nil && v != ""
}

// single gives an error the code of its only problem where clients of the peer
// know that code.
func single(f *fault.Error) *fault.Error {
	for _, detail := range f.Params {
		if len(f.Params) == 1 && len(f.Missing) == 0 && detail.Code != fault.InvalidParam {
			// Such an answer stands for itself and names no parameters.
			f.Code, f.Message, f.Params = detail.Code, detail.Message, nil
		}
	}
	return f
}

// create makes a record from the request.
func (r *Request) create(k *Kind) (Model, error) {
	body, err := r.decode(k, true)
	if err != nil {
		return nil, err
	}
	if err := r.allow(k.Access.Creates(r.Caller)); err != nil {
		return nil, err
	}
	return r.transaction(k, true, func(c *Change) (Model, error) {
		if c.language == "" {
			c.language = r.Env.Deployment.DefaultLanguage()
		}
		m, err := c.create(body)
		if err != nil {
			return nil, err
		}
		return c.answer(m.Record().ID)
	})
}

// create makes a record from a body, or finds the one that it repeats.
func (c *Change) create(body Body) (Model, error) {
	m := c.Kind.New()
	b := m.Record()
	b.Version, b.Language = 1, c.language
	c.stamp(m, true)
	body.Apply(c, m)
	c.former(m)
	if err := c.outcome(); err != nil {
		return nil, err
	}
	if c.Kind.FindSame && c.Origin == nil {
		same, err := c.findSame(body, m)
		if err != nil || same != nil {
			return same, err
		}
	}
	if err := c.insert(m); err != nil {
		return nil, err
	}
	c.Env.publisher.expect(m)
	return m, nil
}

// outcome returns what went wrong while a body was applied, nil when nothing
// did.
func (c *Change) outcome() error {
	if c.err != nil {
		return c.err
	}
	if f := c.Problems.Err(nil); f != nil {
		return single(f)
	}
	return nil
}

// stamp sets the times of the record's last change, and of its creation.
func (c *Change) stamp(m Model, created bool) {
	b := m.Record()
	b.ModifiedUTC = string(c.utc())
	if created {
		b.CreatedUTC = b.ModifiedUTC
	}
	p, ok := m.(PostModel)
	if ok {
		p.AsPost().Modified = string(c.local())
	}
	if c.Origin == nil || c.Origin.ModifiedUTC == "" {
		return
	}
	b.ModifiedUTC = c.Origin.ModifiedUTC
	if ok {
		p.AsPost().Modified = c.Origin.Modified
	}
	if c.Origin.CreatedUTC != "" {
		b.CreatedUTC = c.Origin.CreatedUTC
	}
}

// findSame returns the record that a create repeats: same name but for case,
// and every other field that was sent equal to the stored one.  It returns nil
// when there is none.
func (c *Change) findSame(body Body, fresh Model) (Model, error) {
	fresh.Derive()
	s, k := c.Env.Store, c.Kind
	key := sortKey(fresh)
	if err := s.Lock(c.context(), c.Store, k.Plural+"/same/"+key); err != nil {
		return nil, err
	}
	var args store.Args
	sq := withRecordColumns(s.Builder().NewSelect().Model(k.New()), k).
		Where("? = ?", bun.Ident(k.Name+"."+k.NameSort), args.Bind(key)).OrderExpr("?", bun.Ident(k.Name+".id"))
	c.scope().Anywhere().Visible(k.Access, &args, k.Name, filter.On(sq))
	var same Model
	err := c.Store.Query(c.context(), store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		m, err := scanRecord(k, row)
		if err == nil && same == nil && strings.EqualFold(*m.DisplayName(), *fresh.DisplayName()) &&
			m.Record().Language == fresh.Record().Language && body.Repeats(fresh, m) {
			same = m
		}
		return err
	}})
	return same, err
}

// amend changes the record that the path names.
func (r *Request) amend(k *Kind) (Model, error) {
	body, err := r.decode(k, false)
	if err != nil {
		return nil, err
	}
	key, err := r.key(k)
	if err != nil {
		return nil, err
	}
	if err := r.refuse(k, key, r.mayChange); err != nil {
		return nil, err
	}
	return r.transaction(k, false, func(c *Change) (Model, error) {
		m, err := c.changeable(key, true, c.mayChange)
		if err != nil {
			return nil, err
		}
		if err := c.precondition(m); err != nil {
			return nil, err
		}
		if err := c.amend(body, m); err != nil {
			return nil, err
		}
		return c.answer(m.Record().ID)
	})
}

// refuse answers callers who may write nothing of the kind, so that they begin no
// transaction and lock no record: 404 for an unknown record, else 401 or 403.
// It returns nil for everybody else.
func (r *Request) refuse(k *Kind, key key, may func(Model) error) error {
	if k.Access.Writes(r.Caller) {
		return nil
	}
	m, err := r.find(r.Context(), r.Env.Store.Read(), k, key, false)
	if err != nil {
		return err
	}
	return may(m)
}

// amend applies a body to a stored record and saves it.
func (c *Change) amend(body Body, m Model) error {
	b := m.Record()
	before, slug := status(m), b.Slug
	if c.Language != "" {
		b.Language = c.Language
	}
	c.language = b.Language
	c.stamp(m, false)
	body.Apply(c, m)
	c.former(m)
	if err := c.outcome(); err != nil {
		return err
	}
	if p, ok := m.(PostModel); ok {
		if err := c.moveTrash(p.AsPost(), before, slug); err != nil {
			return err
		}
	}
	if err := c.update(m, before); err != nil {
		return err
	}
	c.Env.publisher.expect(m)
	return nil
}

// moveTrash gives slugs up and regains them as a record goes into the trash
// and comes back.
func (c *Change) moveTrash(p *Post, before, slug string) error {
	switch {
	case p.Status == "trash" && (before != "trash" || p.Slug != slug):
		return c.trashSlug(p)
	case before == "trash" && p.Status != "trash" && p.Slug == slug:
		return c.regainSlug(p)
	case p.Status != "trash":
		p.WantedSlug = ""
	}
	return nil
}

// answer reads a record back inside the transaction, with all that is linked
// and the counts as they are now.
func (c *Change) answer(id int64) (Model, error) {
	if err := c.counts.flush(c.context(), c.Env.Store, c.Store); err != nil {
		return nil, err
	}
	m, err := c.find(c.context(), c.Store, c.Kind, key{id: id}, false)
	if err != nil {
		return nil, err
	}
	return m, c.attach(c.context(), c.Store, c.Kind, []Model{m})
}
