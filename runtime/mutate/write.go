package mutate

import (
	"fmt"
	"slices"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/recurrence"
	"almanac/runtime/request"
	"almanac/runtime/validate"
)

// validate returns the errors of parameters, and of everything in a body that no record could
// take, before any record is looked at.
func (e *Engine) validate(r *request.Request, res *model.Resource, body Body) (*longHTML, error) {
	d, html := r.Params, &longHTML{cleaned: map[string]string{}}
	body.Validate(&validate.Validator{
		Decoder: d, Zone: e.Deployment.Zone, Now: r.Now, Deployment: &e.Deployment, MaxHTML: e.Limits.HTMLBytes(),
		LongHTML: &html.sent, NewBody: func(res *model.Resource) validate.Input { return e.NewBody(res) },
	})
	if res.Term && !res.Hierarchical && hasParent(r.Values) {
		d.AddError("parent", "rest_taxonomy_not_hierarchical", "Omit %s: %s cannot be nested.",
			apierror.Param("parent"), apierror.Resource(res.Plural))
	}
	if f := d.Err(); f != nil {
		return nil, promoteOnlyError(f)
	}
	return html, nil
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
			// Such a response names no parameters.
			f.Field, f.Code, f.Message, f.Params = name, detail.Code, detail.Message, nil
		}
	}
	return f
}

// Create makes a record from a body.
func (e *Engine) Create(r *request.Request, res *model.Resource, body Body) (_ Result, err error) {
	defer func() { keep(r, err) }()
	body, done := body.accept(r, res.Plural, true)
	defer done()
	html, err := e.validate(r, res, body)
	if err != nil {
		return Result{}, err
	}
	if err := Allow(r, res.Permissions.CanCreate(r.Caller)); err != nil {
		return Result{}, err
	}
	if err := e.cleanHTML(r.Context(), html); err != nil {
		return Result{}, err
	}
	return e.transaction(r, res, true, func(m *Mutation) (model.Record, error) {
		m.html = html
		rec, err := m.create(body)
		if err != nil {
			return nil, err
		}
		return m.readBack(rec)
	})
}

// create makes a record from a body, or finds the one that it repeats.
func (m *Mutation) create(body Body) (model.Record, error) {
	return m.createPending(m.prepare(body))
}

// preparedCreate is a new record whose queries have not run yet.
type preparedCreate struct {
	input    Body
	record   model.Record
	existing model.Record  // The record that it repeats; nil when there is none.
	series   *storedSeries // That the record begins; nil for a single one.
}

// prepare makes a new record, and queues the queries that it needs before it can be
// inserted.
func (m *Mutation) prepare(body Body) *preparedCreate {
	p := &preparedCreate{input: body, record: m.begin(body)}
	m.runBeforeValidate(p.record)
	if m.recurrence != nil && m.recurrence.input != nil && len(m.Errors) == 0 {
		p.series = m.beginSeries(p.record)
	}
	switch res := m.Resource; {
	case m.Imported != nil:
	case res.FindOrCreate:
		m.findExisting(p)
	case res.Post && len(m.Errors) == 0: // The record will probably be inserted.
		m.queueQuery(func() error { return nil }, m.Env.Store.SQL().NextIDStatement(res.IDTable, res.Name, &m.id))
	}
	return p
}

// begin makes a new record from a body, as far as that needs no query.
func (m *Mutation) begin(body Body) model.Record {
	rec := m.Resource.New()
	rec.Common().Version, m.record = 1, rec
	if n, ok := rec.(model.NamedRecord); ok {
		n.AsNamed().Language = m.language
	}
	m.setModified(rec, true)
	body.apply(m, rec)
	m.restoreOrigin(rec)
	return rec
}

// setModified sets the times of the record's last change, and of its creation.
func (m *Mutation) setModified(rec model.Record, created bool) {
	b := rec.Common()
	b.ModifiedUTC = string(m.UTC())
	if created {
		b.CreatedUTC = b.ModifiedUTC
	}
	p, ok := rec.(model.PostRecord)
	if ok {
		p.AsPost().Modified, p.AsPost().Edited = string(m.Local()), ""
	}
	if m.Imported == nil || m.Imported.ModifiedUTC == "" {
		return
	}
	b.ModifiedUTC = m.Imported.ModifiedUTC
	if ok {
		p.AsPost().Modified = m.Imported.Modified
	}
	if m.Imported.CreatedUTC != "" {
		b.CreatedUTC = m.Imported.CreatedUTC
	}
}

// createPending inserts a new record, or returns the one that it repeats.
func (m *Mutation) createPending(p *preparedCreate) (model.Record, error) {
	rec := p.record
	if err := m.validationErr(); err != nil {
		return nil, err
	}
	if p.existing != nil {
		return p.existing, nil
	}
	var others []recurrence.Date
	var err error
	if p.series != nil {
		if others, err = m.createSeries(p.series, rec); err != nil {
			return nil, err
		}
	}
	if err := m.insertRecord(rec); err != nil {
		return nil, err
	}
	m.engine.publisher.add(rec)
	return rec, m.insertDates(p.series, others)
}

// validationErr runs the queries that Apply has collected, and returns the errors of
// the body, nil when there are none.
func (m *Mutation) validationErr() error {
	if err := m.runQueries(); err != nil {
		return err
	}
	if f := m.Errors.Err(nil); f != nil {
		return promoteOnlyError(f)
	}
	return nil
}

