package mutate

import (
	"slices"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/validate"
)

// decode reads the body of a write and notes everything that no record could
// take, before any record is looked at.
func (e *Engine) decode(r *request.Request, k *model.Resource, create bool) (DecodedInput, *longHTML, error) {
	d, body, html := r.Params, e.newBody(k), &longHTML{cleaned: map[string]string{}}
	body.Decode(d, create)
	body.Validate(&validate.Validator{
		Decoder: d, Zone: e.Deployment.Zone, Now: r.Now, Deployment: &e.Deployment, MaxHTML: e.Limits.HTMLBytes(),
		LongHTML: &html.sent, NewBody: func(k *model.Resource) validate.Input { return e.newBody(k) },
	})
	if k.Term && !k.Hierarchical && hasParent(r.Values) {
		d.AddError("parent", "rest_taxonomy_not_hierarchical", "parent must be left out: %s form no tree.", k.Plural)
	}
	if f := d.Err(); f != nil {
		return nil, nil, promoteOnlyError(f)
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

// promoteOnlyError gives an error the code of its only problem where clients of The Events Calendar
// know that code.
func promoteOnlyError(f *apierror.Error) *apierror.Error {
	for name, detail := range f.Params {
		if len(f.Params) == 1 && len(f.Missing) == 0 && detail.Code != apierror.CodeInvalidParam {
			// Such a response stands for itself and names no parameters.
			f.Field, f.Code, f.Message, f.Params = name, detail.Code, detail.Message, nil
		}
	}
	return f
}

// Create makes a record from the request.
func (e *Engine) Create(r *request.Request, k *model.Resource) (Result, error) {
	body, html, err := e.decode(r, k, true)
	if err != nil {
		return Result{}, err
	}
	if err := allow(r, k.Permissions.CanCreate(r.Caller)); err != nil {
		return Result{}, err
	}
	if err := e.cleanHTML(r.Context(), html); err != nil {
		return Result{}, err
	}
	return e.transaction(r, k, true, func(c *Mutation) (model.Record, error) {
		c.html = html
		m, err := c.create(body)
		if err != nil {
			return nil, err
		}
		return c.readBack(m)
	})
}

// create makes a record from a body, or finds the one that it repeats.
func (c *Mutation) create(body DecodedInput) (model.Record, error) {
	return c.createPending(c.prepare(body))
}

// preparedCreate is a new record about which the store has still to be asked.
type preparedCreate struct {
	input    DecodedInput
	record   model.Record
	existing model.Record // The record that it repeats; nil when there is none.
}

// prepare makes a new record, and asks for all that has to be known before it can
// be inserted.
func (c *Mutation) prepare(body DecodedInput) *preparedCreate {
	p := &preparedCreate{input: body, record: c.begin(body)}
	c.runBeforeValidate(p.record)
	switch k := c.Kind; {
	case c.Imported != nil:
	case k.FindOrCreate:
		c.findExisting(p)
	case k.Post && len(c.Errors) == 0: // It is likely that the record comes to be.
		c.queueQuery(func() error { return nil }, c.Env.Store.SQL().NextIDStatement(k.IDTable, k.Name, &c.id))
	}
	return p
}

// begin makes a new record from a body, as far as it goes without asking the
// store.
func (c *Mutation) begin(body DecodedInput) model.Record {
	m := c.Kind.New()
	m.Common().Version, c.record = 1, m
	if n, ok := m.(model.NamedRecord); ok {
		n.AsNamed().Language = c.language
	}
	c.setModified(m, true)
	body.apply(c, m)
	c.restoreOrigin(m)
	return m
}

// setModified sets the times of the record's last change, and of its creation.
func (c *Mutation) setModified(m model.Record, created bool) {
	b := m.Common()
	b.ModifiedUTC = string(c.UTC())
	if created {
		b.CreatedUTC = b.ModifiedUTC
	}
	p, ok := m.(model.PostRecord)
	if ok {
		p.AsPost().Modified = string(c.Local())
	}
	if c.Imported == nil || c.Imported.ModifiedUTC == "" {
		return
	}
	b.ModifiedUTC = c.Imported.ModifiedUTC
	if ok {
		p.AsPost().Modified = c.Imported.Modified
	}
	if c.Imported.CreatedUTC != "" {
		b.CreatedUTC = c.Imported.CreatedUTC
	}
}

// createPending inserts a new record, or returns the one that it repeats.
func (c *Mutation) createPending(p *preparedCreate) (model.Record, error) {
	m := p.record
	if err := c.validationErr(); err != nil {
		return nil, err
	}
	if p.existing != nil {
		return p.existing, nil
	}
	if err := c.insertRecord(m); err != nil {
		return nil, err
	}
	c.engine.publisher.note(m)
	return m, nil
}

// validationErr runs the queries that Apply has collected, and returns the errors of
// the body, nil when there are none.
func (c *Mutation) validationErr() error {
	if err := c.runQueries(); err != nil {
		return err
	}
	if f := c.Errors.Err(nil); f != nil {
		return promoteOnlyError(f)
	}
	return nil
}

// Update changes the record with the key.
func (e *Engine) Update(r *request.Request, k *model.Resource, key query.Key) (Result, error) {
	body, html, err := e.decode(r, k, false)
	if err != nil {
		return Result{}, err
	}
	if err := rejectReadOnly(r, k, key, MayChange); err != nil {
		return Result{}, err
	}
	if err := e.cleanHTML(r.Context(), html); err != nil {
		return Result{}, err
	}
	return e.transaction(r, k, false, func(c *Mutation) (model.Record, error) {
		c.html = html
		c.lockTreeToMove()
		m, err := c.findAllowed(key, true, MayChange)
		if err != nil {
			return nil, err
		}
		if err := c.checkPreconditions(m); err != nil {
			return nil, err
		}
		if !c.changesRecord(m) {
			return c.readBack(m)
		}
		if err := c.applyUpdate(body, m); err != nil {
			return nil, err
		}
		return c.readBack(m)
	})
}

// changesRecord reports whether the request says anything about the record that an update
// can change: fields that are unknown or generated do not, nor does null for terms.
func (c *Mutation) changesRecord(m model.Record) bool {
	terms := func(name string) bool {
		return slices.ContainsFunc(c.Kind.Links, func(l *model.Link) bool { return l.Name == name && l.Target.Term })
	}
	n, ok := m.(model.NamedRecord)
	return ok && c.Language != "" && c.Language != n.AsNamed().Language || slices.ContainsFunc(c.Kind.Args, func(a *model.Arg) bool {
		value, sent := c.Values.Lookup(a.Name)
		return sent && (value != nil || !terms(a.Name))
	})
}

// rejectReadOnly answers callers who may write nothing of the resource, so that they begin no
// transaction and lock no record: 404 for an unknown record, else 401 or 403.
// It returns nil for everybody else.
func rejectReadOnly(r *request.Request, k *model.Resource, key query.Key, may func(*request.Request, model.Record) error) error {
	if k.Permissions.CanWrite(r.Caller) {
		return nil
	}
	m, err := query.Find(r.Context(), r, r.Env.Store.Primary(), k, key, false)
	if err != nil {
		return err
	}
	return may(r, m)
}

// applyUpdate applies a body to a stored record and saves it.
func (c *Mutation) applyUpdate(body DecodedInput, m model.Record) error {
	before, slug := model.StatusOf(m), ""
	c.captureBefore(m)
	stored := c.storedState(m)
	if n, ok := m.(model.NamedRecord); ok {
		named := n.AsNamed()
		slug = named.Slug
		if c.Language != "" {
			named.Language = c.Language
		}
		c.language = named.Language
	}
	c.setModified(m, false)
	body.apply(c, m)
	c.restoreOrigin(m)
	c.runBeforeValidate(m)
	if err := c.validationErr(); err != nil {
		return err
	}
	if stored.restore(c, m) {
		return nil
	}
	if p, ok := m.(model.PostRecord); ok {
		if err := c.updateTrashSlug(p.AsPost(), before, slug); err != nil {
			return err
		}
	}
	if err := c.updateRecord(m); err != nil {
		return err
	}
	c.engine.publisher.note(m)
	return nil
}
