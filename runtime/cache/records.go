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
// compared with the store, and at another one if the changes between the two are known and
// none is of its row or its count, or as soon as its version and its count are found to be
// the same.

// recordKey names a shared record.
type recordKey struct {
	kind *model.Resource
	id   int64
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
func (s *cachedRecord) weight() uint32 {
	length := 0
	for _, column := range s.ColumnValues() {
		if words, ok := column.(string); ok {
			length += len(words)
		}
	}
	return uint32(sharedCost + sharedCopies*length)
}

// put shares a record that was loaded at a snapshot, "" for one that is not known.
func (s *Records) put(m model.Record, at store.SnapshotID) *cachedRecord {
	record := &cachedRecord{Record: m}
	if term, ok := m.(model.TermRecord); ok {
		record.sort = text.SortKey(*term.DisplayName())
	}
	m.Common().Memo = new(model.Memo)
	record.markFresh(at)
	s.records.Set(recordKey{m.Resource(), m.Common().ID}, record)
	return record
}

// markFresh notes that the record is what the store has at a snapshot.
func (s *cachedRecord) markFresh(at store.SnapshotID) {
	if at != "" {
		s.good.Store(&at)
	}
}

// freshness tells which records are what the store has at a snapshot.
type freshness struct {
	store   *store.Store
	at      store.SnapshotID
	changed map[store.SnapshotID]changedRows // Since other snapshots, as far as somebody asked.
}

// maxOlder is how many other snapshots the changes are looked up of.  To compare the
// records that are left with the store takes one round trip, however many they are.
const maxOlder = 8

// changedRows has the rows that were changed; nil when they are not known.
type changedRows map[changedRow]bool

// changedRow is a row by its table and ID.
type changedRow struct {
	table string
	id    int64
}

// has reports whether a record is known to be what the store has.
func (f *freshness) has(s *cachedRecord) bool {
	good := s.good.Load()
	if f.at == "" || good == nil {
		return false
	}
	if *good == f.at {
		return true
	}
	changed, asked := f.changed[*good]
	if !asked && len(f.changed) < maxOlder {
		changed = rowsChanged(f.store.KnownChanges(*good, f.at))
		f.changed[*good] = changed
	}
	id := s.Common().ID
	if changed == nil || changed[changedRow{s.Resource().Plural, id}] || s.Resource().Term && changed[changedRow{"term_counts", id}] {
		return false
	}
	s.markFresh(f.at)
	return true
}

// rowsChanged returns the rows of changes, whose values begin with the ID; nil when they
// are not known.
func rowsChanged(changes []store.Change, known bool) changedRows {
	if !known {
		return nil
	}
	rows := make(changedRows, len(changes))
	for _, c := range changes {
		for _, values := range [][]any{c.Before, c.After} {
			if len(values) == 0 {
				continue
			}
			id, ok := values[0].(int64)
			if !ok {
				return nil
			}
			rows[changedRow{c.Table, id}] = true
		}
	}
	return rows
}

// same reports whether what the store has of the record is what is cached.
func (s *cachedRecord) same(version, count int64) bool {
	if term, ok := s.Record.(model.TermRecord); ok && term.AsTerm().Count != count {
		return false
	}
	return s.Common().Version == version
}
