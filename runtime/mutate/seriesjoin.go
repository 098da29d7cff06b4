package mutate

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/recurrence"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// SeriesRow is a series as it is stored, without its dates: the records say to which series
// they belong.
type SeriesRow struct {
	ID          int64             `json:"id"`
	Version     int64             `json:"version"`
	CreatedUTC  string            `json:"created_utc"`
	ModifiedUTC string            `json:"modified_utc"`
	Rule        string            `json:"rule"`
	Except      []dates.WallTime  `json:"except"`
	Dates       []recurrence.Span `json:"dates"`
	Template    SeriesTemplate    `json:"template"`
	ExtendedTo  dates.WallTime    `json:"extended_to"`
	Previous    int64             `json:"previous"`
}

// SeriesTemplate is what the dates of a series have in common unless one was changed alone.
type SeriesTemplate struct {
	Columns map[string]json.RawMessage `json:"columns"` // Those of a record, with the times of the first date.
	Links   map[string][]int64         `json:"links"`   // IDs by the names of the links.
}

// seriesColumns are the columns of a SeriesRow, in the order of scanSeriesRow.
const seriesColumns = "id, version, created_utc, modified_utc, rule, except_dates, dates, template, extended_to," +
	" previous"

// SeriesRows returns the series of a resource, by their IDs.
func SeriesRows(ctx context.Context, r store.Reader, res *model.Resource) ([]*SeriesRow, error) {
	var list []*SeriesRow
	return list, r.Query(ctx, store.Statement{
		SQL:  "SELECT " + seriesColumns + " FROM record_series WHERE resource = $1 ORDER BY id",
		Args: []any{res.Name},
		ScanRow: func(row store.Row) error {
			s, err := scanSeriesRow(row)
			list = append(list, s)
			return err
		},
	})
}

// SeriesDates returns the places of the records of a resource in series, by their IDs.
func SeriesDates(
	ctx context.Context, r store.Reader, s *store.SQL, res *model.Resource,
) (map[int64]model.Occurrence, error) {
	all := map[int64]model.Occurrence{}
	return all, r.Query(ctx, store.Statement{
		SQL: s.Format("SELECT r.id, r.series_id, r.recurrence_id FROM ? AS r WHERE r.series_id > 0", bun.Ident(res.Plural)),
		ScanRow: func(row store.Row) error {
			var id int64
			var o model.Occurrence
			err := row.Scan(&id, &o.SeriesID, &o.RecurrenceID)
			all[id] = o
			return err
		},
	})
}

// scanSeriesRow reads a row with seriesColumns.
func scanSeriesRow(row store.Row) (*SeriesRow, error) {
	s := &SeriesRow{}
	var except, more, whole string
	err := row.Scan(&s.ID, &s.Version, &s.CreatedUTC, &s.ModifiedUTC, &s.Rule, &except, &more, &whole,
		(*string)(&s.ExtendedTo), &s.Previous)
	if err != nil {
		return nil, err
	}
	err = errors.Join(json.Unmarshal([]byte(except), &s.Except), json.Unmarshal([]byte(more), &s.Dates),
		json.Unmarshal([]byte(whole), &s.Template))
	if err != nil {
		return nil, fmt.Errorf("series %d: %w", s.ID, err)
	}
	return s, nil
}

