package auth

import "time"

// agingMap is a map whose entries expire. Entries are added to the young
// generation, which becomes the old one after a span of time or when it is full,
// and is dropped after another span. So an entry lives at most two spans, and at
// least one unless the map is full. The fields span and limit must be set.
type agingMap[V any] struct {
	span       time.Duration
	limit      int // Maximum number of entries of a generation; the map has at most twice as many.
	since      time.Time
	young, old map[digest]V
}

// get returns the entry of a key, and whether there is one.
func (g *agingMap[V]) get(at time.Time, key digest) (V, bool) {
	g.age(at)
	if v, ok := g.young[key]; ok {
		return v, true
	}
	v, ok := g.old[key]
	return v, ok
}

// put sets the entry of a key and restarts its lifetime.
func (g *agingMap[V]) put(at time.Time, key digest, v V) {
	g.age(at)
	if _, known := g.young[key]; !known && len(g.young) >= g.limit {
		g.rotate(at)
	}
	g.young[key] = v
}

// age rotates the generations that have expired.
func (g *agingMap[V]) age(at time.Time) {
	switch age := at.Sub(g.since); {
	case age < 0 || age >= 2*g.span:
		// Also the first use, and a clock that was set back.
		g.rotate(at)
		g.old = nil
	case age >= g.span:
		// Not at: a late access must not extend the life of the old generation.
		g.rotate(g.since.Add(g.span))
	}
}

// rotate makes the young generation the old one, as of the given time.
func (g *agingMap[V]) rotate(since time.Time) {
	g.old, g.young, g.since = g.young, map[digest]V{}, since
}
