package cache

import (
	"sync/atomic"

	"github.com/maypok86/otter/v2"

	"almanac/runtime/model"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// A shared record is one that others link to.  It is loaded once, and cached with
// its encoded forms: the same few venues, organizers and terms stand in most
// responses about events.  A cached one is good at the snapshot at which it was last
// compared with the store, and at another one as soon as its version and its count are found
// to be the same.

// recordKey names a shared record.
type recordKey struct {
	resource *model.Resource
	id       int64
}

// cachedRecord is a record that several requests read at once.
type cachedRecord struct {
	model.Record
	sort string                           // Folded name of a term, by which terms are in order.
	good atomic.Pointer[store.SnapshotID] // When it was last what the store has; nil when that is not known.
}

// Records keeps shared records.
type Records struct {
	records *otter.Cache[recordKey, *cachedRecord]
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
		records: otter.Must(&otter.Options[recordKey, *cachedRecord]{
			MaximumWeight: uint64(bytes), //nolint:gosec // Above 0.
			Weigher:       func(_ recordKey, s *cachedRecord) uint32 { return s.weight() },
		}),
	}
}

// weight returns about how many bytes a record takes with all that is made of it.
func (c *cachedRecord) weight() uint32 {
	length := 0
	for _, column := range c.ColumnValues() {
		if words, ok := column.(string); ok {
			length += len(words)
		}
	}
	return uint32(sharedCost + sharedCopies*length)
}

// put shares a record that was loaded at a snapshot, "" for one that is not known.
func (rs *Records) put(m model.Record, at store.SnapshotID) *cachedRecord {
	record := &cachedRecord{Record: m}
	if term, ok := m.(model.TermRecord); ok {
		record.sort = text.SortKey(*term.DisplayName())
	}
	m.Common().Memo = new(model.Memo)
	record.markFresh(at)
	rs.records.Set(recordKey{m.Resource(), m.Common().ID}, record)
	return record
}

// markFresh notes that the record is what the store has at a snapshot.
func (c *cachedRecord) markFresh(at store.SnapshotID) {
	if at != "" {
		c.good.Store(&at)
	}
}

// isFresh reports whether the record is known to be what the store has at a snapshot.
func (c *cachedRecord) isFresh(at store.SnapshotID) bool {
	good := c.good.Load()
	return at != "" && good != nil && *good == at
}

// same reports whether what the store has of the record is what is cached.
func (c *cachedRecord) same(version, count int64) bool {
	if term, ok := c.Record.(model.TermRecord); ok && term.AsTerm().Count != count {
		return false
	}
	return c.Common().Version == version
}
