package runtime

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
	"github.com/maypok86/otter/v2"

	"almanac/runtime/store"
)

// cache keeps whole answers to reads, and totals of lists, as long as they are
// what the store would answer.  An entry is proven good by its moment: as
// long as the store's moment is the same, nothing was committed that could make
// another answer.  Time changes answers too, without a commit; the instant from
// which it does so stands in the entry.
//
// Answers are kept of visitors alone: of requests without credentials and without
// the password of a record.  In open mode everybody is the same caller.
type cache struct {
	Answers *otter.Cache[string, *KeptAnswer]
	Totals  *otter.Cache[string, keptTotal]
	asked   [askedSlots]atomic.Uint64        // Hashes of the keys that were asked for lately.
	latest  atomic.Pointer[store.SnapshotID] // Last one that anybody saw: most likely the present one.
	Counts  cacheCounts
}

// cacheCounts counts what a cache was asked for since the start.
type cacheCounts struct {
	Hits   atomic.Int64 // Answers that were given again.
	Misses atomic.Int64 // Answers that could be kept and were not there.
	Stale  atomic.Int64 // Misses because something was committed since, or time had passed.
}

// keptTotal is the number of records of a list on all its pages.
type keptTotal struct {
	moment store.SnapshotID
	total  int64
}

// What an entry takes beside its key and its body, in bytes, roughly.
const (
	answerCost = 1 << 10
	totalCost  = 100
)

// totalsShare is the part of a cache's bytes that totals get, as a divisor:
// they are small, and pages would push them out.
const totalsShare = 12

// askedSlots is how many keys are remembered as asked for.
const askedSlots = 1 << 14

// NewCache makes a cache of so many bytes, nil for 0: a nil cache keeps nothing.
func NewCache(bytes int64) *cache {
	if bytes <= 0 {
		return nil
	}
	totals := uint64(bytes / totalsShare)
	return &cache{
		Answers: otter.Must(&otter.Options[string, *KeptAnswer]{
			MaximumWeight: uint64(bytes) - totals,
			Weigher:       func(key string, a *KeptAnswer) uint32 { return uint32(min(len(key)+a.size()+answerCost, 1<<31)) }, //nolint:gosec // Bounded.
		}),
		Totals: otter.Must(&otter.Options[string, keptTotal]{
			MaximumWeight: totals,
			Weigher:       func(key string, _ keptTotal) uint32 { return uint32(len(key) + totalCost) }, //nolint:gosec // A statement and its values.
		}),
	}
}

// AskedAgain reports whether a key was asked for lately, and remembers it.  An
// answer that is asked for once is not worth the room it takes, and the copy.
func (c *cache) AskedAgain(key string) bool {
	hash := xxhash.Sum64String(key)
	return c.asked[hash%askedSlots].Swap(hash) == hash
}

// Saw notes the store's moment.
func (c *cache) Saw(m store.SnapshotID) {
	if last := c.latest.Load(); last == nil || *last != m {
		c.latest.Store(&m)
	}
}

// likely reports whether what was kept at a moment is probably good, as nobody
// has seen a later one.
func (c *cache) likely(m store.SnapshotID) bool {
	last := c.latest.Load()
	return last != nil && *last == m
}

// totalKey returns the key of the total that a statement counts.
func totalKey(s store.Statement) string { return fmt.Sprintf("%s\x00%#v", s.SQL, s.Args) }

// Present reports whether the store is still at a moment.
func (c *cache) Present(ctx context.Context, s *store.Store, kept store.SnapshotID) bool {
	m, err := s.Snapshot(ctx)
	if err != nil {
		return false // The handler will meet the error and answer it.
	}
	c.Saw(m)
	return m == kept
}
