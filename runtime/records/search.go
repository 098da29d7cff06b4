package records

import (
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
)

// What the pages of a site search and no route of the API does.

// NameSource is a resource whose names are looked into.
type NameSource = query.NameSource

// NamedRecord is a record of a NameSource.
type NamedRecord = query.NamedRecord

// Linked is a link to some records.
type Linked = filter.Linked

// CountedList is a list of which only the number of records is wanted.
type CountedList = query.CountedList

// Names returns records that the caller may see: of each source first those in which one of
// the folded words occurs, limit at most, and then others in the order of their names. It
// runs one batch.
func (s *Service) Names(r *request.Request, sources []NameSource, words []string, limit int) ([]NamedRecord, error) {
	return operate(s, r, func() ([]NamedRecord, error) { return query.Names(r, sources, words, limit) })
}

// CountLists returns how many records each of the lists has. It runs one batch, beside
// those that look up what the parameters name.
func (s *Service) CountLists(r *request.Request, k *model.Resource, lists []CountedList) ([]int64, error) {
	return operate(s, r, func() ([]int64, error) { return s.Reads.CountLists(r, k, lists) })
}
