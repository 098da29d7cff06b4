package filter

import (
	"math"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/param"
)

// Page sets the number of the page, 1 when not sent.
func Page(q *Query, p param.Opt[int64]) { q.Page = p.Or(1) }

// PerPage sets the records a page: the deployment's default when not sent,
// MaxPerPage when more is asked.
func PerPage(q *Query, p param.Opt[int64]) {
	q.PerPage = min(p.Or(q.Site.PerPage), q.Site.MaxPerPage)
	if !q.Post && p.IsSet() {
		q.echo("per_page", strconv.FormatInt(q.PerPage, 10))
	}
}

// Direction sets the sort direction.  Terms refuse other words than asc and
// desc; posts ignore them, because clients send such parameters to the peer,
// which does not read them.
func Direction(q *Query, name string, p param.Opt[string]) {
	if !p.IsSet() {
		return
	}
	switch word := strings.ToLower(p.V); {
	case word == "asc" || word == "desc":
		q.direction = word
	case !q.Post:
		q.fail(name, "%s must be asc or desc.", name)
		return
	}
	q.echo(name, p.V)
}

// OrderBy sets what the list is sorted by.  Terms refuse unknown words; posts
// keep their default order then.
func OrderBy(q *Query, name string, p param.Opt[string]) {
	if !p.IsSet() {
		return
	}
	names := make([]string, 0, len(q.Orders))
	for _, o := range q.Orders {
		if o.Name == p.V {
			q.orderBy = o
			q.echo(name, p.V)
			return
		}
		names = append(names, o.Name)
	}
	if !q.Post {
		q.fail(name, "%s must be one of %s.", name, strings.Join(names, ", "))
		return
	}
	q.echo(name, p.V)
}

// Sort adds the order to a page query.  Every order ends in the id, so that it
// is total and the same on both stores.
func (q *Query) Sort(sq *bun.SelectQuery, descending bool) *bun.SelectQuery {
	way := "ASC"
	if q.direction == "desc" || q.direction == "" && descending && q.orderBy == q.Orders[0] {
		way = "DESC"
	}
	switch q.orderBy.Column {
	case "id":
	case "include":
		if q.hasInclude {
			sq = sq.OrderExpr("? "+way, q.Store.Position(&q.Args, q.Col("id"), q.included))
		}
	case "count":
		sq = sq.OrderExpr("(?) "+way, q.Count())
	default:
		sq = sq.OrderExpr("? "+way, q.Col(q.orderBy.Column))
	}
	return sq.OrderExpr("? "+way, q.Col("id"))
}

// Count returns the expression that counts the published events of a listed
// term.
func (q *Query) Count() *bun.SelectQuery {
	return q.Store.Builder().NewSelect().TableExpr("term_counts AS c").
		ColumnExpr("COALESCE(SUM(c.count), 0)").Where("c.term_id = ?", q.Col("id"))
}

// Limit returns the text of the page query.  bun writes limits as literals, so
// the bounds are added here, as values like all others.
func (q *Query) Limit(sq *bun.SelectQuery) string {
	return sq.String() + q.Store.Builder().NewRaw(" LIMIT ? OFFSET ?", q.Bind(q.PerPage), q.Bind(q.offset())).String()
}

// offset returns how many records stand before the page: at most as many as a
// number holds, so that no page number turns it negative.
func (q *Query) offset() int64 {
	if q.Page > math.MaxInt64/q.PerPage {
		return math.MaxInt64
	}
	return (q.Page - 1) * q.PerPage
}
