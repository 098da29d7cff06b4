package runtime

import (
	"strings"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"almanac/runtime/cost"
)

// costs keeps what costs were decoded to.  Most events cost what many others
// do, and an answer shows each cost in several forms.
type costs struct {
	slots [costSlots]atomic.Pointer[knownCost]
}

// costSlots is how many costs are kept; one takes the place of another whose
// hash falls into the same slot.
const costSlots = 1 << 8

// longestCost is the length in bytes of the longest column that is kept.
const longestCost = 200

// knownCost is a cost that was decoded.  It is shared, and nobody may change it.
type knownCost struct {
	column string
	cost   cost.Cost
}

// decode returns the cost that a column holds.
func (c *costs) decode(column string) cost.Cost {
	if len(column) > longestCost {
		return cost.Decode(column)
	}
	slot := &c.slots[xxhash.Sum64String(column)%costSlots]
	if known := slot.Load(); known != nil && known.column == column {
		return known.cost
	}
	known := &knownCost{column: strings.Clone(column)} // What was read is part of a longer text.
	known.cost = cost.Decode(known.column)
	slot.Store(known)
	return known.cost
}
