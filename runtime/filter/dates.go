package filter

import (
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/model"
	"almanac/runtime/param"
)

// ExactTimes makes the date parameters instants instead of whole days.
func ExactTimes(q *Query, name string, p param.Opt[bool]) {
	q.strict = p.ValueOr(false)
	if p.IsSet() {
		q.AddLinkParam(name, q.RawParam(name))
	}
}

// Before keeps records whose column lies before the date: before the end of
// its day, or before the instant when dates are strict.
func Before(q *Query, name, column string, p param.Opt[string]) { edge(q, name, column, "<", p) }

// After keeps records whose column lies after the date: after the end of its
// day, or after the instant when dates are strict.
func After(q *Query, name, column string, p param.Opt[string]) { edge(q, name, column, ">", p) }

// edge adds one strict comparison, which lifts the default window.
func edge(q *Query, name, column, operator string, p param.Opt[string]) {
	at, ok := parseDate(q, name, p)
	if !ok {
		return
	}
	q.dateFilterOff = true
	if !q.strict {
		at = parseZone(q, name).EndOfDay(at)
	}
	q.addDateCondition(name, comparison{column: column, operator: operator, at: at})
}

// OnOrAfter keeps records whose column is at or after the beginning of the day, or
// the instant when dates are strict.  Without a date it is that of the default, if
// there is one and nothing lifts it: as many months from now.
func OnOrAfter(q *Query, name, column string, months param.Opt[int], p param.Opt[string]) {
	at, ok := dateOrDefault(q, name, months, p)
	if !ok {
		return
	}
	if !q.strict {
		at = parseZone(q, name).StartOfDay(at)
	}
	q.addDateCondition(name, comparison{column: column, operator: ">=", at: at, unselective: !p.IsSet()})
}

// OnOrBefore keeps records whose column is at or before the end of the day, or the
// instant when dates are strict.  The default is that of OnOrAfter.
func OnOrBefore(q *Query, name, column string, months param.Opt[int], p param.Opt[string]) {
	at, ok := dateOrDefault(q, name, months, p)
	if !ok {
		return
	}
	if !q.strict {
		at = parseZone(q, name).EndOfDay(at)
	}
	q.addDateCondition(name, comparison{column: column, operator: "<=", at: at, unselective: !p.IsSet()})
}

// dateOrDefault reads a date, or returns the instant that lies the months of the
// default ahead.  It returns false when there is neither.
func dateOrDefault(q *Query, name string, months param.Opt[int], p param.Opt[string]) (time.Time, bool) {
	if at, ok := parseDate(q, name, p); ok {
		return at, true
	}
	if p.IsPresent() || q.dateFilterOff || !months.IsSet() {
		return time.Time{}, false
	}
	expireWithWindow(q)
	if months.Value == 0 {
		return q.Settings.Now, true
	}
	return q.Settings.Zone.Instant(q.Settings.Zone.At(q.Settings.Now).AddMonths(months.Value)), true
}

// parseZone returns the time zone that a parameter's dates are read and rounded in:
// that of the site, or UTC for local times without a zone.
func parseZone(q *Query, name string) dates.Zone {
	if slices.Contains(q.OwnClock, name) {
		return dates.Zone{}
	}
	return q.Settings.Zone
}

// parseDate reads a date.  It returns false when none was sent or the text is no
// date, which it notes.
func parseDate(q *Query, name string, p param.Opt[string]) (time.Time, bool) {
	if !p.IsSet() {
		return time.Time{}, false
	}
	if !dates.IsAbsolute(p.Value) {
		expireNextSecond(q)
	}
	at, err := dates.Parse(p.Value, parseZone(q, name), q.Settings.Now)
	if err != nil {
		q.Fail(name, "%s: %v", apierror.Param(name), err)
		return time.Time{}, false
	}
	return at.Instant, true
}

// addDateCondition adds the comparison that a parameter stands for, which include lifts, and
// has links to other pages repeat its date as local time.  Of a strict one that
// comes twice when clocks are set back they tell the instant.
func (q *Query) addDateCondition(name string, c comparison) {
	zone := parseZone(q, name)
	text := string(zone.At(c.at))
	if again := zone.Instant(dates.WallTime(text)); q.strict &&
		dates.FromUnix(again.Unix()) != dates.FromUnix(c.at.Unix()) {
		text = c.at.UTC().Format(time.RFC3339)
	}
	q.AddLinkParam(name, text)
	if !q.hasInclude {
		c.own = slices.Contains(q.OwnClock, name)
		q.compare(c)
	}
}

