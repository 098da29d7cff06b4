package mutate

import (
	"reflect"
	"slices"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
)

// state is a record before an update, to find out whether the update changes anything.
type state struct {
	values                []any
	links                 linkids.IDs // nil if they are not known.
	modified, modifiedUTC string
	edited, editedUTC     string // The column, and what model.EditedUTC returns.
}

func (m *Mutation) storedState(rec model.Record) state {
	s := state{values: rec.ColumnValues(), modifiedUTC: rec.Common().ModifiedUTC, editedUTC: model.EditedUTC(rec)}
	s.links, _ = linkids.Of(m.Resource, rec)
	if p, ok := rec.(model.PostRecord); ok {
		s.modified, s.edited = p.AsPost().Modified, p.AsPost().Edited
	}
	return s
}

// equals reports whether the values and links of a record, which an update has been applied
// to, are those that it had.
func (s state) equals(m *Mutation, rec model.Record) bool {
	p, post := rec.(model.PostRecord)
	publishes := m.linksInline && post && isPublic(p.AsPost()) // What was made inside of it.
	if publishes || m.Imported != nil && m.Imported.ModifiedUTC != "" && m.Imported.ModifiedUTC != s.editedUTC {
		return false
	}
	for i, link := range m.Resource.Links {
		if ids, written := m.links[link.Name]; written && (s.links == nil || !slices.Equal(ids, s.links[i])) {
			return false
		}
	}
	values := rec.ColumnValues()
	for i, column := range m.Resource.Columns {
		follows := slices.Contains([]string{"version", "modified", "modified_utc", "edited_utc", linkids.Column}, column)
		if !follows && slices.Contains(m.Resource.ReadColumns, column) && !reflect.DeepEqual(values[i], s.values[i]) {
			return false
		}
	}
	return true
}

// restoreModified sets the times of the last change to those of before the update.
func (s state) restoreModified(rec model.Record) {
	rec.Common().ModifiedUTC = s.modifiedUTC
	if p, ok := rec.(model.PostRecord); ok {
		p.AsPost().Modified, p.AsPost().Edited = s.modified, s.edited
	}
}
