package auth

import "time"

// generations is a map that forgets: entries are put into the young
// generation, which becomes the old one after a span of time or when it is
// full, and is dropped after another.  An entry so lives at most two spans,
// and at least one unless the map is crowded, without a time of its own.
// The fields span and limit are set by the maker.
type generations[V any] struct {
	span       time.Duration
	limit      int // Entries of one generation; the map holds at most twice as many.
	since      time.Time
	young, old map[digest]V
}

// get returns the entry of a key, and whether there is one.
func (g *generations[V]) get(at time.Time, key digest) (V, bool) {
	g.age(at)
	if v, ok := g.young[key]; ok {
		return v, true
	}
	v, ok := g.old[key]
	return v, ok
}

// put sets the entry of a key and restarts its lifetime.
func (g *generations[V]) put(at time.Time, key digest, v V) {
	g.age(at)
	if _, known := g.young[key]; !known && len(g.young) >= g.limit {
		g.turn(at)
	}
	g.young[key] = v
}

// age turns the generations over when their time has come.
func (g *generations[V]) age(at time.Time) {
	switch age := at.Sub(g.since); {
	case age < 0 || age >= 2*g.span:
		// Also the first use, and a clock that was set back.
		g.turn(at)
		g.old = nil
	case age >= g.span:
		// Not at: an old generation must not live longer for being looked at late.
		g.turn(g.since.Add(g.span))
	}
}

// turn makes the young generation the old one, as of the given time.
func (g *generations[V]) turn(since time.Time) {
	g.old, g.young, g.since = g.young, map[digest]V{}, since
}
