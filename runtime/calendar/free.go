package calendar

import (
	"almanac/runtime/filter"
	"almanac/runtime/param"
)

// The column of the cost has what cost.Cost.Encode returns.  Without zeros, decimal marks and
// the word free, a cost of nothing is one value without characters.  Its first character rules
// out most others in less time.
const free = `(substr(?, 13, 1) IN ('0', '.', 'f', 'F') AND ` +
	`replace(replace(replace(replace(lower(?), 'free', ''), '0', ''), '.', ''), ',', '') LIKE '{"values":[""]%')`

// IsFree keeps events that cost nothing, or those that cost something.  Events whose cost is
// not known are neither.
func IsFree(q *filter.Query, name string, cost filter.Column, p param.Opt[bool]) {
	if !p.IsSet() {
		return
	}
	column := q.Col(cost.Name)
	if p.Value {
		q.AddCondition(free, column, column)
	} else {
		q.AddCondition("? <> '' AND NOT "+free, column, column, column)
	}
	q.AddLinkParam(name, q.RawParam(name))
}
