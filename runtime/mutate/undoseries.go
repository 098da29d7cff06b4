package mutate

import (
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/dates"
	"almanac/runtime/query"
	"almanac/runtime/series"
	"almanac/runtime/store"
	"almanac/runtime/undo"
)

// applySeries gives a series back what it had: the rule, its exceptions, and the template of its dates.
// Dates that a server has added since, by what the change made of the series, go; they are made again
// from what it is now.
func (u *undoing) applySeries(m *Mutation, s undo.Step) error {
	var former series.Row
	if s.Action != undo.Remove {
		if err := json.Unmarshal(s.Series, &former); err != nil {
			return fmt.Errorf("former series %d: %w", s.ID, err)
		}
	}
	if s.Action == undo.Create {
		return m.bringBackSeries(&former)
	}
	now, err := m.loadSeries(s.ID)
	if err != nil {
		return err
	}
	extended := now.ExtendedTo > former.ExtendedTo && now.ExtendedTo != dates.Last
	if extended || s.Action == undo.Remove {
		if err := u.removeAdded(m, now, former.ExtendedTo); err != nil {
			return err
		}
	}
	if s.Action == undo.Remove {
		return m.endSeries(now)
	}
	for _, column := range m.Resource.SecretColumns { // The log has them not; they stay.
		if value, ok := now.row.Template.Columns[column]; ok {
			former.Template.Columns[column] = value
		}
	}
	next, err := m.seriesOf(&former)
	if err != nil {
		return err
	}
	next.version, next.row = now.version, now.row
	if err := m.updateSeriesRow(next); err != nil {
		return err
	}
	if !extended || next.ExtendedTo == dates.Last {
		return m.Store.Flush(m.Context())
	}
	more := u.unit.mutation(m.Request, m.Resource, true)
	more.extends = true
	_, err = more.extend(s.ID, more.horizon(next.Pattern.Zone))
	return err
}

// bringBackSeries inserts a series that was deleted, with its ID.
func (m *Mutation) bringBackSeries(former *series.Row) error {
	s, err := m.seriesOf(former)
	if err != nil {
		return err
	}
	s.version, s.modified, s.row = former.Version+1, "", nil
	if err := m.insertSeries(s, former.CreatedUTC); err != nil {
		return err
	}
	if s.id != former.ID {
		return Conflict("Another series has its ID.")
	}
	return nil
}

// endSeries deletes a series that the change has made, or ends it if it still has dates, in the trash.
func (m *Mutation) endSeries(s *storedSeries) error {
	var left bool
	err := m.Store.Query(m.Context(), store.Statement{
		SQL:  m.Env.Store.SQL().Format("SELECT id FROM ? WHERE series_id = $1 LIMIT 1", bun.Ident(m.Resource.Plural)),
		Args: []any{s.id}, ScanRow: func(row store.Row) error { left = true; return row.Scan(new(int64)) },
	})
	switch {
	case err != nil:
		return err
	case left:
		s.ExtendedTo = dates.Last
		err = m.updateSeriesRow(s)
	default:
		m.deleteSeriesRow(s)
	}
	if err != nil {
		return err
	}
	return m.Store.Flush(m.Context())
}

// removeAdded deletes the dates of a series after a time that the change has not written and nobody has
// changed.
func (u *undoing) removeAdded(m *Mutation, s *storedSeries, after dates.WallTime) error {
	list, err := m.lockRecords("series_id", s.id)
	if err != nil {
		return err
	}
	for _, rec := range list {
		key := undo.Key{Resource: m.Resource.Name, ID: rec.Common().ID}
		added := u.touched[key] == nil && rec.Common().Version == 1 && rec.AsOccurrence().RecurrenceID > string(after)
		if !added {
			continue
		}
		one := u.unit.mutation(m.Request, m.Resource, false)
		one.deletesSeries = true
		found, err := query.Find(m.Context(), m.Request, m.Store, m.Resource, query.Key{ID: key.ID}, true)
		if err != nil {
			return err
		}
		if _, err := one.deleteRow(found); err != nil {
			return err
		}
	}
	return nil
}