// TemplateOf returns a template with the values of a record that exists, and the times of the
// first date of a pattern.
func (b *BulkWriter) TemplateOf(res *model.Resource, id int64, p recurrence.Pattern) (SeriesTemplate, error) {
	rec, err := b.Get(res, id)
	if err != nil {
		return SeriesTemplate{}, err
	}
	m := b.mutation(res, nil, ImportedFields{}, false)
	s := &series{template: copyOf(rec), links: map[string][]int64{}}
	if n, ok := s.template.(model.NamedRecord); ok {
		n.AsNamed().Slug = text.Slug(*n.DisplayName())
	}
	m.times(s.template).set(p.At(p.Start))
	if err := m.linksOf(rec, s.links); err != nil {
		return SeriesTemplate{}, err
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
	res *model.Resource, here int64, row SeriesRow, joining map[dates.WallTime]int64,
) (joined SeriesRow, left []int64, err error) {
	m := b.mutation(res, nil, ImportedFields{}, false)
	slices.Sort(row.Except)
	slices.SortFunc(row.Dates, func(a, b recurrence.Span) int { return cmp.Compare(a.Start, b.Start) })
	s, err := m.seriesOf(&row)
	if err != nil {
		return row, nil, err
	}
	if err := s.pattern.Check(); err != nil {
		m.failRecurrence(err)
		return row, nil, m.validationErr()
	}
	var members []model.OccurrenceRecord
	var old *SeriesRow
	if here != 0 {
		if old, err = m.loadSeriesRow(here); err != nil {
			return row, nil, err
		}
		if members, err = m.lockRecords("series_id", here); err != nil {
			return row, nil, err
		}
	}
	s.extendedTo = max(s.extendedTo, latest(members, joining)) // None of them is made again.
	if err := m.storeJoined(s, &row, old); err != nil {
		return row, nil, err
	}
	left, err = m.join(s, members, joining)
	return row, left, err
}

// seriesOf returns a series from its row.
func (m *Mutation) seriesOf(row *SeriesRow) (*series, error) {
	s := &series{
		id: row.ID, version: row.Version, previous: row.Previous, extendedTo: row.ExtendedTo, modified: row.ModifiedUTC,
		template: m.Resource.New(),
	}
	at := m.Resource.Targets(s.template)
	for column, value := range row.Template.Columns {
		if to := at[column]; to != nil { // The description may have lost it since.
			if err := json.Unmarshal(value, to); err != nil {
				return nil, fmt.Errorf("series %d: column %s: %w", row.ID, column, err)
			}
		}
	}
	s.pattern = m.patternOf(s.template)
	s.pattern.Rule, s.pattern.Except, s.pattern.Dates = row.Rule, row.Except, row.Dates
	return s, m.loadTemplateLinks(s, row.Template.Links)
}

// storeJoined writes the row of a series that records join, unless it is stored so already,
// and sets the ID and the version that it has then; old is the one here, nil for none.
func (m *Mutation) storeJoined(s *series, row, old *SeriesRow) error {
	if old == nil {
		s.version = max(1, s.version)
		err := m.insertSeries(s, row.CreatedUTC)
		row.ID, row.Version = s.id, s.version
		return err
	}
	if old.ExtendedTo != complete {
		s.extendedTo = max(s.extendedTo, old.ExtendedTo)
	}
	s.id = old.ID
	template, err := m.templateOf(s)
	if err != nil {
		return err
	}
	same := old.Rule == row.Rule && slices.Equal(old.Except, row.Except) && slices.Equal(old.Dates, row.Dates) &&
		old.Previous == row.Previous && equalTemplates(old.Template, template)
	row.ID, row.Version = old.ID, old.Version
	if same {
		s.modified = cmp.Or(s.modified, old.ModifiedUTC)
	} else {
		row.Version = max(s.version, old.Version+1)
	}
	if same && s.modified == old.ModifiedUTC && s.extendedTo == old.ExtendedTo {
		return nil
	}
	s.version = row.Version
	return m.writeSeriesRow(s)
}

// loadSeriesRow reads and locks the row of a series.
func (m *Mutation) loadSeriesRow(id int64) (*SeriesRow, error) {
	var found *SeriesRow
	var held int64
	batch := append(m.Env.Store.SQL().LockRowStatements("record_series", "id", id, &held), store.Statement{
		SQL:  "SELECT " + seriesColumns + " FROM record_series WHERE id = $1 AND resource = $2",
		Args: []any{id, m.Resource.Name},
		ScanRow: func(row store.Row) (err error) {
			found, err = scanSeriesRow(row)
			return err
		},
	})
	err := m.Store.Batch(m.Context(), batch)
	if err == nil && found == nil {
		err = fmt.Errorf("series %d of %s: %w", id, m.Resource.Plural, errNoSeries)
	}
	return found, err
}

// equalTemplates reports whether two templates say the same.
func equalTemplates(a, b SeriesTemplate) bool {
	same := func(x, y json.RawMessage) bool { return bytes.Equal(x, y) }
	without := func(links map[string][]int64) map[string][]int64 {
		links = maps.Clone(links)
		maps.DeleteFunc(links, func(_ string, ids []int64) bool { return len(ids) == 0 })
		return links
	}
	return maps.EqualFunc(a.Columns, b.Columns, same) &&
		maps.EqualFunc(without(a.Links), without(b.Links), slices.Equal)
}

// join makes records the dates of a series, and single ones of its members that are none.
// It returns the IDs of those that do not join.
func (m *Mutation) join(
	s *series, members []model.OccurrenceRecord, joining map[dates.WallTime]int64,
) ([]int64, error) {
	last := max(s.pattern.Start, latest(members, joining))
	list, err := s.pattern.Expand("", last, maxJoined)
	if err != nil {
		m.failRecurrence(err)
		return nil, m.validationErr()
	}
	fits, places := map[dates.WallTime]bool{}, map[int64]dates.WallTime{}
	for _, d := range list {
		fits[d.ID] = true
	}
	for id, record := range joining {
		places[record] = id
	}
	taken := map[dates.WallTime]bool{}
	for _, rec := range members {
		o := *rec.AsOccurrence()
		id, again := places[rec.Common().ID]
		if again {
			o.RecurrenceID = string(id)
			delete(places, rec.Common().ID)
		}
		id = dates.WallTime(o.RecurrenceID)
		_, replaced := joining[id]
		switch trashed := model.StatusOf(rec) == model.StatusTrash; {
		case trashed && replaced && !again, !trashed && !fits[id]:
			o = model.Occurrence{}
		case fits[id]:
			taken[id] = true
		}
		if err := m.setOccurrence(rec, o); err != nil {
			return nil, err
		}
	}
	others, err := m.lockRecords("id", slices.Sorted(maps.Keys(places))...)
	if err != nil {
		return nil, err
	}
	var left []int64
	for _, rec := range others {
		id := places[rec.Common().ID]
		if taken[id] || !fits[id] && model.StatusOf(rec) != model.StatusTrash {
			left = append(left, rec.Common().ID)
			continue
		}
		if err := m.setOccurrence(rec, model.Occurrence{SeriesID: s.id, RecurrenceID: string(id)}); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// latest returns the latest recurrence ID of dates and of records that join them, "" for none.
func latest(members []model.OccurrenceRecord, joining map[dates.WallTime]int64) dates.WallTime {
	var last dates.WallTime
	for _, rec := range members {
		last = max(last, dates.WallTime(rec.AsOccurrence().RecurrenceID))
	}
	for id := range joining {
		last = max(last, id)
	}
	return last
}

// maxJoined is the maximum number of dates of a series that records may join: as many as a
// pattern is followed.
const maxJoined = 20_000

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
	_, err := b.store.Exec(b.request.Context(), store.Statement{
		SQL: b.engine.Store.SQL().Format("DELETE FROM record_series WHERE resource = $1 AND NOT EXISTS"+
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
	*o = place
	return one.updateRecord(rec)
}
