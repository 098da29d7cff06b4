package mutate

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/store"
)

// Words of the parameter apply_to for several dates.
const (
	applyToFollowing = "following"
	applyToAll       = "all"
)

// seriesEdit is a change of several dates of a series.
type seriesEdit struct {
	series  *series
	dates   []model.OccurrenceRecord // That are changed, with those in the trash.
	links   map[string]map[int64][]int64
	was     map[string][]int64     // What the template linked to before.
	changed model.OccurrenceRecord // That the request names.
	moves   bool                   // The dates are at other times.
	changes *model.SeriesChanges
}

// beginSeriesEdit reads the dates that a write is about, which query.Find has locked.  If these
// are not all, the series is split: those before stay in it, and the others get one of their own,
// unless it is about to end.
func (m *Mutation) beginSeriesEdit(rec model.Record, ends bool) (*seriesEdit, error) {
	o := model.OccurrenceOf(rec)
	s, err := m.loadSeries(o.SeriesID)
	if err != nil {
		return nil, err
	}
	if err := m.checkSeriesVersion(s); err != nil {
		return nil, err
	}
	e := &seriesEdit{series: s, changes: &model.SeriesChanges{Kept: []int64{}, Detached: []int64{}}}
	all, links, err := m.datesOf(s)
	if err != nil {
		return nil, err
	}
	e.links, e.was = links, maps.Clone(s.links)
	id := dates.WallTime(o.RecurrenceID)
	before := false
	for _, one := range all {
		at := dates.WallTime(one.AsOccurrence().RecurrenceID)
		switch {
		case one.Common().ID == rec.Common().ID:
			e.changed = rec.(model.OccurrenceRecord)
			e.dates = append(e.dates, e.changed)
		case m.Series.ApplyTo == applyToAll || at >= id:
			e.dates = append(e.dates, one)
		default:
			before = true
		}
	}
	for _, one := range e.dates {
		if err := MayChange(m.Request, one); err != nil {
			return nil, err
		}
	}
	if m.Series.ApplyTo != applyToFollowing || !before {
		return e, nil
	}
	return e, m.split(e, id, ends)
}

// split ends the series of an edit before a date, and gives the dates from it on a series of
// their own, unless they are about to go.
func (m *Mutation) split(e *seriesEdit, id dates.WallTime, ends bool) error {
	s := e.series
	first, rest, err := s.pattern.Split(id)
	if err != nil {
		return err
	}
	if rest.Rule == "" { // It begins with the date.
		rest.Start, rest.End = id, id.AddSeconds(rest.End.Sub(rest.Start))
	}
	next := *s
	next.id, next.pattern, next.previous, next.version, next.modified = 0, rest, s.id, 1, ""
	next.template = copyOf(s.template)
	next.links = maps.Clone(s.links)
	at := m.times(next.template)
	at.set(rest.At(rest.Start))
	s.pattern, s.extendedTo = first, complete // Its last date has a record already.
	if err := m.updateSeriesRow(s); err != nil {
		return err
	}
	e.series = &next
	if ends {
		return nil
	}
	return m.insertSeries(&next, "")
}

