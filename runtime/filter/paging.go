package filter

import (
	"math"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
)

// Page sets the number of the page, 1 when not sent.
func Page(q *Query, p param.Opt[int64]) { q.Page = p.ValueOr(1) }

// PerPage sets the records a page: the deployment's default when not sent,
// MaxPerPage when more is asked.
func PerPage(q *Query, p param.Opt[int64]) {
	q.PerPage = min(p.ValueOr(q.Settings.PerPage), q.Settings.MaxPerPage)
	if !q.Resource.Post && p.IsSet() {
		q.AddLinkParam("per_page", strconv.FormatInt(q.PerPage, 10))
	}
}

// SortDirection sets the sort direction.  Terms refuse other words than asc and
// desc; posts ignore them, because clients send such parameters to The Events Calendar,
// which does not read them.
func SortDirection(q *Query, name string, p param.Opt[string]) {
	if !p.IsSet() {
		return
	}
	switch word := strings.ToLower(p.Value); {
	case word == "asc" || word == "desc":
		q.direction = word
	case !q.Resource.Post:
		q.Fail(name, "%s must be asc or desc.", apierror.Param(name))
		return
	}
	q.AddLinkParam(name, p.Value)
}

// OrderBy sets what the list is sorted by.  Terms refuse unknown words; posts
// keep their default order then.  Terms in the order of an include that was not
// sent are sorted as they are by default.
func OrderBy(q *Query, name string, p param.Opt[string]) {
	if !p.IsSet() {
		return
	}
	names := make([]string, 0, len(q.Resource.Orders))
	for _, o := range q.Resource.Orders {
		if o.Name == p.Value {
			if o.Column != "include" || q.hasInclude || q.Resource.Post {
				q.orderBy = o
			}
			q.AddLinkParam(name, p.Value)
			return
		}
		names = append(names, o.Name)
	}
	if !q.Resource.Post {
		q.Fail(name, "%s must be one of %s.", apierror.Param(name), strings.Join(names, ", "))
		return
	}
	q.AddLinkParam(name, p.Value)
}

// Sort adds the order to a page query.  Every order ends in the id, so that it
// is total and the same on both stores.
func (q *Query) Sort(sq *bun.SelectQuery, descending bool) *bun.SelectQuery {
	way := q.sortDirectionSQL(descending)
	if key := q.key(); key != nil {
		sq = sq.OrderExpr("? "+way+q.nullsSQL(), key)
	}
	return sq.OrderExpr("? "+way, q.Col("id"))
}

// sortDirectionSQL returns the direction of the order.
func (q *Query) sortDirectionSQL(descending bool) string {
	if q.direction == "desc" || q.direction == "" && descending && q.orderBy == q.Resource.Orders[0] {
		return "DESC"
	}
	return "ASC"
}

// nullsSQL returns where records without a value stand: last in both directions.  By
// default the stores differ.
func (q *Query) nullsSQL() string {
	if q.orderBy.Nullable {
		return " NULLS LAST"
	}
	return ""
}

// hasKey reports whether the list is sorted by something before the id.  It binds no value, unlike
// key: PostgreSQL refuses values that a statement does not use.
func (q *Query) hasKey() bool {
	return q.orderBy.Column != "id" && (q.orderBy.Column != "include" || q.hasInclude)
}

// key returns what the list is sorted by before the id, nil for nothing.
func (q *Query) key() schema.QueryAppender {
	switch {
	case !q.hasKey():
		return nil
	case q.nextFrom != "":
		return q.nextKey()
	}
	switch q.orderBy.Column {
	case "include":
		return q.Store.SQL().PositionExpr(&q.Args, q.Col("id"), q.included)
	case "count":
		return bun.SafeQuery("(?)", q.TermCountExpr())
	}
	return q.Col(q.orderBy.Column)
}

// nextKey returns a number for each record: that of its start if it comes next, and a larger one,
// which is the less the later it starts, for one that is past.  See Restriction.NextFirst.
func (q *Query) nextKey() schema.QueryAppender {
	const afterAll = 1_000_000_000_000_000 // More digits than a start has.
	start := bun.SafeQuery(
		"CAST(NULLIF(replace(replace(replace(?, '-', ''), ':', ''), ' ', ''), '') AS bigint)", q.Col(StartUTC))
	return bun.SafeQuery("CASE WHEN ? >= ? THEN ? ELSE ? - ? END",
		q.Col(EndUTC), q.Bind(q.nextFrom), start, bun.Safe(strconv.Itoa(afterAll)), start)
}

// TermCountExpr returns the expression that counts the published events of a listed
// term.
func (q *Query) TermCountExpr() *bun.SelectQuery { return termCount(q.Store, q.Col("id")) }

