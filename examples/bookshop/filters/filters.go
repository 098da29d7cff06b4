// Package filters has the list operations of the bookshop.
package filters

import (
	"strconv"

	"almanac/runtime/filter"
	"almanac/runtime/param"
)

// Late compares the day of orders with today, in UTC.
func Late(q *filter.Query, name string, wanted filter.Column, late param.Opt[bool]) {
	if late.IsSet() {
		q.AddLinkParam(name, strconv.FormatBool(late.Value))
		today := string(q.NowUTC())[:len("2006-01-02")]
		q.Compare(wanted, "COALESCE(? < ?, FALSE) = ?", q.Bind(today), q.Bind(late.Value))
	}
}