// updateSeries changes several dates of a series as a body says.
func (m *Mutation) updateSeries(body Body, rec model.Record) error {
	res := m.Resource
	if _, sent := m.Values.Lookup("slug"); sent {
		m.Fail("slug", "Omit %s with apply_to=%s: each date has its own.", apierror.Param("slug"),
			m.Series.ApplyTo)
	}
	how, sent := m.Values.Lookup(res.RecurrenceField)
	e, err := m.beginSeriesEdit(rec, sent && how == nil)
	if err != nil {
		return err
	}
	s := e.series
	slot := s.pattern.At(dates.WallTime(e.changed.AsOccurrence().RecurrenceID))

	// The body is applied to the template, at the date that the request names.
	before, after := copyOf(s.template), copyOf(s.template)
	m.times(before).set(slot)
	m.times(after).set(slot)
	base := after.Common()
	*base = *rec.Common()
	if n, ok := after.(model.NamedRecord); ok {
		n.AsNamed().Slug = rec.(model.NamedRecord).AsNamed().Slug
	}
	*after.(model.OccurrenceRecord).AsOccurrence() = *e.changed.AsOccurrence()
	m.captureBefore(after)
	if n, ok := after.(model.NamedRecord); ok {
		m.language = n.AsNamed().Language
	}
	body.apply(m, after)
	m.runBeforeValidate(after)
	if err := m.validationErr(); err != nil {
		return err
	}

	shared := sharedColumns(res)
	was, is := columnsOf(res.Targets(before), shared), columnsOf(res.Targets(after), shared)
	e.setTemplate(m, after, was, is)
	pattern, shift, err := m.newPattern(s, before, after)
	if err != nil {
		return err
	}
	if m.recurrence != nil && m.recurrence.input == nil {
		return m.endSeries(e, after, was, is)
	}
	old := s.pattern
	e.moves = shift != 0 || pattern.End.Sub(pattern.Start) != old.End.Sub(old.Start) || pattern.AllDay != old.AllDay
	s.pattern = pattern
	m.times(s.template).set(pattern.At(pattern.Start))
	limit := max(m.horizon(pattern.Zone), pattern.Start, latest(e.dates, nil).AddSeconds(shift))
	list, err := pattern.Expand("", limit, len(e.dates)+MaxDatesWritten)
	if err != nil {
		m.failRecurrence(err)
		return m.validationErr()
	}
	if err := m.checkSize(s, len(list), len(e.dates)*textBytes(before)); err != nil {
		return err
	}
	wanted := map[dates.WallTime]recurrence.Date{}
	for _, d := range list {
		wanted[d.ID] = d
	}
	alive := false // Whether a date was not in the trash, or is no more.
	// Those in the trash come last, so that they take no date from another.
	slices.SortStableFunc(e.dates, trashedLast)
	for _, one := range e.dates {
		alive = alive || !isTrashed(one)
		id := dates.WallTime(one.AsOccurrence().RecurrenceID).AddSeconds(shift)
		d, fits := wanted[id]
		delete(wanted, id)
		if err := m.updateDate(e, one, &old, d, fits, was, is, res.Targets(after)); err != nil {
			return err
		}
		alive = alive || !isTrashed(one)
	}
	var missing []recurrence.Date
	for _, d := range list {
		if _, ok := wanted[d.ID]; ok {
			missing = append(missing, d)
		}
	}
	if alive && !isTrashed(s.template) {
		s.extend(limit)
	} else {
		missing = nil
	}
	m.seriesChanges = e.changes
	isDate := func(rec model.OccurrenceRecord) bool { return model.OccurrenceOf(rec) != nil }
	if missing == nil && !slices.ContainsFunc(e.dates, isDate) { // They were in the trash, and have left it.
		m.deleteSeriesRow(s)
		return nil
	}
	if err := m.updateSeriesRow(s); err != nil {
		return err
	}
	e.changes.Created = int64(len(missing))
	return m.insertDates(s, missing)
}

// isTrashed reports whether a date is in the trash.
func isTrashed(rec model.Record) bool { return model.StatusOf(rec) == model.StatusTrash }

// trashedLast orders dates: those in the trash are last.
func trashedLast(a, b model.OccurrenceRecord) int {
	switch {
	case isTrashed(a) == isTrashed(b):
		return 0
	case isTrashed(a):
		return 1
	default:
		return -1
	}
}

// setTemplate takes into the template what the body has changed.
func (e *seriesEdit) setTemplate(m *Mutation, after model.Record, was, is map[string]string) {
	to, from := m.Resource.Targets(e.series.template), m.Resource.Targets(after)
	for column := range is {
		if was[column] != is[column] {
			copyColumn(to, from, column)
		}
	}
	for _, link := range m.Resource.Links {
		if ids, written := m.links[link.Name]; written {
			e.series.links[link.Name] = ids
		}
	}
}

