package mutate

import (
	"slices"

	"almanac/runtime/fault"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/validate"
)

// decode reads the body of a write and notes everything that no record could
// take, before any record is looked at.
func (e *Engine) decode(r *request.Request, k *model.Kind, create bool) (Decoded, *longHTML, error) {
	d := param.NewDecoder(r.Values)
	r.Common(d)
	body, html := e.newBody(k), &longHTML{cleaned: map[string]string{}}
	body.Decode(d, create)
	r.Dry = d.Boolean("dry_run").Or(false)
	body.Check(&validate.Form{
		Decoder: d, Zone: e.Deployment.Zone, Now: r.Now, Deployment: &e.Deployment, MaxHTML: e.Limits.HTMLBytes(),
		LongHTML: &html.sent, NewBody: func(k *model.Kind) validate.Body { return e.newBody(k) },
	})
	if !k.Post && !k.Nested && hasParent(r.Values) {
		d.Fail("parent", "rest_taxonomy_not_hierarchical", "parent must be left out: %s form no tree.", k.Plural)
	}
	if f := d.Err(); f != nil {
		return nil, nil, single(f)
	}
	return body, html, nil
}

// hasParent reports whether a parent other than none was sent.
func hasParent(values *param.Values) bool {
	v, ok := values.Lookup("parent")
	if id, number := validate.ID(v); ok && number {
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
func (e *Engine) Create(r *request.Request, k *model.Kind) (model.Model, error) {
	body, html, err := e.decode(r, k, true)
	if err != nil {
		return nil, err
	}
	if err := allow(r, k.Access.Creates(r.Caller)); err != nil {
		return nil, err
	}
	if err := e.cleanHTML(r.Context(), html); err != nil {
		return nil, err
	}
	return e.transaction(r, k, true, func(c *Change) (model.Model, error) {
		c.html = html
		if c.language == "" {
			c.language = r.Env.Deployment.DefaultLanguage()
		}
		m, err := c.create(body)
		if err != nil {
			return nil, err
		}
		return readBack(c, m)
	})
}

// create makes a record from a body, or finds the one that it repeats.
func (c *Change) create(body Decoded) (model.Model, error) { return c.createPending(c.prepare(body)) }

// pending is a new record about which the store has still to be asked.
type pending struct {
	body  Decoded
	model model.Model
	same  model.Model // The record that it repeats; nil when there is none.
}

// prepare makes a new record, and asks for all that has to be known before it can
// be inserted.
func (c *Change) prepare(body Decoded) *pending {
	p := &pending{body: body, model: c.begin(body)}
	if c.Kind.FindSame && c.Origin == nil {
		findExisting(c, p)
	}
	queryNextID(c)
	return p
}

// createPending inserts a new record, or returns the one that it repeats.
func (c *Change) createPending(p *pending) (model.Model, error) {
	m := p.model
	if err := c.outcome(); err != nil {
		return nil, err
	}
	if p.same != nil {
		return p.same, nil
	}
	if err := insertRecord(c, m); err != nil {
		return nil, err
	}
	c.engine.publisher.expect(m)
	return m, nil
}

// begin makes a new record from a body, as far as it goes without asking the
// store.
func (c *Change) begin(body Decoded) model.Model {
	m := c.Kind.New()
	b := m.Record()
	b.Version, b.Language, c.record = 1, c.language, m
	c.stamp(m, true)
	body.apply(c, m)
	restoreOrigin(c, m)
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
func (c *Change) stamp(m model.Model, created bool) {
	b := m.Record()
	b.ModifiedUTC = string(c.UTC())
	if created {
		b.CreatedUTC = b.ModifiedUTC
	}
	p, ok := m.(model.PostModel)
	if ok {
		p.AsPost().Modified = string(c.Local())
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

// Update changes the record that the path names.
func (e *Engine) Update(r *request.Request, k *model.Kind) (model.Model, error) {
	body, html, err := e.decode(r, k, false)
	if err != nil {
		return nil, err
	}
	key, err := query.PathKey(r, k)
	if err != nil {
		return nil, err
	}
	if err := refuse(r, k, key, mayChange); err != nil {
		return nil, err
	}
	if err := e.cleanHTML(r.Context(), html); err != nil {
		return nil, err
	}
	return e.transaction(r, k, false, func(c *Change) (model.Model, error) {
		c.html = html
		c.holdTreeToMove()
		m, err := findAllowed(c, key, true, mayChange)
		if err != nil {
			return nil, err
		}
		if err := checkPreconditions(c, m); err != nil {
			return nil, err
		}
		if !changesRecord(c, m) {
			return readBack(c, m)
		}
		if err := c.amend(body, m); err != nil {
			return nil, err
		}
		return readBack(c, m)
	})
}

// changesRecord reports whether the request says anything about the record that an update
// can change: fields that are unknown or generated do not, nor does null for terms.
func changesRecord(c *Change, m model.Model) bool {
	terms := func(name string) bool {
		return slices.ContainsFunc(c.Kind.Links, func(l *model.Link) bool { return l.Name == name && !l.Target.Post })
	}
	return c.Language != "" && c.Language != m.Record().Language || slices.ContainsFunc(c.Kind.Args, func(a *model.Arg) bool {
		value, sent := c.Values.Lookup(a.Name)
		return sent && (value != nil || !terms(a.Name))
	})
}

// refuse answers callers who may write nothing of the kind, so that they begin no
// transaction and lock no record: 404 for an unknown record, else 401 or 403.
// It returns nil for everybody else.
func refuse(r *request.Request, k *model.Kind, key query.Key, may func(*request.Request, model.Model) error) error {
	if k.Access.Writes(r.Caller) {
		return nil
	}
	m, err := query.Find(r, r.Context(), r.Env.Store.Primary(), k, key, false)
	if err != nil {
		return err
	}
	return may(r, m)
}

// amend applies a body to a stored record and saves it.
func (c *Change) amend(body Decoded, m model.Model) error {
	b := m.Record()
	before, slug := model.StatusOf(m), b.Slug
	c.hold(m)
	if c.Language != "" {
		b.Language = c.Language
	}
	c.language = b.Language
	c.stamp(m, false)
	body.apply(c, m)
	restoreOrigin(c, m)
	if err := c.outcome(); err != nil {
		return err
	}
	if p, ok := m.(model.PostModel); ok {
		if err := moveTrashSlug(c, p.AsPost(), before, slug); err != nil {
			return err
		}
	}
	if err := updateRecord(c, m); err != nil {
		return err
	}
	c.engine.publisher.expect(m)
	return nil
}

// moveTrashSlug gives slugs up and regains them as a record goes into the trash
// and comes back.
func moveTrashSlug(c *Change, p *model.Post, before, slug string) error {
	switch {
	case p.Status == "trash" && (before != "trash" || p.Slug != slug):
		return trashSlug(c, p)
	case before == "trash" && p.Status != "trash" && p.Slug == slug:
		return regainSlug(c, p)
	case p.Status != "trash":
		p.WantedSlug = ""
	}
	return nil
}