// PageSQL returns the text of the query of the page, from one that selects the
// columns of a record.  Where more rows than those of the page have to be looked
// at, their ids are found first, for which an index may be enough, and only the
// rows of the page are read as a whole.
func (q *Query) PageSQL(sq *bun.SelectQuery, descending bool) string {
	if !q.Collapsed && !q.narrow && q.offset() == 0 && q.orderBy == q.Resource.Orders[0] {
		return q.LimitSQL(q.Sort(q.applyToPage(sq), descending))
	}
	return q.Sort(sq.Where("? IN (?)", q.Col("id"), bun.Safe(q.IDsSQL(descending))), descending).String()
}

// IDsSQL returns the text of the query of the ids of the page, in their order.
func (q *Query) IDsSQL(descending bool) string {
	if q.Collapsed {
		return q.pageOfHits(bun.SafeQuery("(?) AS hits", q.hits(descending)), descending)
	}
	ids := q.Store.Builder().NewSelect().TableExpr("?", q.From()).ColumnExpr("?", q.Col("id"))
	return q.LimitSQL(q.Sort(q.applyToPage(ids), descending))
}

// Searches reports whether texts are looked into, which may take long for the
// page as well as for the total.
func (q *Query) Searches() bool { return q.searches }

// NeedsFullResult reports whether all records of the list have to be found before any
// can be shown.  Then PageWithTotalSQL finds them for the page and the total at once.
func (q *Query) NeedsFullResult() bool { return q.needsFullResult }

// SelectTotal adds the total to what a query for PageWithTotalSQL selects.
func SelectTotal(sq *bun.SelectQuery) *bun.SelectQuery {
	return sq.ColumnExpr("(SELECT count(*) FROM hits)")
}

// PageWithTotalSQL is PageSQL for a query that may select the total (SelectTotal).  A page
// without records does not tell it.
func (q *Query) PageWithTotalSQL(sq *bun.SelectQuery, descending bool) string {
	sq = sq.Where("? IN (?)", q.Col("id"), bun.Safe(q.pageOfHits(bun.Ident("hits"), descending)))
	gen := q.Store.Builder().QueryGen()
	// Most texts have some three thousand characters.
	text, err := q.hits(descending).AppendQuery(gen, append(make([]byte, 0, 4096), "WITH hits AS MATERIALIZED ("...))
	if err == nil {
		text, err = q.Sort(sq, descending).AppendQuery(gen, append(text, ") "...))
	}
	if err != nil {
		panic(err) // As bun's String does: a programming error.
	}
	return string(text)
}

// hits returns the query of the ids of all pages, with the key that they are sorted by if there
// is one.
func (q *Query) hits(descending bool) *bun.SelectQuery {
	if q.Collapsed {
		return q.firstDates(descending)
	}
	sq := q.Store.Builder().NewSelect().TableExpr("?", q.From()).ColumnExpr("? AS id", q.Col("id"))
	if key := q.key(); key != nil {
		sq = sq.ColumnExpr("? AS key", key)
	}
	return q.Apply(sq)
}

// pageOfHits returns the text of the query of the ids of the page among hits.
func (q *Query) pageOfHits(hits any, descending bool) string {
	way := q.sortDirectionSQL(descending)
	page := q.Store.Builder().NewSelect().TableExpr("?", hits).ColumnExpr("id")
	if q.hasKey() {
		page = page.OrderExpr("key " + way + q.nullsSQL())
	}
	return q.LimitSQL(page.OrderExpr("id " + way))
}

// applyToPage is Apply for the page, whose rows are sorted.
func (q *Query) applyToPage(sq *bun.SelectQuery) *bun.SelectQuery {
	for _, c := range q.conditions {
		if c.unselective && (q.readsInOrder() || q.few) || c.column != "" {
			sq = sq.Where(q.Store.SQL().HintReadInOrder(c.text), c.args...)
			continue
		}
		sq = q.add(sq, c, !q.Store.SQL().PlansForLimit())
	}
	return q.checked(addBounds(q, sq, q.Resource.StartColumn, true))
}

// readsInOrder reports whether the page is found soonest by reading records in their
// order until it is full.
func (q *Query) readsInOrder() bool { return !q.narrow && q.orderBy != q.Resource.Orders[0] }

// LimitSQL returns the text of the page query.  bun writes limits as literals, so
// the bounds are added here, as values like all others.  The casts keep SQLite
// from planning the statement again for every bound.
func (q *Query) LimitSQL(sq *bun.SelectQuery) string {
	return sq.String() + q.Store.Builder().
		NewRaw(" LIMIT CAST(? AS bigint) OFFSET CAST(? AS bigint)", q.Bind(q.PerPage), q.Bind(q.offset())).
		String()
}

// offset returns how many records stand before the page: at most as many as a
// number holds, so that no page number turns it negative.
func (q *Query) offset() int64 {
	if q.Page > math.MaxInt64/q.PerPage {
		return math.MaxInt64
	}
	return (q.Page - 1) * q.PerPage
}