// newPattern returns how a series repeats after the change of one of its dates, and by how many
// seconds its dates have moved.
func (m *Mutation) newPattern(s *series, before, after model.Record) (recurrence.Pattern, int64, error) {
	from, to := m.patternOf(before), m.patternOf(after)
	shift := to.Start.Sub(from.Start)
	length := to.End.Sub(to.Start)
	if from.End.Sub(from.Start) == length { // That of the date may be its own.
		length = s.pattern.End.Sub(s.pattern.Start)
	}
	p, err := s.pattern.In(to.Zone, to.AllDay)
	if err != nil {
		return p, 0, err
	}
	switch {
	case m.recurrence == nil:
		p, err = p.Shifted(shift)
		if errors.Is(err, recurrence.ErrShift) {
			m.Fail(m.Resource.StartColumn, "%s does not fit the rule of the series; change %s as well.",
				apierror.Param(m.Resource.StartColumn), apierror.Param(m.Resource.RecurrenceField))
			return p, 0, m.validationErr()
		}
		p.End = p.Start.AddSeconds(length)
	case m.recurrence.input != nil:
		id := dates.WallTime(model.OccurrenceOf(after).RecurrenceID)
		following := m.Series.ApplyTo == applyToFollowing
		if following { // They begin with it, even if it is one beside the rule.
			p.Start = id
		}
		p.Start = p.Start.AddSeconds(shift)
		p.End = p.Start.AddSeconds(length)
		p, err = m.recurrence.input.Resolve(p, m.Now)
		var start *recurrence.StartError
		if errors.As(p.Check(), &start) { // The first date by the new rule may be a later one.
			p.Start = start.Next
			p.End = p.Start.AddSeconds(length)
		}
		if following && slices.ContainsFunc(s.pattern.Dates, func(d recurrence.Span) bool { return d.Start == id }) {
			p.AddDate(recurrence.Span{Start: id.AddSeconds(shift), End: to.End})
		}
	}
	if err == nil && (m.recurrence != nil || shift != 0 || length != s.pattern.End.Sub(s.pattern.Start)) &&
		(m.recurrence == nil || m.recurrence.input != nil) {
		err = p.Check()
	}
	if err != nil {
		m.failRecurrence(err)
	}
	return p, shift, m.validationErr()
}

// updateDate changes one date of a series: what was changed for it alone stays, unless the
// request replaces that or names the date.  A date that the series has no more is moved to the
// trash, or becomes a single record if something of it was changed.
func (m *Mutation) updateDate(
	e *seriesEdit, rec model.OccurrenceRecord, old *recurrence.Pattern, d recurrence.Date, fits bool,
	was, is map[string]string, changed map[string]any,
) error {
	res := m.Resource
	own := m.Series.Replace || rec == e.changed
	o := rec.AsOccurrence()
	at := res.Targets(rec)
	now := columnsOf(at, slices.Collect(maps.Keys(was)))
	moved := !m.times(rec).are(old.At(dates.WallTime(o.RecurrenceID)))
	if !fits && isTrashed(rec) {
		return m.setOccurrence(rec, model.Occurrence{}) // The series has it no more.
	}
	overridden := moved || slices.ContainsFunc(slices.Collect(maps.Keys(was)), func(column string) bool {
		return now[column] != was[column] && !slices.Contains(importColumns, column)
	})
	for _, link := range res.Links {
		overridden = overridden || !slices.Equal(e.links[link.Name][rec.Common().ID], e.was[link.Name])
	}
	if !fits && !overridden {
		e.changes.Removed++
		*o = model.Occurrence{}
		return m.trashDate(rec)
	}
	one := m.child(res)
	one.IsCreate, one.html = false, m.html
	one.captureBefore(rec)
	stored := one.storedState(rec)
	statusBefore := model.StatusOf(rec)
	slug := ""
	if n, ok := rec.(model.NamedRecord); ok {
		slug = n.AsNamed().Slug
	}
	one.setModified(rec, false)
	if !fits {
		*o = model.Occurrence{}
		e.changes.Detached = append(e.changes.Detached, rec.Common().ID)
		return one.updateRecord(rec)
	}
	kept := false
	for column := range is {
		switch {
		case was[column] == is[column] && (!own || !m.sends(column)):
		case own || now[column] == was[column]:
			copyColumn(at, changed, column)
		default:
			kept = kept || now[column] != is[column]
		}
	}
	for _, link := range res.Links {
		ids, written := m.links[link.Name]
		has := e.links[link.Name][rec.Common().ID]
		one.previousTerms[link.Name] = has
		switch {
		case !written || slices.Equal(ids, has):
		case own || slices.Equal(has, e.was[link.Name]):
			one.links[link.Name] = ids
		default:
			kept = true
		}
	}
	times := m.times(rec)
	switch {
	case !moved || own && m.sendsTimes(e):
		times.set(d)
	case !sameDate(*old, dates.WallTime(o.RecurrenceID), d):
		kept = true
	}
	o.SeriesID, o.RecurrenceID = e.series.id, string(d.ID)
	if kept {
		e.changes.Kept = append(e.changes.Kept, rec.Common().ID)
	}
	if stored.equals(one, rec) {
		stored.restoreModified(rec)
		return nil
	}
	e.changes.Updated++
	if p, ok := rec.(model.PostRecord); ok {
		if err := one.updateTrashSlug(p.AsPost(), statusBefore, slug); err != nil {
			return err
		}
	}
	if err := one.updateRecord(rec); err != nil {
		return err
	}
	m.engine.publisher.add(rec)
	return nil
}

