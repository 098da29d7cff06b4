package query

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/filter"
	"almanac/runtime/intervals"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// pageReader is the reading of one page of a list.
type pageReader struct {
	*request.Request
	reader *Reader
	kind   *model.Resource
	query  *filter.Query
	page   *Page

	dated *filter.DatedList // Nil until it is needed.
}

// fetch reads the records of a page and the total, and everything that is
// linked.
func (rd *Reader) fetch(r *request.Request, k *model.Resource, q *filter.Query) (*Page, error) {
	for range maxReadAttempts {
		p := &pageReader{Request: r, reader: rd, kind: k, query: q, page: &Page{}}
		if err := p.read(); err != nil {
			return nil, err
		}
		p.page.Pages = (p.page.Total + q.PerPage - 1) / q.PerPage
		if !rd.canShare(r, k) {
			return p.page, Attach(r.Context(), r, r.Reader(), k, p.page.Records)
		}
		whole, err := rd.Linker.Attach(r, k, p.page.Records)
		if err != nil {
			return nil, err
		}
		if whole {
			return p.page, nil
		}
	}
	return nil, errChangedTooOften(k)
}

// selectSnapshot adds the snapshot to what a query selects, if statements can tell it.
func selectSnapshot(r *request.Request, sq *bun.SelectQuery) (_ *bun.SelectQuery, tells bool) {
	column := r.Env.Store.SQL().SnapshotColumn()
	if column == "" {
		return sq, false
	}
	return sq.ColumnExpr(column), true
}

// canShare reports whether what records of the resource link to may be shared with
// other requests: not for writes, nor for pages that are not cached.
func (rd *Reader) canShare(r *request.Request, k *model.Resource) bool {
	return r.SharesRecords && rd.Linker != nil && len(k.Links) > 0
}

// total returns the statement that counts the records of all pages.
func (p *pageReader) total() store.Statement {
	conditions := p.query.Args
	defer func() { p.query.Args = conditions }()
	count := p.query.Apply(p.Env.Store.Builder().NewSelect().TableExpr("?", p.query.From()).ColumnExpr("count(*)"))
	return store.Statement{SQL: count.String(), Args: slices.Clone(p.query.Args.Values()), ScanRow: func(row store.Row) error { return row.Scan(&p.page.Total) }}
}

// records returns the statement that reads the records of the page.  A gathered
// one tells the total as well, unless the page is empty.
func (p *pageReader) records(gathered bool) (s store.Statement) {
	conditions := p.query.Args
	defer func() { p.query.Args = conditions }() // Each statement has its own bounds, order and paging.
	sq := p.Env.Store.Builder().NewSelect().Model(p.kind.New())
	if p.Snapshot != nil {
		sq, s.ReturnsSnapshot = selectSnapshot(p.Request, sq)
	}
	sq = WithColumns(sq, p.kind)
	s.ScanRow = p.add
	if gathered {
		s.ScanRow = func(row store.Row) error { return p.add(rowWithTotal{row, &p.page.Total}) }
		s.SQL = p.query.PageWithTotalSQL(sq, p.kind.Descending)
	} else {
		s.SQL = p.query.PageSQL(sq, p.kind.Descending)
	}
	s.Args = slices.Clone(p.query.Args.Values())
	return s
}

// add reads a record.
func (p *pageReader) add(row store.Row) error {
	m, err := Scan(p.kind, row)
	p.page.Records = append(p.page.Records, m)
	return err
}

// rowWithTotal is a row whose last column has a target of its own.
type rowWithTotal struct {
	store.Row
	last any
}

// Scan reads the row into the targets and the last column into its own.
func (e rowWithTotal) Scan(targets ...any) error {
	return e.Row.Scan(append(targets[:len(targets):len(targets)], e.last)...)
}

// readWithTotal reads the records of the page and the total.
func (p *pageReader) readWithTotal(reader store.Reader, total store.Statement) error {
	if p.query.NeedsFullResult() {
		err := reader.Query(p.Context(), p.records(true))
		if err != nil || len(p.page.Records) > 0 || p.query.Page == 1 {
			return err
		}
	}
	return reader.Batch(p.Context(), []store.Statement{p.records(false), total})
}

// read reads the records of the page and the total.  The total, which costs
// most, is taken from the cache when it was counted at the snapshot at which the
// records are read.  What costs more waits for its turn, and others may have
// counted meanwhile.  Pages of the desk, whose number of statements is bounded,
// count at once, as they are mostly read after a write.
func (p *pageReader) read() error {
	if p.Uncounted {
		return p.Reader().Query(p.Context(), p.records(false))
	}
	total := p.total()
	key := fmt.Sprintf("%s\x00%#v", total.SQL, total.Args)
	if !p.query.Searches() && !p.State.IsInternal() {
		if done, err := p.readKnown(key); done || err != nil {
			return err
		}
	}
	leave, err := p.Env.Expensive.Enter(p.Context(), weightOf(p.query))
	if err != nil {
		return err
	}
	defer leave()
	if !p.State.IsInternal() {
		if done, err := p.readKnown(key); done || err != nil {
			return err
		}
	}
	return p.readCounting(key, total)
}

// readKnown reads the records alone, and reports whether their total was known.
func (p *pageReader) readKnown(key string) (done bool, err error) {
	totals := p.reader.Totals
	if totals == nil || p.Snapshot == nil {
		return false, nil
	}
	latest := totals.Latest()
	if _, ok := p.knownTotal(key, latest); !ok {
		return false, nil
	}
	if err := p.Snapshot.Query(p.Context(), p.records(false)); err != nil {
		return false, err
	}
	m := p.Snapshot.Snapshot(p.Context())
	if m != "" && m != latest {
		totals.ObserveSnapshot(m)
	}
	if p.page.Total, done = p.knownTotal(key, m); done {
		return true, nil
	}
	// The total is of another snapshot: both are read again, at one.
	p.page.Records = nil
	return false, nil
}

