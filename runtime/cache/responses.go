package cache

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/maypok86/otter/v2"

	"almanac/runtime/store"
)

// Responses keeps whole responses to reads, and totals of lists, as long as they are
// what the store would answer.  An entry is proven good by its snapshot: as
// long as the store's snapshot is the same, nothing was committed that could make
// another response.  Time changes responses too, without a commit; the instant from
// which it does so stands in the entry.
//
// Responses are cached of anonymous callers alone: of requests without credentials and without
// the password of a record.  In open mode everybody is the same caller.
type Responses struct {
	store     *store.Store
	responses *otter.Cache[string, *CachedResponse]
	totals    *otter.Cache[string, cachedTotal]
	requested [requestedSlots]atomic.Uint64    // Hashes of the keys that were asked for lately.
	latest    atomic.Pointer[store.SnapshotID] // Last one that anybody saw: most likely the present one.
	counts    counters
}

// counters counts what a cache was asked for since the start.
type counters struct {
	hits   atomic.Int64 // Responses that were given again.
	misses atomic.Int64 // Responses that could be cached and were not there.
	stale  atomic.Int64 // Found, but something was committed since, or time had passed.
}

// cachedTotal is the number of records of a list on all its pages.
type cachedTotal struct {
	snapshot store.SnapshotID
	total    int64
}

// What an entry takes beside its key and its body, in bytes, roughly.
const (
	responseCost = 1 << 10
	totalCost    = 100
)

// totalsShare is the part of a cache's bytes that totals get, as a divisor:
// they are small, and pages would push them out.
const totalsShare = 12

// requestedSlots is how many keys are remembered as asked for.
const requestedSlots = 1 << 14

// NewResponses makes a cache of so many bytes.
func NewResponses(s *store.Store, bytes int64) *Responses {
	totals := uint64(bytes / totalsShare) //nolint:gosec // Above 0.
	others := uint64(bytes) - totals      //nolint:gosec // Above 0.
	return &Responses{
		store: s,
		responses: otter.Must(&otter.Options[string, *CachedResponse]{
			MaximumWeight: others,
			Weigher: func(key string, a *CachedResponse) uint32 {
				return uint32(min(len(key)+a.size()+responseCost, 1<<31)) //nolint:gosec // Bounded.
			},
		}),
		totals: otter.Must(&otter.Options[string, cachedTotal]{
			MaximumWeight: totals,
			Weigher: func(key string, _ cachedTotal) uint32 {
				return uint32(len(key) + totalCost) //nolint:gosec // A statement and its values.
			},
		}),
	}
}

// Response returns what was answered to a request with the key and would be
// answered again, nil when there is nothing: records may be due for publication,
// or something was committed since, or time has passed.
func (r *Responses) Response(ctx context.Context, key string, now time.Time, due bool) *CachedResponse {
	kept, ok := r.responses.GetIfPresent(key)
	switch {
	case !ok:
		r.counts.misses.Add(1)
		return nil
	case due, kept.expired(now), !r.isPresent(ctx, kept.Snapshot):
		r.counts.stale.Add(1)
		return nil
	}
	r.counts.hits.Add(1)
	return kept
}

// Wants reports whether the response for a key that is asked for is worth the room it
// takes, the copy, and the proof of its snapshot: whether the key was asked for lately.
func (r *Responses) Wants(key string) bool {
	hash := xxhash.Sum64String(key)
	return r.requested[hash%requestedSlots].Swap(hash) == hash
}

// Put stores a response.
func (r *Responses) Put(key string, a *CachedResponse) { r.responses.Set(key, a) }

// Stats returns what the cache was asked for, and what it holds.
func (r *Responses) Stats() Stats {
	bytes := int64(r.responses.WeightedSize() + r.totals.WeightedSize()) //nolint:gosec // Bounded by memory.
	return Stats{
		Hits: r.counts.hits.Load(), Misses: r.counts.misses.Load(), Stale: r.counts.stale.Load(),
		Entries: int64(r.responses.EstimatedSize()), Bytes: bytes,
	}
}

// ObserveSnapshot notes the store's snapshot.
func (r *Responses) ObserveSnapshot(m store.SnapshotID) {
	if last := r.latest.Load(); last == nil || *last != m {
		r.latest.Store(&m)
	}
}

// Total returns the total of a list at a snapshot, false when it was not counted there.
func (r *Responses) Total(key string, at store.SnapshotID) (total int64, ok bool) {
	known, ok := r.totals.GetIfPresent(key)
	return known.total, ok && known.snapshot == at
}

// Latest returns the snapshot that was observed last, "" when none was.
func (r *Responses) Latest() store.SnapshotID {
	if last := r.latest.Load(); last != nil {
		return *last
	}
	return ""
}

// SetTotal notes the total of a list at a snapshot.
func (r *Responses) SetTotal(key string, total int64, at store.SnapshotID) {
	r.totals.Set(key, cachedTotal{snapshot: at, total: total})
}

// isPresent reports whether the store is still at a snapshot.
func (r *Responses) isPresent(ctx context.Context, kept store.SnapshotID) bool {
	m, err := r.store.Snapshot(ctx)
	if err != nil {
		return false // The handler will meet the error and answer it.
	}
	r.ObserveSnapshot(m)
	return m == kept
}
