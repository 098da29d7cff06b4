package mutate

import (
	"reflect"
	"slices"

	"almanac/runtime/linkids"
	"almanac/runtime/model"
)

// state is what an update is compared with, to find out whether it changes anything.
type state struct {
	values                []any
	links                 linkids.IDs // nil if they are not known.
	modified, modifiedUTC string
}

// storedState returns the state of a record before an update.
func (c *Mutation) storedState(m model.Record) state {
	s := state{values: m.ColumnValues(), modifiedUTC: m.Common().ModifiedUTC}
	s.links, _ = linkids.Of(c.Kind, m)
	if p, ok := m.(model.PostRecord); ok {
		s.modified = p.AsPost().Modified
	}
	return s
}

// restore reports whether the values and links of a record, which an update has been
// applied to, are those that it had.  Then the record has the times of its last change
// again, and is not written: its version, entity tag and audit stay too.
func (s state) restore(c *Mutation, m model.Record) bool {
	p, post := m.(model.PostRecord)
	publishes := c.linksInline && post && isPublic(p.AsPost()) // What was made inside of it.
	if publishes || c.Imported != nil && c.Imported.ModifiedUTC != "" && c.Imported.ModifiedUTC != s.modifiedUTC {
		return false
	}
	for i, link := range c.Kind.Links {
		if ids, written := c.links[link.Name]; written && (s.links == nil || !slices.Equal(ids, s.links[i])) {
			return false
		}
	}
	values := m.ColumnValues()
	for i, column := range c.Kind.Columns {
		follows := slices.Contains([]string{"version", "modified", "modified_utc", linkids.Column}, column)
		if !follows && slices.Contains(c.Kind.ReadColumns, column) && !reflect.DeepEqual(values[i], s.values[i]) {
			return false
		}
	}
	m.Common().ModifiedUTC = s.modifiedUTC
	if post {
		p.AsPost().Modified = s.modified
	}
	return true
}
