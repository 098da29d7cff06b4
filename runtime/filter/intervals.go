package filter

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/dates"
	"almanac/runtime/intervals"
	"almanac/runtime/store"
)

// DatedList is a list of which only bounds of when records begin and end tell how many
// records it has, once it is known when those begin and end that it has without them.
type DatedList struct {
	Key    string // Of the list without the bounds.
	Window intervals.Window
	query  *Query
}

// bounding is a condition on when records begin or end.
type bounding struct {
	column, operator string
	at               dates.WallTime // In UTC.
}

// bound narrows a window.
func (b bounding) bound(w *intervals.Window) {
	least, most := &w.MinStart, &w.MaxStart
	if b.column == endUTC {
		least, most = &w.MinEnd, &w.MaxEnd
	}
	at := b.at.Unix()
	switch b.operator {
	case ">":
		*least = max(*least, at+1)
	case ">=":
		*least = max(*least, at)
	case "<":
		*most = min(*most, at-1)
	case "<=":
		*most = min(*most, at)
	}
}

// Dated returns the list as a DatedList.  It returns false for one with other conditions on
// more than plain columns of its records, and for one without bounds.
func Dated(q *Query) (l DatedList, ok bool) {
	if q.source != nil || q.check != nil {
		return l, false
	}
	window := intervals.Unbounded()
	var key strings.Builder
	for _, c := range q.conditions {
		switch {
		case c.holds == nil || c.linked != "":
			return l, false
		case c.bounding != nil:
			c.bounding.bound(&window)
		default:
			fmt.Fprintf(&key, "%s\x00", withValues(q, c))
		}
	}
	if window == intervals.Unbounded() {
		return l, false
	}
	return DatedList{Key: q.Table + "\x00" + key.String(), Window: window, query: q}, true
}

// placeholder is one of store.Args.
var placeholder = regexp.MustCompile(`\$[0-9]+`)

// withValues returns the text of a condition with the values that it binds.
func withValues(q *Query, c condition) string {
	return placeholder.ReplaceAllStringFunc(q.Store.SQL().Format(c.text, c.args...), func(name string) string {
		n, err := strconv.Atoi(name[1:])
		if err != nil || n > len(q.Args.Values()) {
			return name
		}
		return fmt.Sprintf("%#v", q.Args.Values()[n-1])
	})
}

// IntervalsSQL returns the query for when each record of the list without the bounds begins and
// ends.  It takes the values of the list's conditions.
func (l DatedList) IntervalsSQL() string {
	q := l.query
	sq := q.Store.Builder().NewSelect().TableExpr("?", q.From()).ColumnExpr("?, ?", q.Col(startUTC), q.Col(endUTC))
	for _, c := range q.conditions {
		if c.bounding != nil { // PostgreSQL takes no value that no text mentions.
			sq = sq.Where("CAST(? AS text) IS NOT NULL", c.args[1])
			continue
		}
		sq = sq.Where(c.text, c.args...)
	}
	return sq.String()
}

// LoadRow loads a row of IntervalsSQL into a set.
func LoadRow(set *intervals.Set, row store.Row) error {
	var start, end string
	err := row.Scan(&start, &end)
	set.Load(interval(start, end))
	return err
}

// interval returns the interval between two instants in UTC.
func interval(start, end string) intervals.Interval {
	return intervals.Interval{Start: dates.WallTime(start).Unix(), End: dates.WallTime(end).Unix()}
}

// Follow has a set of the list's records, without its bounds, follow changes.  It returns
// false when it cannot tell what they do to the set, which is good for nothing then.
func (l DatedList) Follow(set *intervals.Set, changes []store.Change) bool {
	q := l.query
	others := slices.DeleteFunc(slices.Clone(q.conditions), func(c condition) bool { return c.bounding != nil })
	var gone []intervals.Interval // Removed at last, as changes come in no order.
	for _, change := range changes {
		if change.Table != q.Table {
			continue
		}
		before, there, one := intervalOf(q, others, change.Before)
		after, stays, two := intervalOf(q, others, change.After)
		if !one || !two {
			return false
		}
		if there {
			gone = append(gone, before)
		}
		if stays {
			set.Add(after)
		}
	}
	return !slices.ContainsFunc(gone, func(i intervals.Interval) bool { return !set.Remove(i) })
}

// intervalOf returns when a record with the values begins and ends, and whether it fulfills
// the conditions; false when that is not known.
func intervalOf(q *Query, conditions []condition, values []any) (i intervals.Interval, holds, known bool) {
	n, known := lists(q, conditions, values)
	if n == 0 || !known {
		return i, false, known
	}
	start, one := value[string](row{&q.ListedResource, values}, startUTC)
	end, two := value[string](row{&q.ListedResource, values}, endUTC)
	return interval(start, end), true, one && two
}
