package runtime

import (
	"slices"

	"almanac/runtime/fault"
	"almanac/runtime/param"
)

// decode reads the body of a write and notes everything that no record could
// take, before any record is looked at.
func (r *Request) decode(k *Kind, create bool) (Body, error) {
	d := param.NewDecoder(r.Values)
	r.Common(d)
	body := k.NewBody()
	body.Decode(d, create)
	r.Dry = d.Boolean("dry_run").Or(false)
	body.Check(&Form{Decoder: d, Zone: r.Env.Deployment.Zone, Now: r.Now, deployment: &r.Env.Deployment, request: r})
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

// Create makes a record from the request.
func (r *Request) Create(k *Kind) (Model, error) {
	body, err := r.decode(k, true)
	if err != nil {
		return nil, err
	}
	if err := r.allow(k.Access.Creates(r.Caller)); err != nil {
		return nil, err
	}
	if err := r.cleanHTML(); err != nil {
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
		return c.answer(m)
	})
}

// create makes a record from a body, or finds the one that it repeats.
func (c *Change) create(body Body) (Model, error) { return c.createPending(c.prepare(body)) }

// pending is a new record about which the store has still to be asked.
type pending struct {
	body  Body
	model Model
	same  Model // The record that it repeats; nil when there is none.
}

// prepare makes a new record, and asks for all that has to be known before it can
// be inserted.
func (c *Change) prepare(body Body) *pending {
	p := &pending{body: body, model: c.begin(body)}
	if c.Kind.FindSame && c.Origin == nil {
		c.findSame(p)
	}
	c.drawID()
	return p
}

// createPending inserts a new record, or returns the one that it repeats.
func (c *Change) createPending(p *pending) (Model, error) {
	m := p.model
	if err := c.outcome(); err != nil {
		return nil, err
	}
	if p.same != nil {
		return p.same, nil
	}
	if err := c.insert(m); err != nil {
		return nil, err
	}
	c.Env.Publisher.expect(m)
	return m, nil
}

// begin makes a new record from a body, as far as it goes without asking the
// store.
func (c *Change) begin(body Body) Model {
	m := c.Kind.New()
	b := m.Record()
	b.Version, b.Language, c.record = 1, c.language, m
	c.stamp(m, true)
	body.Apply(c, m)
	c.former(m)
	return m
}

// outcome answers what the body made it necessary to ask, and returns what went
// wrong while it was applied, nil when nothing did.
func (c *Change) outcome() error {
	if err := c.settle(); err != nil {
		return err
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

// Amend changes the record that the path names.
func (r *Request) Amend(k *Kind) (Model, error) {
	body, err := r.decode(k, false)
	if err != nil {
		return nil, err
	}
	key, err := r.Key(k)
	if err != nil {
		return nil, err
	}
	if err := r.refuse(k, key, r.mayChange); err != nil {
		return nil, err
	}
	if err := r.cleanHTML(); err != nil {
		return nil, err
	}
	return r.transaction(k, false, func(c *Change) (Model, error) {
		c.holdTreeToMove()
		m, err := c.changeable(key, true, c.mayChange)
		if err != nil {
			return nil, err
		}
		if err := c.precondition(m); err != nil {
			return nil, err
		}
		if !c.writes(m) {
			return c.answer(m)
		}
		if err := c.amend(body, m); err != nil {
			return nil, err
		}
		return c.answer(m)
	})
}

// writes reports whether the request says anything about the record that an update
// can change: fields that are unknown or generated do not, nor does null for terms.
func (c *Change) writes(m Model) bool {
	terms := func(name string) bool {
		return slices.ContainsFunc(c.Kind.Links, func(l *Link) bool { return l.Name == name && !l.Target.Post })
	}
	return c.Language != "" && c.Language != m.Record().Language || slices.ContainsFunc(c.Kind.Args, func(a *Arg) bool {
		value, sent := c.Values.Lookup(a.Name)
		return sent && (value != nil || !terms(a.Name))
	})
}

// refuse answers callers who may write nothing of the kind, so that they begin no
// transaction and lock no record: 404 for an unknown record, else 401 or 403.
// It returns nil for everybody else.
func (r *Request) refuse(k *Kind, key key, may func(Model) error) error {
	if k.Access.Writes(r.Caller) {
		return nil
	}
	m, err := r.Find(r.Context(), r.Env.Store.Primary(), k, key, false)
	if err != nil {
		return err
	}
	return may(m)
}

// amend applies a body to a stored record and saves it.
func (c *Change) amend(body Body, m Model) error {
	b := m.Record()
	before, slug := status(m), b.Slug
	c.hold(m)
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
	if err := c.update(m); err != nil {
		return err
	}
	c.Env.Publisher.expect(m)
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
