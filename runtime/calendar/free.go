package calendar

import (
	"almanac/runtime/filter"
	"almanac/runtime/param"
)

// The column of the cost has what cost.Cost.Encode returns.  Without zeros, decimal marks and
// the word free, a cost of nothing is one value without characters.
const (
	costDigits = `replace(replace(replace(replace(lower(?), 'free', ''), '0', ''), '.', ''), ',', '')`
	noDigits   = ` LIKE '{"values":[""]%'`
)

// IsFree keeps events that cost nothing, or those that cost something.  Events whose cost is
// not known are neither.
func IsFree(q *filter.Query, name string, cost filter.Column, p param.Opt[bool]) {
	if !p.IsSet() {
		return
	}
	if p.Value {
		q.Compare(cost, costDigits+noDigits)
	} else {
		q.Compare(cost, "? <> ''")
		q.Compare(cost, costDigits+" NOT"+noDigits)
	}
	q.AddLinkParam(name, q.RawParam(name))
}
