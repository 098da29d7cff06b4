package cost

import (
	"strings"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"
)

// memo holds what columns were decoded to: most events cost what many others do,
// and a response shows each cost in several forms.  It is bounded, and what it
// holds never changes, so all of the program shares it.
var memo [memoSlots]atomic.Pointer[decoded]

// memoSlots is how many costs are held; one takes the place of another whose hash
// falls into the same slot.
const memoSlots = 1 << 8

// longestMemo is the length in bytes of the longest column that is held.
const longestMemo = 200

// decoded is a column and its cost, which nobody may change.
type decoded struct {
	column string
	cost   Cost
}

// DecodeShared is Decode for a cost that is only read.
func DecodeShared(column string) Cost {
	if len(column) > longestMemo {
		return Decode(column)
	}
	slot := &memo[xxhash.Sum64String(column)%memoSlots]
	if known := slot.Load(); known != nil && known.column == column {
		return known.cost
	}
	known := &decoded{column: strings.Clone(column)} // What was read is part of a longer text.
	known.cost = Decode(known.column)
	slot.Store(known)
	return known.cost
}
