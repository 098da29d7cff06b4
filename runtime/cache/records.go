package cache

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"

	"almanac/runtime/model"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// A shared record is one that others link to.  It is loaded once, and kept with
// its encoded forms: the same few venues, organizers and terms stand in most
// answers about events.  A kept one is good at the moment at which it was last
// compared with the store, and at another one as soon as its version and its
// count are found to be the same.

// sharedKey names a shared record.
type sharedKey struct {
	kind *model.Kind
	id   int64
}

// sharedRecord is a record that several requests read at once.
type sharedRecord struct {
	model.Model
	sort string                           // Folded name of a term, by which terms are in order.
	good atomic.Pointer[store.SnapshotID] // When it was last what the store has; nil when that is not known.
}

// Records keeps shared records.
type Records struct {
	kept *otter.Cache[sharedKey, *sharedRecord]
}

// RecordsShare is the part of the cache's bytes that shared records get, as a
// divisor.
const RecordsShare = 3

// What a shared record takes in bytes, roughly: its structure, and how often its
// text is there, once loaded and once in each encoded form.
const (
	sharedCost   = 1000
	sharedCopies = 4
)

// NewRecords makes room for so many bytes.
func NewRecords(bytes int64) *Records {
	return &Records{
		kept: otter.Must(&otter.Options[sharedKey, *sharedRecord]{
			MaximumWeight: uint64(bytes),
			Weigher:       func(_ sharedKey, s *sharedRecord) uint32 { return s.weight() },
		}),
	}
}

// weight returns about how many bytes a record takes with all that is made of it.
func (s *sharedRecord) weight() uint32 {
	length := 0
	for _, column := range s.Values() {
		if words, ok := column.(string); ok {
			length += len(words)
		}
	}
	return uint32(sharedCost + sharedCopies*length)
}

// keep shares a record that was loaded at a moment, "" for one that is not known.
func (s *Records) keep(m model.Model, at store.SnapshotID) *sharedRecord {
	record := &sharedRecord{Model: m}
	if _, term := m.(model.TermModel); term {
		record.sort = text.SortKey(*m.DisplayName())
	}
	m.Record().Memo = new(model.Memo)
	record.goodAt(at)
	s.kept.Set(sharedKey{m.Kind(), m.Record().ID}, record)
	return record
}

// goodAt notes that the record is what the store has at a moment.
func (s *sharedRecord) goodAt(at store.SnapshotID) {
	if at != "" {
		s.good.Store(&at)
	}
}

// isGood reports whether the record is known to be what the store has at a moment.
func (s *sharedRecord) isGood(at store.SnapshotID) bool {
	good := s.good.Load()
	return at != "" && good != nil && *good == at
}

// same reports whether what the store has of the record is what is kept.
func (s *sharedRecord) same(version, count int64) bool {
	if term, ok := s.Model.(model.TermModel); ok && term.AsTerm().Count != count {
		return false
	}
	return s.Record().Version == version
}
