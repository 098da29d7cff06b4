package filter

import (
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/dates"
)

// lengths are those, in seconds, that the longest record of a table is compared
// with: a day, a week, a month, a year.
func lengths() []int64 { return []int64{86400, 7 * 86400, 31 * 86400, 366 * 86400} }

// compare adds the comparison of a column of dates with an instant.  No record
// ends before it starts, nor lasts longer than the longest; what follows from
// that for the other column lets the stores begin and stop where they would
// otherwise read past everything that was.  broad tells that the comparison is hardly a restriction.
func (q *Query) compare(column, operator string, at dates.Wall, broad bool) {
	value := q.Bind(string(at))
	q.limit(condition{broad: broad}, column, operator, value)
	q.narrow = q.narrow || !broad
	since := strings.HasPrefix(operator, ">")
	switch {
	case q.Start == "" || q.End == "":
	case column == q.Start && since:
		q.limit(condition{sorted: q.End}, q.End, ">=", value)
	case column == q.End && !since && broad:
		q.bound(q.Start, operator, value)
	case column == q.End && !since:
		q.limit(condition{}, q.Start, operator, value)
	case column == q.End && since:
		q.limit(condition{}, q.Start, ">=", bun.SafeQuery("(?)", q.earliest(at)))
	}
}

// limit adds one comparison of a column to the conditions; c says what else is
// to be known about it.
func (q *Query) limit(c condition, column, operator string, value schema.QueryAppender) {
	c.text, c.args, c.column = "? "+operator+" ?", []any{q.Col(column), value}, column
	q.conditions = append(q.conditions, c)
	q.bound(column, operator, value)
}

// earliest returns the query for an instant before which nothing starts that
// lasts until another.  It steps back by one of a few lengths, so that the text
// of dates need not be reckoned with in SQL; a record that lasts longer than all
// of them costs a look at everything.
func (q *Query) earliest(at dates.Wall) schema.QueryAppender {
	var steps []string
	var values []any
	for _, n := range lengths() {
		steps = append(steps, "WHEN d.longest <= ? THEN CAST(? AS text)")
		values = append(values, q.Bind(n), q.Bind(string(at.AddSeconds(-n))))
	}
	longest := bun.SafeQuery("(SELECT COALESCE(MAX(duration), 0) AS longest FROM ?)", bun.Ident(q.Table))
	text := "SELECT CASE " + strings.Join(steps, " ") + " ELSE '' END FROM ? AS d"
	return bun.SafeQuery(text, append(values, longest)...)
}
