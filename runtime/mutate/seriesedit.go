package mutate

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/uptrace/bun"
	"golang.org/x/text/language"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/recurrence/describe"
	"almanac/runtime/request"
	"almanac/runtime/series"
	"almanac/runtime/store"
)

// seriesEdit is a change of several dates of a series, whose records are locked.
type seriesEdit struct {
	*series.Edit

	stored  *storedSeries
	records map[int64]model.OccurrenceRecord
	changed model.OccurrenceRecord // That the request names.
	// Records whose zone has other rules than those by which they were written, as they were, by ID.
	recalculated map[int64]Snapshot
	deleted      model.Record        // The same as it was when it was deleted permanently; else nil.
	faults       []model.SeriesFault // Of a dry run.
}

// beginSeriesEdit reads the dates that a write is about, which query.Find has locked, and checks
// that the caller may change each of them: a dry run notes those that the caller sees, but may not
// change.
func (m *Mutation) beginSeriesEdit(
	rec model.Record, may func(*request.Request, model.Record) error,
) (*seriesEdit, error) {
	s, err := m.loadSeries(model.OccurrenceOf(rec).SeriesID)
	if err != nil {
		return nil, err
	}
	if err := m.checkSeriesVersion(s); err != nil {
		return nil, err
	}
	members, records, recalculated, err := m.membersOf(s)
	if err != nil {
		return nil, err
	}
	e := &seriesEdit{
		stored: s, records: records, changed: rec.(model.OccurrenceRecord), recalculated: recalculated,
	}
	m.followZone(rec)
	if n, ok := rec.(model.NamedRecord); ok {
		m.language = n.AsNamed().Language
	}
	records[rec.Common().ID] = e.changed
	e.Edit, err = series.NewEdit(s.Series, members, m.Series.ApplyTo, rec.Common().ID)
	if err != nil {
		return nil, err
	}
	for _, one := range e.Members {
		var refused *apierror.Error
		switch err := may(m.Request, records[one.ID]); {
		case m.Dry && errors.As(err, &refused) && m.sees(records[one.ID]):
			e.faults = append(e.faults, model.SeriesFault{ID: one.ID, Code: refused.Code, Message: refused.Message})
		case err != nil:
			return nil, err
		}
	}
	return e, nil
}

// sees reports whether lists show a date to the caller. The counts and times of a dry run
// would give a hidden one away.
func (m *Mutation) sees(rec model.Record) bool {
	p := rec.(model.PostRecord).AsPost()
	return m.Scope().CanSee(m.Resource.Permissions, p.Author, p.Status, p.MadeInline)
}

// updateSeries changes several dates of a series as a body says.
func (m *Mutation) updateSeries(body Body, rec model.Record) error {
	res := m.Resource
	if _, sent := m.Values.Lookup("slug"); sent {
		m.Fail("slug", "Omit %s with apply_to=%s: each date has its own.", apierror.Param("slug"),
			string(m.Series.ApplyTo))
	}
	e, err := m.beginSeriesEdit(rec, MayChange)
	if err != nil {
		return err
	}
	before, after, err := m.applyToTemplate(body, e)
	if err != nil {
		return err
	}
	shared := res.SharedColumns()
	c := series.Change{
		Timing: series.Timing{Before: series.PatternOf(res, before), After: series.PatternOf(res, after), Now: m.Now},
		Before: valuesOf(res.Targets(before), shared), After: valuesOf(res.Targets(after), shared),
		Times: m.times(after).times(), Links: m.links, Sent: map[string]bool{},
		SendsTimes: m.sends(res.StartColumn) || m.sends(res.EndColumn), Origin: res.OriginColumns(),
		Replace: m.Series.Replace, Trashes: isTrashed(after), Months: m.Env.Deployment.SeriesMonths,
	}
	for _, column := range shared {
		s := res.StateOf(column)
		c.Sent[column] = m.sends(column) && (s == nil || !s.ByActions) // A date that was acted on stays as it is.
	}
	// The template gets what the body has changed.
	template := copyOf(e.stored.template)
	for _, column := range shared {
		if c.Before[column] != c.After[column] {
			copyColumn(res.Targets(template), res.Targets(after), column)
		}
	}
	c.TrashesAll = isTrashed(template)
	if m.recurrence != nil && m.recurrence.input == nil {
		return m.applyPlan(e, e.MakeSingle(c), template, after)
	}
	if m.recurrence != nil {
		c.Timing.Recurrence = m.recurrence.input
	}
	plan, err := e.Change(c)
	if err != nil {
		m.failSeriesEdit(err)
		return m.validationErr()
	}
	if err := m.checkSize(template, plan.Total, len(e.Members)*textBytes(before)); err != nil {
		return err
	}
	return m.applyPlan(e, plan, template, after)
}

