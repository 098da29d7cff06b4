package filter

import (
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"
)

// A collapsed list has of each series the first date that passes the filters.  Which that is
// depends on them and on the order, so it is found among all that pass.

// NextOfSeries keeps of each series the first date that ends after a time in UTC, and none of one
// without such a date.
func (q *Query) NextOfSeries(after string) {
	q.Collapsed, q.needsFullResult = true, true
	q.AddCondition("? = 0 OR ? > ?", q.Col("series_id"), q.Col("utc_end_date"), q.Bind(after))
}

// CountSQL returns the text of the query that counts the records of all pages.
func (q *Query) CountSQL() string {
	return q.Apply(q.Store.Builder().NewSelect().TableExpr("?", q.From()).ColumnExpr("?", q.Count())).String()
}

// Count returns the expression that counts the records, in a collapsed list each series once.
func (q *Query) Count() schema.QueryAppender {
	if q.Collapsed {
		return bun.SafeQuery("count(DISTINCT ?)", q.seriesKey())
	}
	return bun.SafeQuery("count(*)")
}

// seriesKey returns the expression that is equal for the dates of one series alone.
func (q *Query) seriesKey() schema.QueryAppender {
	id, series := q.Col("id"), q.Col("series_id")
	return bun.SafeQuery("CASE WHEN ? = 0 THEN -? ELSE ? END", series, id, series)
}

// firstDates returns the query of the ids of a collapsed list, with their key of the order.
func (q *Query) firstDates(descending bool) *bun.SelectQuery {
	sq := q.Store.Builder().NewSelect().TableExpr("(?) AS d", q.ranked(descending)).ColumnExpr("d.id").Where("d.n = 1")
	if q.hasKey() {
		sq = sq.ColumnExpr("d.key")
	}
	return sq
}

// ranked returns the query of all ids, with their key of the order and their number among the
// dates of their series.
func (q *Query) ranked(descending bool) *bun.SelectQuery {
	way := q.sortDirectionSQL(descending)
	sq := q.Store.Builder().NewSelect().TableExpr("?", q.From()).
		ColumnExpr("? AS id, ? AS series_id", q.Col("id"), q.Col("series_id"))
	order := bun.SafeQuery("? "+way, q.Col("id"))
	if key := q.key(); key != nil {
		sq = sq.ColumnExpr("? AS key", key)
		order = bun.SafeQuery("? "+way+q.nullsSQL()+", ?", key, order)
	}
	sq = sq.ColumnExpr("row_number() OVER (PARTITION BY ? ORDER BY ?) AS n", q.seriesKey(), order)
	return q.Apply(sq)
}

// DatesSQL returns the text of the query of the first dates of some series, those that pass
// the filters, in the order of the list: the series, how many there are, ID and start.
func (q *Query) DatesSQL(series []int64, limit int, descending bool) string {
	sq := q.ranked(descending).Where("? ?", q.Col("series_id"), q.Store.SQL().In(&q.Args, series)).
		ColumnExpr("? AS start", q.Col(q.Resource.StartColumn)).
		ColumnExpr("count(*) OVER (PARTITION BY ?) AS total", q.Col("series_id"))
	return q.Store.Builder().NewSelect().TableExpr("(?) AS d", sq).ColumnExpr("d.series_id, d.total, d.id, d.start").
		Where("d.n <= ?", q.Bind(limit)).OrderExpr("d.series_id, d.n").String()
}
