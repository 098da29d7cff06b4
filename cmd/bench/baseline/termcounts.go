package baseline

import "sync/atomic"

// termCounts holds how many events each term has.  The baseline alone writes to its
// database, and makes no terms, so what it read at the beginning stays exact by
// counting along.
type termCounts struct{ of map[int64]*atomic.Int64 }

// load notes the count of a term at the beginning.
func (t *termCounts) load(term, count int64) {
	t.of[term] = new(atomic.Int64)
	t.of[term].Store(count)
}

// add notes that an event has the terms.
func (t *termCounts) add(terms []int64) {
	for _, id := range terms {
		if n, ok := t.of[id]; ok { // Others are of no term.
			n.Add(1)
		}
	}
}

func (t *termCounts) fill(terms []*Term) {
	for _, term := range terms {
		if n, ok := t.of[term.ID]; ok {
			term.Count = n.Load()
		}
	}
}
