package cost

import (
	"strings"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// cache has decoded columns, because many events have the same cost, and a
// response formats each cost in several ways. It is bounded, and its entries are
// immutable, so the whole program shares it.
var cache [cacheSlots]atomic.Pointer[decoded]

// cacheSlots is the maximum number of entries; an entry replaces another whose
// hash has the same slot.
const cacheSlots = 1 << 8

// maxCachedBytes is the maximum length in bytes of a cached column.
const maxCachedBytes = 200

// decoded is a column and its cost. It is immutable.
type decoded struct {
	column string
	cost   Cost
}

// DecodeShared is Decode with a cache. The caller must not change the result.
func DecodeShared(column string) Cost {
	if len(column) > maxCachedBytes {
		return Decode(column)
	}
	slot := &cache[xxhash.Sum64String(column)%cacheSlots]
	if known := slot.Load(); known != nil && known.column == column {
		return known.cost
	}
	known := &decoded{column: strings.Clone(column)} // The column may be part of a longer text.
	known.cost = Decode(known.column)
	slot.Store(known)
	return known.cost
}