// applyToTemplate applies a body to the template of a series, at the date that the request
// names. It returns that date as the series has it, and as the body leaves it.
func (m *Mutation) applyToTemplate(body Body, e *seriesEdit) (before, after model.Record, err error) {
	before, after = copyOf(e.stored.template), copyOf(e.stored.template)
	at := series.TimesOf(e.Date())
	m.times(before).set(at)
	m.times(after).set(at)
	*after.Common() = *e.changed.Common()
	if n, ok := after.(model.NamedRecord); ok {
		n.AsNamed().Slug = e.changed.(model.NamedRecord).AsNamed().Slug
	}
	*after.(model.OccurrenceRecord).AsOccurrence() = *e.changed.AsOccurrence()
	m.captureBefore(after)
	body.apply(m, after)
	m.runBeforeValidate(after)
	return before, after, m.validationErr()
}

// failSeriesEdit adds an error about how the dates of a series are to repeat.
func (m *Mutation) failSeriesEdit(err error) {
	if errors.Is(err, recurrence.ErrShift) {
		m.Fail(m.Resource.StartColumn, "%s does not fit the rule of the series; change %s as well.",
			apierror.Param(m.Resource.StartColumn), apierror.Param(m.Resource.RecurrenceField))
		return
	}
	m.failRecurrence(err)
}

// sends reports whether the request has a value for a column.
func (m *Mutation) sends(column string) bool {
	_, sent := m.Values.Lookup(column)
	_, link := m.Values.Lookup(strings.TrimSuffix(column, "_id")) // Such as that of the image.
	return sent || link
}

// deleteDates moves several dates of a series to the trash, or deletes them permanently, and
// returns the one that the request names.
func (m *Mutation) deleteDates(rec model.Record) (model.Record, error) {
	if err := m.checkPreconditions(rec); err != nil {
		return nil, err
	}
	e, err := m.beginSeriesEdit(rec, MayDelete)
	if err != nil {
		return nil, err
	}
	if !m.Force {
		if err := m.applyPlan(e, e.Trash(), e.stored.template, nil); err != nil {
			return nil, err
		}
		return m.readBack(e.changed)
	}
	m.deletesSeries = true
	err = m.applyPlan(e, e.Delete(), e.stored.template, nil)
	return e.deleted, err
}

// applyPlan writes what a plan says: the series with its template, its records, which take values
// of another record, and those of new dates.
func (m *Mutation) applyPlan(e *seriesEdit, p *series.Plan, template, from model.Record) error {
	next, err := m.writePlannedSeries(e.stored, p, template)
	if err != nil {
		return err
	}
	for _, step := range p.Steps {
		if err := m.applyStep(e, next, step, from); err != nil {
			return err
		}
		delete(e.recalculated, step.Member.ID)
	}
	for _, id := range slices.Sorted(maps.Keys(e.recalculated)) {
		m.writeFollowed(e.records[id], e.recalculated[id])
	}
	m.seriesChanges = &p.Changes
	if m.Dry {
		m.previewSeries(p)
		p.Changes.Faults = e.faults
	}
	return m.insertDates(next, p.Create)
}

// writePlannedSeries writes the series of a plan, and returns that of the dates of the edit, with
// its template: the stored one, or one that begins after it. Without Next it has no row.
func (m *Mutation) writePlannedSeries(
	stored *storedSeries, p *series.Plan, template model.Record,
) (*storedSeries, error) {
	next := *stored
	next.template, next.Links = template, maps.Clone(stored.Links)
	maps.Copy(next.Links, m.links)
	if p.Next != nil {
		next.Pattern, next.ExtendedTo = p.Next.Pattern, p.Next.ExtendedTo
		m.times(template).set(series.FirstTimes(next.Pattern))
	}
	if p.Before != nil {
		next.id, next.previous, next.version, next.modified, next.row = 0, stored.id, 1, "", nil
		before := *stored
		before.Pattern, before.ExtendedTo = *p.Before, dates.Last // Its last date has a record already.
		if err := m.updateSeriesRow(&before); err != nil || p.Next == nil {
			return &next, err
		}
		return &next, m.insertSeries(&next, "")
	}
	if p.Next == nil {
		m.deleteSeriesRow(stored)
		return &next, nil
	}
	same, err := m.isSame(stored, &next)
	switch {
	case err != nil:
		return nil, err
	case same && len(p.Steps) == 0 && len(p.Create) == 0: // For clients the series has not changed.
		return &next, m.writeSeriesRow(&next)
	}
	return &next, m.updateSeriesRow(&next)
}

// isSame reports whether two series repeat in the same way and have the same template.
func (m *Mutation) isSame(a, b *storedSeries) (bool, error) {
	before, err := m.templateOf(a)
	if err != nil {
		return false, err
	}
	after, err := m.templateOf(b)
	p, q := a.Pattern, b.Pattern
	return p.Rule == q.Rule && slices.Equal(p.Except, q.Except) && slices.Equal(p.Dates, q.Dates) &&
		p.Duration == q.Duration && equalTemplates(before, after), err
}