// sends reports whether the request has a value for a field.
func (m *Mutation) sends(name string) bool {
	_, sent := m.Values.Lookup(name)
	_, link := m.Values.Lookup(strings.TrimSuffix(name, "_id")) // Such as that of the image.
	return sent || link
}

// sendsTimes reports whether the request says when the dates of a series are.
func (m *Mutation) sendsTimes(e *seriesEdit) bool {
	res := m.Resource
	return e.moves || m.recurrence != nil || m.sends(res.StartColumn) || m.sends(res.EndColumn)
}

// sameDate reports whether a date is when the pattern before has it.
func sameDate(old recurrence.Pattern, id dates.WallTime, d recurrence.Date) bool {
	was := old.At(id)
	return was.Start.UTC() == d.Start.UTC() && was.End.UTC() == d.End.UTC()
}

// trashDate moves a date to the trash, or deletes it where the resource has none.
func (m *Mutation) trashDate(rec model.OccurrenceRecord) error {
	one := m.child(m.Resource)
	one.IsCreate = false
	one.captureBefore(rec)
	p := rec.(model.PostRecord).AsPost()
	p.Status = model.StatusTrash
	one.setModified(rec, false)
	if err := one.trashSlug(p); err != nil {
		return err
	}
	return one.updateRecord(rec)
}

// endSeries makes a single record of the date that the request names, and moves the others to
// the trash.
func (m *Mutation) endSeries(e *seriesEdit, after model.Record, was, is map[string]string) error {
	for _, rec := range e.dates {
		switch {
		case rec == e.changed:
			one := m.child(m.Resource)
			one.IsCreate, one.html, one.links = false, m.html, m.links
			one.captureBefore(rec)
			to, from := m.Resource.Targets(rec), m.Resource.Targets(after)
			for column := range is { // What the date has of its own stays.
				if was[column] != is[column] || m.sends(column) {
					copyColumn(to, from, column)
				}
			}
			if m.sends(m.Resource.StartColumn) || m.sends(m.Resource.EndColumn) {
				for _, c := range []string{m.Resource.StartColumn, m.Resource.EndColumn, "utc_start_date", "utc_end_date"} {
					copyColumn(to, from, c)
				}
			}
			one.setModified(rec, false)
			*rec.AsOccurrence() = model.Occurrence{}
			if err := one.updateRecord(rec); err != nil {
				return err
			}
		case model.StatusOf(rec) != model.StatusTrash:
			e.changes.Removed++
			*rec.AsOccurrence() = model.Occurrence{}
			if err := m.trashDate(rec); err != nil {
				return err
			}
		default: // It is in the trash, from which it comes back as a single record.
			one := m.child(m.Resource)
			one.IsCreate = false
			one.captureBefore(rec)
			one.setModified(rec, false)
			*rec.AsOccurrence() = model.Occurrence{}
			if err := one.updateRecord(rec); err != nil {
				return err
			}
		}
	}
	m.deleteSeriesRow(e.series)
	m.seriesChanges = e.changes
	return nil
}

