package query

import (
	"almanac/runtime/admission"
	"almanac/runtime/filter"
	"almanac/runtime/request"
)

// Most requests take some hundred microseconds.  A few sorts of reads take a
// hundred times that: they look at all records of a list.  They are let in by
// weight, so that together they never hold more than a part of the database's
// connections and of the processors, and the rest stays for cheap reads.
const (
	// countWeight is that of a list whose total has to be counted, from an index, and
	// of the beginning of a feed.
	countWeight = 1
	// ScanWeight is that of what looks at texts or at whole records: a search,
	// also where its total is known, and each further batch of a feed.
	ScanWeight = 2
)

// NewExpensive returns what expensive reads go through.  Those that wait hold a
// place among the requests that are worked on, so that they get half of these.
func NewExpensive(e *request.Env) *admission.Limiter {
	capacity, queue := int64(e.Admission.Expensive), int64(e.Admission.Queue)
	if capacity == admission.HalfOfConnections {
		if e.Store == nil { // Only the document is wanted.
			return nil
		}
		capacity = max(e.Store.PoolStats()[0].MaxOpen/2, 1)
	}
	if all := int64(e.Admission.Concurrent); all > 0 {
		queue = min(queue, all/2)
	}
	return admission.New("expensive", capacity, queue, e.Admission.Soon)
}

// weightOf returns that of a list that is not known to be cheap.
func weightOf(q *filter.Query) int64 {
	if q.Searches() {
		return ScanWeight
	}
	return countWeight
}