// applyStep writes what a plan says about one record: values come from another one.
func (m *Mutation) applyStep(e *seriesEdit, next *storedSeries, step series.Step, from model.Record) error {
	rec := e.records[step.Member.ID]
	if step.Action == series.ActionDelete {
		last, err := m.deleteRow(rec)
		if rec == e.changed {
			e.deleted = last
		}
		return err
	}
	one := m.child(m.Resource)
	one.IsCreate, one.html = false, m.html
	one.captureBefore(rec)
	if before, moved := e.recalculated[rec.Common().ID]; moved {
		one.before = before
	}
	p := rec.(model.PostRecord).AsPost()
	slug := p.Slug
	one.setModified(rec, false)
	for _, column := range step.Columns {
		copyColumn(m.Resource.Targets(rec), m.Resource.Targets(from), column)
	}
	maps.Copy(one.previousTerms, step.Member.Links)
	for _, name := range step.Links {
		one.links[name] = m.links[name]
	}
	if step.Times != nil {
		m.times(rec).set(*step.Times)
	}
	switch {
	case step.Slot == "":
		*rec.AsOccurrence() = model.Occurrence{}
	case step.Action == series.ActionUpdate:
		*rec.AsOccurrence() = model.Occurrence{SeriesID: next.id, RecurrenceID: string(step.Slot)}
	}
	if step.Action == series.ActionTrash {
		p.Status = model.StatusTrash
	}
	if err := one.updateTrashSlug(p, one.statusBefore, slug); err != nil {
		return err
	}
	if err := one.updateRecord(rec); err != nil {
		return err
	}
	m.engine.publisher.add(rec)
	return nil
}

// maxPreviewed is how many dates a dry run names.
const maxPreviewed = 10

// previewSeries adds to the result of a dry run how the series of a plan goes on.
func (m *Mutation) previewSeries(p *series.Plan) {
	if p.Next == nil {
		return
	}
	for _, at := range p.Upcoming(m.UTC(), maxPreviewed) {
		p.Changes.Next = append(p.Changes.Next, model.SeriesTime{Start: string(at.Start), End: string(at.End)})
	}
	if p.Next.Pattern.Rule != "" {
		p.Changes.Text = describe.Pattern(language.Make(m.language), &p.Next.Pattern)
	}
}

// leaveOutDate notes that a series no longer has the date of a record that is deleted.
func (m *Mutation) leaveOutDate(rec model.Record) error {
	o := model.OccurrenceOf(rec)
	if o == nil || m.deletesSeries {
		return nil
	}
	s, err := m.loadSeries(o.SeriesID)
	if errors.Is(err, errNoSeries) {
		return nil
	}
	if err != nil {
		return err
	}
	others, err := m.otherDates(s, rec)
	if err != nil {
		return err
	}
	if !others {
		m.deleteSeriesRow(s)
		return nil
	}
	pattern, changed, err := series.LeaveOut(s.Pattern, dates.WallTime(o.RecurrenceID))
	if err != nil || !changed {
		return err
	}
	s.Pattern = pattern
	return m.updateSeriesRow(s)
}

// takeBackDate notes that a series has again the date of a record that was in the trash, if it
// has ended before it meanwhile, and that it goes on if all of it was.
func (m *Mutation) takeBackDate(rec model.Record) error {
	o := model.OccurrenceOf(rec)
	if o == nil || m.statusBefore != model.StatusTrash || isTrashed(rec) {
		return nil
	}
	s, err := m.loadSeries(o.SeriesID)
	if errors.Is(err, errNoSeries) {
		return nil
	}
	if err != nil {
		return err
	}
	pattern, changed, err := series.TakeBack(s.Pattern, dates.WallTime(o.RecurrenceID))
	if err != nil {
		return err
	}
	grows := s.ExtendedTo == dates.Last && !s.Pattern.EndsBy(m.horizon(s.Pattern.Zone))
	if !changed && !grows {
		return nil
	}
	s.Pattern = pattern
	if grows {
		if s.ExtendedTo, err = m.lastDate(s); err != nil {
			return err
		}
	}
	return m.updateSeriesRow(s)
}

// lastDate returns the ID of the last date of which a series has a record.
func (m *Mutation) lastDate(s *storedSeries) (last dates.WallTime, err error) {
	err = m.Store.Query(m.Context(), store.Statement{
		SQL:  m.Env.Store.SQL().Format("SELECT MAX(recurrence_id) FROM ? WHERE series_id = $1", bun.Ident(m.Resource.Plural)),
		Args: []any{s.id}, ScanRow: func(row store.Row) error { return row.Scan((*string)(&last)) },
	})
	return last, err
}

// otherDates reports whether a series has records beside one.
func (m *Mutation) otherDates(s *storedSeries, rec model.Record) (found bool, err error) {
	err = m.Store.Query(m.Context(), store.Statement{
		SQL: m.Env.Store.SQL().Format("SELECT 1 FROM ? WHERE series_id = $1 AND id <> $2 LIMIT 1",
			bun.Ident(m.Resource.Plural)),
		Args: []any{s.id, rec.Common().ID}, ScanRow: func(row store.Row) error { found = true; return row.Scan(new(int64)) },
	})
	return found, err
}