// knownTotal returns the total as it is at a snapshot, false when it is not known.
func (p *pageReader) knownTotal(key string, at store.SnapshotID) (n int64, ok bool) {
	totals := p.reader.Totals
	if n, ok = totals.Total(key, at, p.query.Added); ok {
		return n, true
	}
	if dated, ok := p.datedList(); ok {
		return totals.CountIn(dated.Key, dated.Window, at, dated.Follow)
	}
	return 0, false
}

// datedList returns the list as one with bounds of dates, false when it is none.
func (p *pageReader) datedList() (filter.DatedList, bool) {
	if p.dated == nil {
		l, _ := filter.Dated(p.query)
		p.dated = &l
	}
	return *p.dated, p.dated.Key != ""
}

// intervalsTimeout is how long a request may take to read intervals, beside its own work.
const intervalsTimeout = 3 * time.Second

// errTooManyIntervals ends the reading of intervals for which there is no room.
var errTooManyIntervals = errors.New("there is no room for the intervals")

// readIntervals reads when the records of the list begin and end, for totals of other
// bounds of that.  What fails is left to a later request.
func (p *pageReader) readIntervals(l filter.DatedList) {
	ctx, cancel := context.WithTimeout(p.Context(), intervalsTimeout)
	defer cancel()
	totals := p.reader.Totals
	var set intervals.Set
	at, err := p.Env.Store.QueryAt(ctx, store.Statement{SQL: l.IntervalsSQL(), Args: p.query.Args.Values(), ScanRow: func(row store.Row) error {
		if set.Len() > totals.MaxIntervals() {
			return errTooManyIntervals
		}
		return filter.LoadRow(&set, row)
	}})
	if err != nil {
		at = ""
	}
	set.Sort()
	totals.SetIntervals(l.Key, &set, at)
}

// readCounting reads the records and counts them, and keeps the total.
func (p *pageReader) readCounting(key string, total store.Statement) error {
	totals := p.reader.Totals
	if totals == nil || p.Snapshot == nil {
		return p.readWithTotal(p.Reader(), total)
	}
	if err := p.readWithTotal(p.Snapshot, total); err != nil {
		return err
	}
	if m := p.Snapshot.Snapshot(p.Context()); m != "" {
		totals.ObserveSnapshot(m)
		totals.SetTotal(key, p.page.Total, m)
	}
	if dated, ok := p.datedList(); ok && totals.WantsIntervals(dated.Key, p.page.Total) {
		p.readIntervals(dated)
	}
	return nil
}

// maxReadAttempts is how often records are read again at most that others change while
// they are read.
const maxReadAttempts = 12

// errChangedTooOften tells that records were changed again and again while they were
// read.
func errChangedTooOften(k *model.Resource) error {
	return fmt.Errorf("read %s: they change all the time: %w", k.Plural, store.ErrUnavailable)
}

// pageLinks sets the links of a page to itself and its neighbours.  They keep
// every filter that was sent; the link back to page 1 carries no page, and
// there is none where there is no neighbour.
func pageLinks(r *request.Request, k *model.Resource, q *filter.Query, p *Page) {
	root := r.Env.Deployment.APIURL() + "/" + k.Plural + "/"
	base := linkParams(r, k, q)
	withPage := func(n int64) []filter.LinkParam {
		return append(slices.Clone(base), filter.LinkParam{Name: "page", Value: strconv.FormatInt(n, 10)})
	}
	p.Self = link(root, base)
	if r.WholeFeed() {
		p.Pages = min(p.Pages, 1)
		return
	}
	if k.Post || r.Named("page") {
		p.Self = link(root, withPage(q.Page))
	}
	if q.Page < p.Pages {
		p.Next = link(root, withPage(q.Page+1))
	}
	switch {
	case q.Page == 2:
		p.Previous = link(root, base)
	case q.Page > 2 && p.Pages > 0:
		p.Previous = link(root, withPage(min(q.Page-1, p.Pages)))
	}
}

// linkParams returns the parameters that links carry, but for the page: what
// was sent, and on posts the records a page.
func linkParams(r *request.Request, k *model.Resource, q *filter.Query) []filter.LinkParam {
	var params []filter.LinkParam
	if k.Post && !r.WholeFeed() {
		params = append(params, filter.LinkParam{Name: "per_page", Value: strconv.FormatInt(q.PerPage, 10)})
	}
	params = append(params, q.LinkParams...)
	if r.Feed != nil && r.Named("format") {
		params = append(params, filter.LinkParam{Name: "format", Value: r.Feed.Name})
	}
	if r.Language != "" {
		params = append(params, filter.LinkParam{Name: r.Env.Deployment.LanguageParam, Value: r.Language})
	}
	return params
}

// link writes an absolute URL with URL-encoded parameters in the given order.
func link(root string, params []filter.LinkParam) string {
	var b strings.Builder
	b.WriteString(root)
	for i, p := range params {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value))
	}
	return b.String()
}

// LinkHeader words the neighbours of a page as a Link header (RFC 8288).
func (p *Page) LinkHeader() string {
	var parts []string
	if p.Next != "" {
		parts = append(parts, "<"+p.Next+`>; rel="next"`)
	}
	if p.Previous != "" {
		parts = append(parts, "<"+p.Previous+`>; rel="prev"`)
	}
	return strings.Join(parts, ", ")
}

// sent returns an untyped parameter as it was sent; lists and objects as "".
func sent(r *request.Request, name string) string {
	switch v, _ := r.Values.Lookup(name); v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case interface{ String() string }:
		return v.String()
	}
	return ""
}