// flag writes a boolean as links carry it.
func flag(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// quarter is what the offsets of time zones are multiples of, and the times at
// which they change.
const quarter = 15 * time.Minute

// expireAt notes that the list may be another one from an instant on, although
// nothing was written.
func expireAt(q *Query, until time.Time) {
	if q.ExpiresAt.IsZero() || until.Before(q.ExpiresAt) {
		q.ExpiresAt = until
	}
}

// expireTomorrow notes that the list follows the day in the site's time zone.  A
// day may end at any quarter of an hour, with the clocks of the zone; asking again
// at each is cheap.
func expireTomorrow(q *Query) {
	now := q.Settings.Now
	next := now.Truncate(quarter).Add(quarter)
	if day := q.Settings.Zone.At(now).StartOfDay(); q.Settings.Zone.At(next).StartOfDay() != day {
		// Zones with odd offsets end their day between two quarters.
		next = now.Truncate(time.Minute).Add(time.Minute)
	}
	expireAt(q, next)
}

// expireNextSecond notes that the list follows the clock.
func expireNextSecond(q *Query) { expireAt(q, q.Settings.Now.Truncate(time.Second).Add(time.Second)) }

// expireWithWindow notes that the list follows the present day, or the present
// instant when dates are strict.
func expireWithWindow(q *Query) {
	if q.strict {
		expireNextSecond(q)
	} else {
		expireTomorrow(q)
	}
}

// The columns that hold the start and the end of a record as instants, in UTC.
const (
	StartUTC = "utc_start_date"
	EndUTC   = "utc_end_date"
)

// comparison is one comparison of a date of the records.
type comparison struct {
	column      string // Of the date in the record's own time zone, "start_date".
	operator    string
	at          time.Time
	own         bool // At is a local time as if in UTC, for the clock of each record.
	unselective bool // Hardly a restriction.
}

// bound follows from a comparison.  Lists are sorted by local time and compared by
// instants, or the other way round, so that no index serves both: bounds of the
// index's own column let the stores begin and stop there.
type bound struct {
	column, operator string
	at               dates.WallTime
	longest          bool // At, less the length of the longest record.
	unselective      bool
	links            bool // Only of use among the rows of links.
}

// compare keeps records of which a date lies before an instant, or after it.  The
// start and the end compare by their columns in UTC, other dates, which have none,
// as local time of the site.
func (q *Query) compare(c comparison) {
	q.narrow, q.local = q.narrow || !c.unselective, q.local || c.own
	column, at := c.column, dates.FromUnix(c.at.Unix())
	scheduled := q.Resource.StartColumn != "" && q.Resource.EndColumn != "" &&
		(column == q.Resource.StartColumn || column == q.Resource.EndColumn)
	switch {
	case c.own:
	case !scheduled:
		at = q.Settings.Zone.At(c.at)
	case column == q.Resource.StartColumn:
		column = StartUTC
	default:
		column = EndUTC
	}
	q.conditions = append(q.conditions, condition{
		text: "? " + c.operator + " ?", args: []any{q.Col(column), q.Bind(string(at))},
		unselective: c.unselective, column: c.column,
	})
	if scheduled {
		addImpliedBounds(q, c)
	}
}

// slack is how far a local time and its instant in UTC may be apart, in seconds.
const slack = int64(dates.MaxOffset / time.Second)

// addImpliedBounds notes what follows from the comparison of a start or an end.  No record
// ends before it starts, but its own clock, when it is set back meanwhile, may show so; by it
// none lasts longer than the longest.  Local times and UTC are less than the slack apart.
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
	utc, across := local.AddSeconds(sign*slack), local // Across is what the other of start and end is compared with.
	if c.own {
		across = utc.AddSeconds(sign * slack)
	}
	add := func(column string, at dates.WallTime, longest, links bool) {
		q.bounds = append(q.bounds, bound{column, operator, at, longest, c.unselective, links})
	}
	if c.column == q.Resource.StartColumn {
		add(q.Resource.StartColumn, local, false, false)
		if c.own {
			add(StartUTC, utc, false, false)
		}
		if since {
			add(q.Resource.EndColumn, across, false, false)
		}
		return
	}
	add(q.Resource.EndColumn, local, false, false)
	if c.own {
		add(EndUTC, utc, false, false)
	}
	broad := !since && c.unselective // Nearly all that start end in time.
	if since {
		across = local // The longest record is known by its own clock.
	}
	add(q.Resource.StartColumn, across, since, broad)
	if !broad {
		add(StartUTC, utc, since, false)
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
		case b.column == lead && (!sorted || !b.unselective || !q.readsInOrder()),
			b.column == EndUTC,
			b.column == q.Resource.EndColumn && sorted && q.orderBy.Column == q.Resource.EndColumn:
			sq = sq.Where("? "+b.operator+" ?", q.Col(b.column), boundSQL(q, b))
		}
	}
	return sq
}

// leadingColumn returns the column of dates by which records are found that need not be
// sorted.  The index of published ones begins with the instants.
func leadingColumn(q *Query) string {
	if len(q.statuses) == 1 && q.statuses[0] == model.StatusPublish && !q.local {
		return StartUTC
	}
	return q.Resource.StartColumn
}

// lengths are those, in seconds, that the longest record of a table is compared
// with: a day, a week, a month, a year.
func lengths() []int64 { return []int64{86400, 7 * 86400, 31 * 86400, 366 * 86400} }

// earliestSQL returns the query for a time before which nothing starts that lasts
// until another.  It steps back by one of a few lengths, so that the text of dates
// need not be reckoned with in SQL; for a record that lasts longer than all
// of them, the query reads the whole table.
func earliestSQL(q *Query, at dates.WallTime) schema.QueryAppender {
	var steps []string
	var values []any
	for _, n := range lengths() {
		steps = append(steps, "WHEN d.longest <= ? THEN CAST(? AS text)")
		values = append(values, q.Bind(n), q.Bind(string(at.AddSeconds(-n))))
	}
	longest := bun.SafeQuery("(SELECT COALESCE(MAX(duration), 0) AS longest FROM ?)", bun.Ident(q.Resource.Plural))
	text := "SELECT CASE " + strings.Join(steps, " ") + " ELSE '' END FROM ? AS d"
	return bun.SafeQuery(text, append(values, longest)...)
}
