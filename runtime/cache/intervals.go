package cache

import (
	"sync"

	"almanac/runtime/intervals"
	"almanac/runtime/store"
)

// listIntervals keeps when the records of lists begin and end that are asked for with many
// bounds of that.  Lists that were not used for the longest time go first: the policy of
// the other caches drops an entry at random that takes most of the room.
type listIntervals struct {
	limit int64 // Bytes at most.

	mu     sync.Mutex
	byList map[string]*listedIntervals
	uses   int64
	bytes  int64
}

// listedIntervals is what is kept of one list.
type listedIntervals struct {
	set   *intervals.Set // Nil when it was not read, or is good for nothing.
	at    store.SnapshotID
	stale bool  // It is not known what was changed since.
	size  int64 // Of the set that was read last.
	cost  int64 // Bytes, roughly.
	used  int64 // Number of the last use.

	counts, counted int64 // How often the list was counted since, and how many records in all.
}

// To read when records begin and end takes as long as to count some five times as many, on
// both stores.  So a set is read when that was counted, and the first one, whose size is not
// known, after some counts.
const (
	countsBeforeSet  = 10
	countedBeforeSet = 5
)

// What an interval takes in bytes, where they are many, and what a list does.
const (
	intervalCost = 8
	listCost     = 1 << 10
)

// maxLists bounds how many lists are kept.
const maxLists = 256

// intervalsShare is the part of a cache's bytes, in percent, that intervals may take from
// the responses: enough for a million of them in the default cache.
const intervalsShare = 70

// newListIntervals keeps nothing yet.
func newListIntervals(limit int64) *listIntervals {
	return &listIntervals{limit: limit, byList: map[string]*listedIntervals{}}
}

// use returns what is kept of a list, nil for nothing.
func (s *listIntervals) use(key string) *listedIntervals {
	l := s.byList[key]
	if l != nil {
		s.uses++
		l.used = s.uses
	}
	return l
}

// put keeps a list, without a set for which there is no room, and drops others for it.
func (s *listIntervals) put(key string, l *listedIntervals) {
	s.drop(key)
	l.cost = listCost
	if l.set != nil && l.cost+l.set.Bytes() > s.limit {
		l.set = nil
	}
	if l.set != nil {
		l.cost += l.set.Bytes()
	}
	for len(s.byList) > 0 && (s.bytes+l.cost > s.limit || len(s.byList) >= maxLists) {
		s.drop(s.oldest())
	}
	s.byList[key], s.bytes = l, s.bytes+l.cost
	s.use(key)
}

// drop keeps a list no longer.
func (s *listIntervals) drop(key string) {
	if l := s.byList[key]; l != nil {
		delete(s.byList, key)
		s.bytes -= l.cost
	}
}

// oldest returns the list that was not used for the longest time.
func (s *listIntervals) oldest() (key string) {
	for k, l := range s.byList {
		if key == "" || l.used < s.byList[key].used {
			key = k
		}
	}
	return key
}

// weight returns what all lists take, in bytes.
func (s *listIntervals) weight() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes
}

// MaxIntervals returns how many intervals of a list there is room for.
func (c *Responses) MaxIntervals() int64 { return c.intervals.limit / intervalCost }

// WantsIntervals notes that a list was counted, and reports whether it is time to read when
// its records begin and end.
func (c *Responses) WantsIntervals(key string, total int64) bool {
	s := c.intervals
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.use(key)
	if l == nil {
		l = &listedIntervals{}
		c.putIntervals(key, l)
	}
	if l.set != nil && !l.stale || l.size > c.MaxIntervals() {
		return false // They cannot tell, or have no room.
	}
	l.counts, l.counted = l.counts+1, l.counted+total
	if l.counts < countsBeforeSet || l.counted < countedBeforeSet*l.size {
		return false
	}
	l.counts, l.counted = 0, 0
	return true
}

// SetIntervals notes when the records of a list begin and end at a snapshot; at none, about
// how many there are, so that they are not read again soon.
func (c *Responses) SetIntervals(key string, set *intervals.Set, at store.SnapshotID) {
	s := c.intervals
	s.mu.Lock()
	defer s.mu.Unlock()
	l := &listedIntervals{at: at, size: set.Len()}
	if at != "" {
		l.set = set
	}
	c.putIntervals(key, l)
	if l.set == nil && at != "" {
		l.size = c.MaxIntervals() + 1
	}
}

// putIntervals keeps a list, and leaves the rest of the room to responses.
func (c *Responses) putIntervals(key string, l *listedIntervals) {
	c.intervals.put(key, l)
	c.answers.SetMaximum(c.bytes - min(c.bytes, uint64(c.intervals.bytes))) //nolint:gosec // Above 0.
}

// CountIn returns how many records of a list begin and end in a window at a snapshot.  It
// returns false when that is not known; follow has the set follow changes.
func (c *Responses) CountIn(key string, w intervals.Window, at store.SnapshotID, follow func(*intervals.Set, []store.Change) bool) (n int64, ok bool) {
	s := c.intervals
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.use(key)
	if l == nil || l.set == nil || at == "" {
		return 0, false
	}
	if l.at != at {
		changes, known := c.store.Changes(l.at, at)
		if l.stale = !known; !known {
			return 0, false
		}
		if !follow(l.set, changes) {
			l.set = nil
			return 0, false
		}
		l.at = at
	}
	return l.set.Count(w)
}
