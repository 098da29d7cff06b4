package filter

import (
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/dates"
)

// The columns that hold the start and the end of a record as instants.
const (
	startUTC = "utc_start_date"
	endUTC   = "utc_end_date"
)

// comparison is one comparison of a date of the records.
type comparison struct {
	column   string // Of the date in the record's own time zone, "start_date".
	operator string
	at       time.Time
	own      bool // At is a local time as if in UTC, for the clock of each record.
	broad    bool // Hardly a restriction.
}

// bound follows from a comparison.  Lists are sorted by local time and compared by
// instants, or the other way round, so that no index serves both: bounds of the
// index's own column let the stores begin and stop there.
type bound struct {
	column, operator string
	at               dates.WallTime
	longest          bool // At, less the length of the longest record.
	broad            bool
	links            bool // Only of use among the rows of links.
}

// compare keeps records of which a date lies before an instant, or after it.  The
// start and the end compare by their columns in UTC, other dates, which have none,
// as local time of the site.
func (q *Query) compare(c comparison) {
	q.narrow, q.local = q.narrow || !c.broad, q.local || c.own
	column, at := c.column, dates.FromUnix(c.at.Unix())
	scheduled := q.Start != "" && q.End != "" && (column == q.Start || column == q.End)
	switch {
	case c.own:
	case !scheduled:
		at = q.Settings.Zone.At(c.at)
	case column == q.Start:
		column = startUTC
	default:
		column = endUTC
	}
	q.conditions = append(q.conditions, condition{
		text: "? " + c.operator + " ?", args: []any{q.Col(column), q.Bind(string(at))}, unselective: c.broad, column: c.column,
	})
	if scheduled {
		addImpliedBounds(q, c)
	}
}

// slack is how far a local time and its instant in UTC may be apart, in seconds.
const slack = int64(dates.MaxOffset / time.Second)

// addImpliedBounds notes what follows from the comparison of a start or an end.  By its own
// clock no record ends before it starts, nor lasts longer than the longest; local
// times and UTC are less than the slack apart.
func addImpliedBounds(q *Query, c comparison) {
	since := strings.HasPrefix(c.operator, ">")
	sign, operator := int64(1), "<="
	if since {
		sign, operator = -1, ">="
	}
	local := dates.FromUnix(c.at.Unix())
	if !c.own {
		local = local.AddSeconds(sign * slack)
	}
	utc := local.AddSeconds(sign * slack)
	add := func(column string, at dates.WallTime, longest, links bool) {
		q.bounds = append(q.bounds, bound{column, operator, at, longest, c.broad, links})
	}
	if c.column == q.Start {
		add(q.Start, local, false, false)
		if c.own {
			add(startUTC, utc, false, false)
		}
		if since {
			add(q.End, local, false, false)
		}
		return
	}
	add(q.End, local, false, false)
	if c.own {
		add(endUTC, utc, false, false)
	}
	broad := !since && c.broad // Nearly all that start end in time.
	add(q.Start, local, since, broad)
	if !broad {
		add(startUTC, utc, since, false)
	}
}

// boundSQL returns the expression of a bound.
func boundSQL(q *Query, b bound) schema.QueryAppender {
	if b.longest {
		return bun.SafeQuery("(?)", earliestSQL(q, b.at))
	}
	return q.Bind(string(b.at))
}

// addBounds adds to a query the bounds of the column that an index for it begins
// with, or is sorted by, and those that spare the reading of records.
func addBounds(q *Query, sq *bun.SelectQuery, lead string, sorted bool) *bun.SelectQuery {
	for _, b := range q.bounds {
		switch {
		case b.links:
		case b.column == lead && (!sorted || !b.broad || !q.readsInOrder()), b.column == endUTC, b.column == q.End && sorted && q.orderBy.Column == q.End:
			sq = sq.Where("? "+b.operator+" ?", q.Col(b.column), boundSQL(q, b))
		}
	}
	return sq
}

// leadingColumn returns the column of dates by which records are found that need not be
// sorted.  The index of published ones begins with the instants.
func leadingColumn(q *Query) string {
	if len(q.statuses) == 1 && q.statuses[0] == "publish" && !q.local {
		return startUTC
	}
	return q.Start
}

// lengths are those, in seconds, that the longest record of a table is compared
// with: a day, a week, a month, a year.
func lengths() []int64 { return []int64{86400, 7 * 86400, 31 * 86400, 366 * 86400} }

// earliestSQL returns the query for a time before which nothing starts that lasts
// until another.  It steps back by one of a few lengths, so that the text of dates
// need not be reckoned with in SQL; a record that lasts longer than all of them
// costs a look at everything.
func earliestSQL(q *Query, at dates.WallTime) schema.QueryAppender {
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
