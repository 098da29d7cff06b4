package filter

import (
	"slices"
	"strings"

	"github.com/uptrace/bun"
)

// isDenormalized reports whether the list is limited to records that are looked up in
// rows which hold a column of dates too, within a window.  With one bound alone
// there may be more of these rows than of records, so the stores keep the choice.
func (q *Query) isDenormalized(column string) bool {
	bounded := func(side string) bool {
		return slices.ContainsFunc(q.bounds, func(b bound) bool { return b.column == column && strings.HasPrefix(b.operator, side) })
	}
	return column != "" && slices.ContainsFunc(q.conditions, func(c condition) bool { return c.denormalized == column }) && bounded("<") && bounded(">")
}

// add adds a condition to a query.  One that looks records up in rows which hold
// a column of dates gets the bounds of that column if it is to begin there,
// whichever parameter came first, so that one index serves both.  The records are
// compared all the same.
func (q *Query) add(sq *bun.SelectQuery, c condition, begin bool) *bun.SelectQuery {
	if c.denormalized == "" || !begin {
		return sq.Where(c.text, c.args...)
	}
	last := len(c.args) - 1
	rows := c.args[last]
	for _, b := range q.bounds {
		if b.column == c.denormalized {
			rows = bun.SafeQuery("? AND l.? "+b.operator+" ?", rows, bun.Ident(b.column), boundSQL(q, b))
		}
	}
	return sq.Where(c.text, append(c.args[:last:last], rows)...)
}
