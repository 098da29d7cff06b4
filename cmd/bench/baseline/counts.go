package baseline

import (
	"slices"
	"sync"
)

// counts holds when the listed events start and end, so that the number of
// those in a window is exact and costs two look-ups: what starts from its
// beginning on, less what ends after its end.  That is wrong by the events that
// last longer than the window, so short windows are counted by the database.
type counts struct {
	mu           sync.RWMutex
	starts, ends []int64 // Sorted.
	longest      int64
}

// stamp returns a wall time as a number that compares like it; longest and the
// length of a window are differences of such numbers.
func stamp(wall string) int64 {
	n := int64(0)
	for _, c := range []byte(wall) {
		if c >= '0' && c <= '9' {
			n = n*10 + int64(c-'0')
		}
	}
	return n
}

// load adds an event before the counts are sorted.
func (c *counts) load(start, end string) {
	s, e := stamp(start), stamp(end)
	c.starts, c.ends, c.longest = append(c.starts, s), append(c.ends, e), max(c.longest, e-s)
}

// sort ends the loading.
func (c *counts) sort() {
	slices.Sort(c.starts)
	slices.Sort(c.ends)
}

// add notes an event that was made.
func (c *counts) add(start, end string) {
	s, e := stamp(start), stamp(end)
	c.mu.Lock()
	defer c.mu.Unlock()
	at, _ := slices.BinarySearch(c.starts, s)
	c.starts = slices.Insert(c.starts, at, s)
	at, _ = slices.BinarySearch(c.ends, e)
	c.ends = slices.Insert(c.ends, at, e)
	c.longest = max(c.longest, e-s)
}

// in returns how many events start and end in a window; false for a short one.
func (c *counts) in(start, end string) (int64, bool) {
	from, until := stamp(start), stamp(end)
	c.mu.RLock()
	defer c.mu.RUnlock()
	if until-from <= c.longest {
		return 0, false
	}
	before, _ := slices.BinarySearch(c.starts, from)
	after, _ := slices.BinarySearch(c.ends, until+1)
	return int64(after - before), true
}
