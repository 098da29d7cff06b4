package mutate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/series"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// TemplateOf returns a template with the values of a record that exists, and the times of the
// first date of a pattern.
func (b *BulkWriter) TemplateOf(res *model.Resource, id int64, p recurrence.Pattern) (series.Template, error) {
	rec, err := b.Get(res, id)
	if err != nil {
		return series.Template{}, err
	}
	m := b.mutation(res, nil, ImportedFields{}, false)
	s := &storedSeries{template: copyOf(rec), Series: series.Series{Links: series.Links{}}}
	if n, ok := s.template.(model.NamedRecord); ok {
		n.AsNamed().Slug = text.Slug(*n.DisplayName())
	}
	m.times(s.template).set(series.FirstTimes(p))
	if err := m.linksOf(rec, s.Links); err != nil {
		return series.Template{}, err
	}
	return m.templateOf(s)
}

// JoinSeries makes records that exist the dates of a series, by their recurrence IDs, and
// stores how the series repeats: in the place of the series with the ID here, or if that is 0
// as a new one, which has the ID of the row if that is free.  Records do not count as modified
// by that.  A date that has a record keeps it, unless that is in the trash.  What is none of its dates becomes a
// single record if it belonged to the series, unless it is in the trash; left are the IDs of
// those that have not joined.  An error of what the row says is an *apierror.Error, and nothing is written then.
func (b *BulkWriter) JoinSeries(
	res *model.Resource, here int64, row series.Row, joining map[dates.WallTime]int64,
) (joined series.Row, left []int64, err error) {
	m := b.mutation(res, nil, ImportedFields{}, false)
	slices.Sort(row.Except)
	slices.SortFunc(row.Dates, func(a, b recurrence.Span) int { return cmp.Compare(a.Start, b.Start) })
	s, err := m.seriesOf(&row)
	if err != nil {
		return row, nil, err
	}
	if err := s.Pattern.Check(); err != nil {
		m.failRecurrence(err)
		return row, nil, m.validationErr()
	}
	var records []model.OccurrenceRecord
	var old *series.Row
	if here != 0 {
		if old, err = m.loadSeriesRow(here); err != nil {
			return row, nil, err
		}
		if records, err = m.lockRecords("series_id", here); err != nil {
			return row, nil, err
		}
	}
	var members []*series.Member
	for _, rec := range records {
		members = append(members, memberOf(rec))
	}
	others, wanted, err := m.lockJoining(records, joining)
	if err != nil {
		return row, nil, err
	}
	steps, left, err := series.Join(s.Pattern, members, wanted)
	if err != nil {
		m.failRecurrence(err)
		return row, nil, m.validationErr()
	}
	for slot := range joining { // None of them is made again.
		s.ExtendedTo = max(s.ExtendedTo, slot)
	}
	for _, one := range members {
		s.ExtendedTo = max(s.ExtendedTo, one.Slot)
	}
	if err := m.storeJoined(s, &row, old); err != nil {
		return row, nil, err
	}
	byID := map[int64]model.OccurrenceRecord{}
	for _, rec := range slices.Concat(records, others) {
		byID[rec.Common().ID] = rec
	}
	for _, step := range steps {
		place := model.Occurrence{SeriesID: s.id, RecurrenceID: string(step.Slot)}
		if step.Slot == "" {
			place = model.Occurrence{}
		}
		if err := m.setOccurrence(byID[step.Member.ID], place); err != nil {
			return row, nil, err
		}
	}
	return row, left, nil
}

