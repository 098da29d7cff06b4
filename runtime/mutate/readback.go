package mutate

import (
	"cmp"
	"slices"

	"almanac/runtime/model"
	"almanac/runtime/query"
)

// readBack returns a record that was saved or found as a read would return it: with its
// linked records and current counts.
func (m *Mutation) readBack(rec model.Record) (model.Record, error) {
	if m.isComplete(rec) {
		m.attachLinked(rec)
		return rec, nil
	}
	m.unit.counts.flush(m.engine, m.Store)
	if m.mayDiffer(rec) {
		var err error
		key := query.Key{ID: rec.Common().ID}
		if rec, err = query.Find(m.Context(), m.Request, m.Store, m.Resource, key, false); err != nil {
			return nil, err
		}
	}
	return rec, query.Attach(m.Context(), m.Request, m.Store, m.Resource, []model.Record{rec})
}

// mayDiffer reports whether the stored record may differ from rec: hooks may write anything.
func (m *Mutation) mayDiffer(rec model.Record) bool {
	p, ok := rec.(model.PostRecord)
	return len(m.engine.Hooks) > 0 || ok && p.AsPost().ImageID != p.AsPost().Image.ID
}

// isComplete reports whether nothing has to be read for the response: the record is
// new, and all that it links to was read in the same transaction.
func (m *Mutation) isComplete(rec model.Record) bool {
	if !m.IsCreate || m.record != rec || m.mayDiffer(rec) {
		return false
	}
	if t, ok := rec.(model.TermRecord); ok && t.AsTerm().Parent != 0 {
		return false // Its URL names the terms above it.
	}
	for _, link := range m.Resource.Links {
		if _, written := m.links[link.Name]; written && m.linkedRecords[link.Name] == nil {
			return false
		}
	}
	return true
}

// attachLinked attaches what the links of a new record lead to, as query.Attach does:
// posts in the order of the links, terms by folded name, with the counts that they have
// once the record is counted.
func (m *Mutation) attachLinked(rec model.Record) {
	for _, link := range m.Resource.Links {
		list := m.linkedRecords[link.Name]
		if link.Target.Term {
			slices.SortFunc(list, func(a, b model.Record) int {
				return cmp.Or(cmp.Compare(model.SortKey(a), model.SortKey(b)), cmp.Compare(a.Common().ID, b.Common().ID))
			})
		}
		for _, target := range list {
			if t, ok := target.(model.TermRecord); ok {
				t.AsTerm().Count += m.unit.counts.deltas[t.AsTerm().ID]
			}
			link.AddLinked(rec, target)
		}
	}
}

// readSeries sets what the response says of the series of a record. The write may have ended the
// series, or made a single record of its date.
func (m *Mutation) readSeries(rec model.Record) (err error) {
	o := model.OccurrenceOf(rec)
	if o == nil && m.seriesChanges == nil {
		return nil
	}
	var info *model.SeriesInfo
	if o != nil {
		info, err = query.SeriesInfo(m.Context(), m.Request, m.Store, m.Resource, o.SeriesID)
	}
	if info == nil {
		info = &model.SeriesInfo{}
	}
	info.Changes = m.seriesChanges
	rec.(model.OccurrenceRecord).AsOccurrence().Series = info
	return err
}
