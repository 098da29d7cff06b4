package query

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/admission"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// pageReader is the reading of one page of a list.
type pageReader struct {
	*request.Request
	reads    *Reader
	resource *model.Resource
	query    *filter.Query
	page     *Page
	// uncounted has only the records read.
	uncounted bool
	counting  store.Statement // See total; zero until it is needed.
}

// fetch reads the records of a page and the total, and everything that is
// linked.
func (rd *Reader) fetch(r *request.Request, k *model.Resource, q *filter.Query, o ListOptions) (*Page, error) {
	for range maxReadAttempts {
		p := &pageReader{Request: r, reads: rd, resource: k, query: q, page: &Page{}, uncounted: o.Uncounted}
		if err := p.read(); err != nil {
			return nil, err
		}
		if o.WithoutLinks {
			return p.page, nil
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
	return r.Snapshot != nil && rd.Linker != nil && len(k.Links) > 0
}

// total returns the statement that counts the records of all pages.
func (p *pageReader) total() store.Statement {
	if p.counting.SQL == "" {
		sql, args := p.query.Statement(p.query.CountSQL)
		scan := func(row store.Row) error { return row.Scan(&p.page.Total) }
		p.counting = store.Statement{SQL: sql, Args: args, ScanRow: scan}
	}
	return p.counting
}

// records returns the statement that reads the records of the page; withTotal also the
// total, unless the page is empty.
func (p *pageReader) records(withTotal bool) (s store.Statement) {
	sq := p.Env.Store.Builder().NewSelect().
		TableExpr("? AS ?", bun.Ident(p.resource.Plural), bun.Ident(p.resource.Name))
	if p.Snapshot != nil {
		sq, s.ReturnsSnapshot = selectSnapshot(p.Request, sq)
	}
	var before []any
	if withTotal {
		sq, before = filter.SelectTotal(sq), []any{&p.page.Total}
	}
	sq = WithColumns(sq, p.resource)
	s.ScanRow = func(row store.Row) error {
		m, err := Scan(p.resource, row, before...)
		p.page.Records = append(p.page.Records, m)
		return err
	}
	s.SQL, s.Args = p.query.Statement(func() string {
		if withTotal {
			return p.query.PageWithTotalSQL(sq, p.resource.Descending)
		}
		return p.query.PageSQL(sq, p.resource.Descending)
	})
	return s
}

// readWithTotal reads the records of the page and the total.
func (p *pageReader) readWithTotal(ctx context.Context, reader store.Reader) error {
	if p.query.NeedsFullResult() {
		err := reader.Query(ctx, p.records(true))
		if err != nil || len(p.page.Records) > 0 || p.query.Page == 1 {
			return err
		}
	}
	return reader.Batch(ctx, []store.Statement{p.records(false), p.total()})
}

// maxSharedCounts is how often a request waits for a total that it cannot use, because
// something was committed before its page was read, until it counts for itself.
const maxSharedCounts = 3

// read reads the records of the page and the total, both at one snapshot.  The total, which
// costs most, is counted once for each snapshot, by one request while others wait for it.
// Pages of the desk, whose number of statements is bounded, count at once, as they are
// mostly read after a write.
func (p *pageReader) read() error {
	if p.uncounted {
		return p.Reader().Query(p.Context(), p.records(false))
	}
	key := ""
	if p.reads.Totals != nil && p.Snapshot != nil {
		total := p.total()
		key = fmt.Sprintf("%s\x00%#v", total.SQL, total.Args)
	}
	if key != "" && !p.Internal {
		for range maxSharedCounts {
			if done, err := p.readKnown(key); done || err != nil {
				return err
			}
			if done, err := p.shareCount(key); done || err != nil {
				return err
			}
		}
	}
	at, err := p.count(p.Context(), key)
	if p.Snapshot != nil && err == nil {
		p.Snapshot.Add(at)
	}
	return err
}

// readKnown reads the records alone, and reports whether their total was known.
func (p *pageReader) readKnown(key string) (done bool, err error) {
	totals := p.reads.Totals
	latest := totals.Latest()
	if _, ok := totals.Total(key, latest); !ok {
		return false, nil
	}
	if p.query.Searches() {
		leave, err := EnterExpensive(p.Context(), p.Request, ScanWeight)
		if err != nil {
			return false, err
		}
		defer leave()
	}
	reader := p.Env.Store.SnapshotReader()
	if err := reader.Query(p.Context(), p.records(false)); err != nil {
		return false, err
	}
	at := reader.Snapshot(p.Context())
	if at != "" && at != latest {
		totals.ObserveSnapshot(at)
	}
	if p.page.Total, done = totals.Total(key, at); done {
		p.Snapshot.Add(at)
		return true, nil
	}
	p.page.Records = nil // The total is of another snapshot: both are read again, at one.
	return false, nil
}

// shareCount counts, or waits for a request that does, and reports whether this one has read
// its page and the total.  Meanwhile others have its place among the requests that are
// worked on.
func (p *pageReader) shareCount(key string) (done bool, err error) {
	// A request that comes before the deadline of the first one waits until its own.
	timeout := 2 * cmp.Or(p.Env.Admission.Deadline, admission.DefaultAdmission().Deadline)
	list := key + "\x00" + string(p.reads.Totals.Latest())
	var at store.SnapshotID
	share := func() {
		done, err = p.reads.counts.share(p.Context(), list, timeout, func(ctx context.Context) (err error) {
			at, err = p.count(ctx, key)
			return err
		})
	}
	if p.Aside == nil {
		share()
	} else if lost := p.Aside(share); err == nil {
		err = lost
	}
	if done && err == nil {
		p.Snapshot.Add(at)
	}
	return done, err
}

// count reads the records and counts them, once there is room among expensive reads, and
// returns the snapshot of both, "" if it is not known.  It notes the total for others under the
// key, unless that is "".
func (p *pageReader) count(ctx context.Context, key string) (at store.SnapshotID, err error) {
	leave, err := EnterExpensive(ctx, p.Request, weightOf(p.query))
	if err != nil {
		return "", err
	}
	defer leave()
	if key == "" {
		return "", p.readWithTotal(ctx, p.Reader())
	}
	reader := p.Env.Store.SnapshotReader()
	if err := p.readWithTotal(ctx, reader); err != nil {
		return "", err
	}
	if at = reader.Snapshot(ctx); at != "" {
		p.reads.Totals.ObserveSnapshot(at)
		p.reads.Totals.SetTotal(key, p.page.Total, at)
	}
	return at, nil
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
	b.Grow(len(root) + 32*len(params))
	b.WriteString(root)
	for i, p := range params {
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(url.QueryEscape(p.Name) + "=" + url.QueryEscape(p.Value))
	}
	return b.String()
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
