package admission

import "sync/atomic"

// budget is a number of bytes that requests share.
type budget struct {
	max     int64 // 0 for no bound.
	used    atomic.Int64
	refused atomic.Int64 // How often take returned false.
}

// take reserves n bytes, and reports whether they were there.
func (b *budget) take(n int64) bool {
	if used := b.used.Add(n); b.max > 0 && used > b.max {
		b.used.Add(-n)
		b.refused.Add(1)
		return false
	}
	return true
}

// give returns n bytes that take has reserved.
func (b *budget) give(n int64) { b.used.Add(-n) }

// state returns the use of the budget under a name.
func (b *budget) state(name string) LimitState {
	return LimitState{Name: name, InUse: b.used.Load(), Capacity: b.max, Refused: b.refused.Load()}
}