// Update changes the record with the key.
func (e *Engine) Update(r *request.Request, res *model.Resource, key query.Key, body Body) (_ Result, err error) {
	defer func() {
		err = e.nameNewSlug(r, res, key, err)
		keep(r, err)
	}()
	act, may, target := body.action(), MayChange, fmt.Sprintf("%s %d %s", res.Plural, key.ID, key.Slug)
	mayWrite := res.Permissions.CanWrite(r.Caller)
	if act != nil {
		target, mayWrite = target+" "+act.Name, res.MayAct(act, r.Caller)
		may = func(r *request.Request, rec model.Record) error { return MayAct(act, r, rec) }
	}
	body, done := body.accept(r, target, false)
	defer done()
	html, err := e.validate(r, res, body)
	if err != nil {
		return Result{}, err
	}
	if err := rejectReadOnly(r, res, key, mayWrite, may); err != nil {
		return Result{}, err
	}
	if err := e.cleanHTML(r.Context(), html); err != nil {
		return Result{}, err
	}
	return e.transaction(r, res, false, func(m *Mutation) (model.Record, error) {
		m.html, m.action = html, act
		m.lockTreeToMove()
		rec, err := m.findAllowed(key, true, may)
		if err != nil {
			return nil, err
		}
		if err := m.checkPreconditions(rec); err != nil {
			return nil, err
		}
		if act != nil {
			if err := CheckAction(act, rec); err != nil {
				return nil, err
			}
		}
		if act != nil || !m.isEmpty(rec) {
			apply := m.applyUpdate
			if model.OccurrenceOf(rec) != nil && m.Series.Several() {
				apply = m.updateSeries
			}
			if err := apply(body, rec); err != nil {
				return nil, err
			}
		}
		return m.readBack(rec)
	})
}

// isEmpty reports whether the request sends nothing that an update can change: unknown and
// generated fields cannot be, nor terms by null.  Hooks do not run for such a request, as they
// do for one that sends what the record has already.
func (m *Mutation) isEmpty(rec model.Record) bool {
	terms := func(name string) bool {
		return slices.ContainsFunc(m.Resource.Links, func(l *model.Link) bool { return l.Name == name && l.Target.Term })
	}
	if n, ok := rec.(model.NamedRecord); ok && m.Language != "" && m.Language != n.AsNamed().Language {
		return false
	}
	return !slices.ContainsFunc(m.Resource.Args, func(a *model.Arg) bool {
		value, sent := m.Values.Lookup(a.Name)
		return sent && (value != nil || !terms(a.Name))
	})
}

// rejectReadOnly returns an error if the caller may write no record of the resource: 404 for
// an unknown record, else 401 or 403.  Such a caller begins no transaction and locks no
// record.
func rejectReadOnly(
	r *request.Request, res *model.Resource, key query.Key, mayWrite bool, may func(*request.Request, model.Record) error,
) error {
	if mayWrite {
		return nil
	}
	reader := r.Env.Store.Primary()
	if r.Transaction != nil { // Which may have made the record.
		reader = r.Transaction
	}
	rec, err := query.Find(r.Context(), r, reader, res, key, false)
	if err != nil {
		return err
	}
	return may(r, rec)
}

// applyUpdate applies a body to a stored record, and saves it if that changes anything.
func (m *Mutation) applyUpdate(body Body, rec model.Record) error {
	before, slug := model.StatusOf(rec), ""
	m.captureBefore(rec)
	moved := m.followZone(rec)
	stored := m.storedState(rec)
	if n, ok := rec.(model.NamedRecord); ok {
		named := n.AsNamed()
		slug = named.Slug
		if m.Language != "" && m.action == nil { // Who may act need not be allowed to edit.
			named.Language = m.Language
		}
		m.language = named.Language
	}
	m.setModified(rec, false)
	body.apply(m, rec)
	m.restoreOrigin(rec)
	m.runBeforeValidate(rec)
	var s *storedSeries
	switch {
	case m.recurrence == nil:
	case model.OccurrenceOf(rec) != nil:
		m.Fail(m.Resource.RecurrenceField, "%s applies to the whole series: send apply_to=following or apply_to=all.",
			apierror.Param(m.Resource.RecurrenceField))
	case m.recurrence.input != nil && len(m.Errors) == 0:
		s = m.beginSeries(rec)
	}
	if err := m.validationErr(); err != nil {
		return err
	}
	var others []recurrence.Date
	if s != nil {
		var err error
		if others, err = m.createSeries(s, rec); err != nil {
			return err
		}
	}
	m.importFormerSlugs(rec)
	if m.action == nil && stored.equals(m, rec) { // Version, entity tag, times and audit log stay as they are, too.
		if stored.restoreModified(rec); moved {
			m.writeFollowed(rec, m.before)
		}
		return nil
	}
	if p, ok := rec.(model.PostRecord); ok {
		if err := m.updateTrashSlug(p.AsPost(), before, slug); err != nil {
			return err
		}
	}
	if err := m.takeBackDate(rec); err != nil {
		return err
	}
	if err := m.updateRecord(rec); err != nil {
		return err
	}
	m.engine.publisher.add(rec)
	return m.insertDates(s, others)
}