// deleteDates moves several dates of a series to the trash, or deletes them permanently.  The
// error is that with which the record was looked for.
func (m *Mutation) deleteDates(rec model.Record, err error) (model.Record, error) {
	if err != nil {
		return nil, err
	}
	if err := m.checkPreconditions(rec); err != nil {
		return nil, err
	}
	e, err := m.beginSeriesEdit(rec, true)
	if err != nil {
		return nil, err
	}
	var last model.Record
	for _, one := range e.dates {
		var err error
		switch {
		case m.Force:
			e.changes.Removed++
			var gone model.Record
			m.deletesSeries = true
			if gone, err = m.deleteRow(one); one == e.changed {
				last = gone
			}
		case model.StatusOf(one) != model.StatusTrash:
			e.changes.Removed++
			err = m.trashDate(one)
		}
		if err != nil {
			return nil, err
		}
	}
	s := e.series
	switch {
	case s.id == 0: // Those before go on in a series that ends.
	case m.Force:
		m.deleteSeriesRow(s)
	default:
		s.extendedTo = complete // It gets no further dates, while these can be restored.
		if err := m.updateSeriesRow(s); err != nil {
			return nil, err
		}
	}
	m.seriesChanges = e.changes
	if m.Force {
		if o := model.OccurrenceOf(last); o != nil {
			o.Series = &model.SeriesInfo{Changes: e.changes}
		}
		return last, nil
	}
	return m.readBackDate(e.changed)
}

// leaveOutDate notes that a series has no more the date of a record that is deleted.
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
	id := dates.WallTime(o.RecurrenceID)
	if has, err := s.pattern.Has(id); err != nil || !has {
		return err
	}
	at, _ := slices.BinarySearch(s.pattern.Except, id)
	s.pattern.Except = slices.Insert(s.pattern.Except, at, id)
	return m.updateSeriesRow(s)
}

// takeBackDate notes that a series has again the date of a record that was in the trash, if it
// has ended before it meanwhile, and that it goes on if all of it was.
func (m *Mutation) takeBackDate(rec model.Record) error {
	o := model.OccurrenceOf(rec)
	if o == nil || m.statusBefore != model.StatusTrash || model.StatusOf(rec) == model.StatusTrash {
		return nil
	}
	s, err := m.loadSeries(o.SeriesID)
	if errors.Is(err, errNoSeries) {
		return nil
	}
	if err != nil {
		return err
	}
	id := dates.WallTime(o.RecurrenceID)
	has, err := s.pattern.Has(id)
	grows := s.extendedTo == complete && !s.pattern.EndsBy(m.horizon(s.pattern.Zone))
	switch {
	case err != nil:
		return err
	case has && !grows:
		return nil
	case !has:
		s.pattern.Except = slices.DeleteFunc(s.pattern.Except, func(left dates.WallTime) bool { return left == id })
		s.pattern.AddDate(recurrence.Span{Start: id})
	}
	if grows {
		if s.extendedTo, err = m.lastDate(s); err != nil {
			return err
		}
	}
	return m.updateSeriesRow(s)
}

// lastDate returns the ID of the last date of which a series has a record.
func (m *Mutation) lastDate(s *series) (last dates.WallTime, err error) {
	err = m.Store.Query(m.Context(), store.Statement{
		SQL:  m.Env.Store.SQL().Format("SELECT MAX(recurrence_id) FROM ? WHERE series_id = $1", bun.Ident(m.Resource.Plural)),
		Args: []any{s.id}, ScanRow: func(row store.Row) error { return row.Scan((*string)(&last)) },
	})
	return last, err
}

// otherDates reports whether a series has records beside one.
func (m *Mutation) otherDates(s *series, rec model.Record) (found bool, err error) {
	err = m.Store.Query(m.Context(), store.Statement{
		SQL: m.Env.Store.SQL().Format("SELECT 1 FROM ? WHERE series_id = $1 AND id <> $2 LIMIT 1",
			bun.Ident(m.Resource.Plural)),
		Args: []any{s.id, rec.Common().ID}, ScanRow: func(row store.Row) error { found = true; return row.Scan(new(int64)) },
	})
	return found, err
}
