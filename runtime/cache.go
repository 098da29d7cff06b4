package runtime

import (
	"context"
	"fmt"
	"net/http"
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
	answers *otter.Cache[string, *keptAnswer]
	totals  *otter.Cache[string, keptTotal]
	asked   [askedSlots]atomic.Uint64        // Hashes of the keys that were asked for lately.
	latest  atomic.Pointer[store.SnapshotID] // Last one that anybody saw: most likely the present one.
	counts  cacheCounts
}

// cacheCounts counts what a cache was asked for since the start.
type cacheCounts struct {
	hits   atomic.Int64 // Answers that were given again.
	misses atomic.Int64 // Answers that could be kept and were not there.
	stale  atomic.Int64 // Misses because something was committed since, or time had passed.
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

// newCache makes a cache of so many bytes, nil for 0: a nil cache keeps nothing.
func newCache(bytes int64) *cache {
	if bytes <= 0 {
		return nil
	}
	totals := uint64(bytes / totalsShare)
	return &cache{
		answers: otter.Must(&otter.Options[string, *keptAnswer]{
			MaximumWeight: uint64(bytes) - totals,
			Weigher:       func(key string, a *keptAnswer) uint32 { return uint32(min(len(key)+a.size()+answerCost, 1<<31)) }, //nolint:gosec // Bounded.
		}),
		totals: otter.Must(&otter.Options[string, keptTotal]{
			MaximumWeight: totals,
			Weigher:       func(key string, _ keptTotal) uint32 { return uint32(len(key) + totalCost) }, //nolint:gosec // A statement and its values.
		}),
	}
}

// askedAgain reports whether a key was asked for lately, and remembers it.  An
// answer that is asked for once is not worth the room it takes, and the copy.
func (c *cache) askedAgain(key string) bool {
	hash := xxhash.Sum64String(key)
	return c.asked[hash%askedSlots].Swap(hash) == hash
}

// saw notes the store's moment.
func (c *cache) saw(m store.SnapshotID) {
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

// longestAccept is the length in bytes of the longest Accept header whose
// answers are kept.
const longestAccept = 200

// answerKey returns the key of the answer to a request: all of it that the
// answer depends on.  It is "" for requests whose answers are never kept: those
// that may change something, show who asks, or carry parameters in a body.
func answerKey(r *http.Request) string {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return ""
	}
	if r.Header["Authorization"] != nil || r.ContentLength != 0 {
		return ""
	}
	accept := r.Header["Accept"]
	switch {
	case len(accept) == 0:
		return r.URL.RequestURI()
	case len(accept) == 1 && len(accept[0]) <= longestAccept:
		return r.URL.RequestURI() + "\x00" + accept[0]
	}
	return ""
}

// again answers a request with what is kept, and reports false when that is
// not, or no longer, what a handler would answer.
func (a *API) again(w *response, r *http.Request, x *exchange) bool {
	if a.Env.cache == nil {
		return false
	}
	x.key = answerKey(r)
	if x.key == "" {
		return false
	}
	now := a.Env.Clock()
	kept, ok := a.Env.cache.answers.GetIfPresent(x.key)
	switch {
	case !ok:
		a.Env.cache.counts.misses.Add(1)
		return false
	case kept.outdated(now), a.Env.publisher.due(now), !a.Env.cache.present(r.Context(), a.Env.Store, kept.moment):
		a.Env.cache.counts.misses.Add(1)
		a.Env.cache.counts.stale.Add(1)
		return false
	}
	a.Env.cache.counts.hits.Add(1)
	w.kept, w.status = kept, http.StatusOK
	x.version, x.listed, x.route = kept.version, kept.listed, kept.route
	return true
}

// present reports whether the store is still at a moment.
func (c *cache) present(ctx context.Context, s *store.Store, kept store.SnapshotID) bool {
	m, err := s.Snapshot(ctx)
	if err != nil {
		return false // The handler will meet the error and answer it.
	}
	c.saw(m)
	return m == kept
}

// keep keeps the answer that is about to be sent, if the handler found that
// it may be and somebody asked for it before.
func (a *API) keep(w *response, x *exchange) {
	if x.key == "" || x.moment == "" || w.status != http.StatusOK {
		return
	}
	a.Env.cache.saw(x.moment)
	if a.Env.cache.askedAgain(x.key) {
		a.Env.cache.answers.Set(x.key, w.copy(x))
	}
}