// storeJoined writes the row of a series that records join, unless it is stored so already,
// and sets the ID and the version that it has then; old is the one here, nil for none.
func (m *Mutation) storeJoined(s *storedSeries, row, old *series.Row) error {
	if old == nil {
		s.version = max(1, s.version)
		err := m.insertSeries(s, row.CreatedUTC)
		row.ID, row.Version = s.id, s.version
		return err
	}
	if old.ExtendedTo != dates.Last {
		s.ExtendedTo = max(s.ExtendedTo, old.ExtendedTo)
	}
	s.id = old.ID
	template, err := m.templateOf(s)
	if err != nil {
		return err
	}
	same := old.Rule == row.Rule && slices.Equal(old.Except, row.Except) && slices.Equal(old.Dates, row.Dates) &&
		old.Duration == s.Pattern.Duration && old.Previous == row.Previous && equalTemplates(old.Template, template)
	row.ID, row.Version = old.ID, old.Version
	if same {
		s.modified = cmp.Or(s.modified, old.ModifiedUTC)
	} else {
		row.Version = max(s.version, old.Version+1)
	}
	if same && s.modified == old.ModifiedUTC && s.ExtendedTo == old.ExtendedTo {
		return nil
	}
	s.version = row.Version
	m.logSeries(ActionUpdated, s.id, s.version, old)
	return m.writeSeriesRow(s)
}

// equalTemplates reports whether two templates say the same.
func equalTemplates(a, b series.Template) bool {
	same := func(x, y json.RawMessage) bool { return bytes.Equal(x, y) }
	without := func(links map[string][]int64) map[string][]int64 {
		links = maps.Clone(links)
		maps.DeleteFunc(links, func(_ string, ids []int64) bool { return len(ids) == 0 })
		return links
	}
	return maps.EqualFunc(a.Columns, b.Columns, same) &&
		maps.EqualFunc(without(a.Links), without(b.Links), slices.Equal)
}

// lockJoining locks the records that are to join a series, and returns them with the slots
// that they are to have, beside the members that have such.
func (m *Mutation) lockJoining(
	members []model.OccurrenceRecord, joining map[dates.WallTime]int64,
) ([]model.OccurrenceRecord, []*series.Member, error) {
	slots := map[int64]dates.WallTime{}
	for slot, id := range joining {
		slots[id] = slot
	}
	others := maps.Clone(slots)
	for _, rec := range members {
		delete(others, rec.Common().ID)
	}
	records, err := m.lockRecords("id", slices.Sorted(maps.Keys(others))...)
	var list []*series.Member
	for _, rec := range slices.Concat(members, records) {
		if slot, ok := slots[rec.Common().ID]; ok {
			one := memberOf(rec)
			one.Slot = slot
			list = append(list, one)
		}
	}
	return records, list, err
}

// LeaveSeries makes a single record of one date of a series.  The record does not count as
// modified by that.
func (b *BulkWriter) LeaveSeries(res *model.Resource, id int64) error {
	m := b.mutation(res, nil, ImportedFields{}, false)
	list, err := m.lockRecords("id", id)
	for _, rec := range list {
		err = cmp.Or(err, m.setOccurrence(rec, model.Occurrence{}))
	}
	return err
}

// DeleteEmptySeries deletes the series of a resource that have no dates, so that they get none.
func (b *BulkWriter) DeleteEmptySeries(res *model.Resource) error {
	_, err := b.unit.Exec(b.request.Context(), store.Statement{
		SQL: b.unit.engine.Store.SQL().Format("DELETE FROM record_series WHERE resource = $1 AND NOT EXISTS"+
			" (SELECT 1 FROM ? AS r WHERE r.series_id = record_series.id)", bun.Ident(res.Plural)),
		Args: []any{res.Name},
	})
	return err
}

// setOccurrence sets the place of a record in a series, and nothing else.
func (m *Mutation) setOccurrence(rec model.OccurrenceRecord, place model.Occurrence) error {
	o := rec.AsOccurrence()
	if o.SeriesID == place.SeriesID && o.RecurrenceID == place.RecurrenceID {
		return nil
	}
	one := m.child(m.Resource)
	one.IsCreate = false
	one.captureBefore(rec)
	if one.followZone(rec) {
		one.modifiedByRules(rec)
	}
	*o = place
	return one.updateRecord(rec)
}
