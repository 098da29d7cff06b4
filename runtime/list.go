package runtime

import (
	"context"
	"net/http"
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/fault"
	"almanac/runtime/filter"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// Page is one page of a list.
type Page struct {
	Records  []Model
	Total    int64 // Records on all pages.
	Pages    int64 // Number of pages; 0 when there are no records.
	Self     string
	Next     string // "" on the last page.
	Previous string // "" on the first page.
}

// Listing is the answer to a list request.
type Listing[V any] struct {
	Total int64  `header:"X-TEC-Total" doc:"Number of records on all pages"`
	Pages int64  `header:"X-TEC-TotalPages" doc:"Number of pages"`
	Link  string `header:"Link" doc:"Next and previous page (RFC 8288)"`
	Body  *V
}

// list answers a page of records that the parameters describe.
func (r *Request) list(k *Kind, params List) (*Page, error) {
	d := param.NewDecoder(r.Values)
	r.common(d)
	params.Decode(d)
	r.chooseFormat(d, k)
	env := r.Env
	q := filter.NewQuery(env.Store, env.Store.Read(), r.scope(), r.site(), k.listed())
	q.Sent = r.sent
	if f := d.Err(); f != nil && f.Params != nil {
		q.Problems = f.Params
	}
	params.Keep(r.Context(), q)
	q.Visible()
	if q.Err() != nil {
		return nil, q.Err()
	}
	if f := q.Problems.Err(nil); f != nil {
		return nil, f
	}
	if err := r.mayGuess(); err != nil {
		return nil, err
	}
	if r.wholeFeed() {
		q.PerPage = maxFeed
	}
	page, err := r.fetch(k, q)
	if err != nil {
		return nil, err
	}
	if len(page.Records) == 0 && q.Page > 1 && k.Post {
		return nil, fault.New(http.StatusNotFound, k.Name+"-archive-page-not-found", "This page of the list does not exist; the last one is %d.", page.Pages)
	}
	r.guessedAt(k, page.Records)
	r.pageLinks(k, q, page)
	return page, nil
}

// listed returns what a list needs to know of the kind.
func (k *Kind) listed() filter.Listed {
	return filter.Listed{Table: k.Plural, Alias: k.Name, Post: k.Post, Access: k.Access, Orders: k.Orders}
}

// fetch runs the query of the page and that of the total in one batch, then
// one batch for everything that is linked.
func (r *Request) fetch(k *Kind, q *filter.Query) (*Page, error) {
	page := &Page{}
	s := r.Env.Store
	count := q.Apply(s.Builder().NewSelect().TableExpr("? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name)).ColumnExpr("count(*)"))
	// The count takes the values of the conditions alone: order and paging add
	// theirs after them.
	countArgs := slices.Clone(q.Args.List())
	sq := q.Sort(q.Apply(withRecordColumns(s.Builder().NewSelect().Model(k.New()), k)), k.Descending)
	text := q.Limit(sq)
	err := s.Read().Batch(r.Context(), []store.Statement{
		{SQL: text, Args: q.Args.List(), Each: func(row store.Row) error {
			m, err := scanRecord(k, row)
			page.Records = append(page.Records, m)
			return err
		}},
		{SQL: count.String(), Args: countArgs, Each: func(row store.Row) error { return row.Scan(&page.Total) }},
	})
	if err != nil {
		return nil, err
	}
	page.Pages = (page.Total + q.PerPage - 1) / q.PerPage
	return page, r.attach(r.Context(), s.Read(), k, page.Records)
}

// withRecordColumns makes a query of the kind's model one that scanRecord can
// read: the kind's columns, then the image of a post or the count of a term.
func withRecordColumns(sq *bun.SelectQuery, k *Kind) *bun.SelectQuery {
	sq = sq.ColumnExpr("?TableColumns")
	if k.Post {
		return sq.ColumnExpr("COALESCE(image.url, ''), COALESCE(image.width, 0), COALESCE(image.height, 0), COALESCE(image.filesize, 0), COALESCE(image.sizes, '')").
			Join("LEFT JOIN images AS image ON image.id = ?", bun.Ident(k.Name+".image_id"))
	}
	return sq.ColumnExpr("(SELECT COALESCE(SUM(c.count), 0) FROM term_counts AS c WHERE c.term_id = ?)", bun.Ident(k.Name+".id"))
}

// scanRecord reads one row of withRecordColumns; further targets stand before the
// record's own columns.
func scanRecord(k *Kind, row store.Row, before ...any) (Model, error) {
	m := k.New()
	targets := slices.Concat(before, m.Targets())
	switch v := m.(type) {
	case PostModel:
		p := v.AsPost()
		targets = append(targets, p.Image.targets()...)
		err := row.Scan(targets...)
		p.Image.ID = p.ImageID
		return m, err
	case TermModel:
		return m, row.Scan(append(targets, &v.AsTerm().Count)...)
	}
	return m, row.Scan(targets...)
}

// attach loads what the records link to, in one batch for all records and
// links: no query per record.
func (r *Request) attach(ctx context.Context, reader store.Reader, k *Kind, records []Model) error {
	if len(records) == 0 {
		return nil
	}
	byID := make(map[int64]Model, len(records))
	ids := make([]int64, 0, len(records))
	for _, m := range records {
		byID[m.Record().ID] = m
		ids = append(ids, m.Record().ID)
	}
	var batch []store.Statement
	for _, link := range k.Links {
		batch = append(batch, r.linked(link, ids, byID))
	}
	if k.Nested {
		batch = append(batch, r.ancestors(k, ids, byID))
	}
	if len(batch) == 0 {
		return nil
	}
	return reader.Batch(ctx, batch)
}

// linked selects the records that one link leads to and attaches them.
// Records that the caller may not see are left out; links cross languages.
func (r *Request) linked(link *Link, ids []int64, byID map[int64]Model) store.Statement {
	var args store.Args
	s := r.Env.Store
	k := link.Target
	sq := withRecordColumns(s.Builder().NewSelect().Model(k.New()).ColumnExpr("l.?", bun.Ident(link.Source)), k).
		Join("JOIN ? AS l ON l.? = ?", bun.Ident(link.Table), bun.Ident(link.Column), bun.Ident(k.Name+".id")).
		Where("l.? ?", bun.Ident(link.Source), s.In(&args, ids))
	if k.Post {
		r.scope().Anywhere().Visible(k.Access, &args, k.Name, filter.On(sq))
		sq = sq.OrderExpr("l.?, l.position", bun.Ident(link.Source))
	} else {
		sq = sq.OrderExpr("l.?, ?, ?", bun.Ident(link.Source), bun.Ident(k.Name+"."+k.NameSort), bun.Ident(k.Name+".id"))
	}
	return store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		var source int64
		m, err := scanRecord(k, row, &source)
		if err == nil {
			byID[source].Attach(link.Name, m)
		}
		return err
	}}
}

// ancestors selects the slugs above the terms, which their URLs show.
func (r *Request) ancestors(k *Kind, ids []int64, byID map[int64]Model) store.Statement {
	var args store.Args
	s := r.Env.Store
	b := s.Builder()
	table := bun.Ident(k.Plural)
	start := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("t.id AS leaf, t.parent, 1 AS depth").Where("t.id ?", s.In(&args, ids)).Where("t.parent <> 0")
	up := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("above.leaf, t.parent, above.depth + 1").
		Join("JOIN above ON t.id = above.parent").Where("t.parent <> 0").Where("above.depth < 100")
	sq := b.NewSelect().WithRecursive("above", start.UnionAll(up)).
		TableExpr("above").Join("JOIN ? AS t ON t.id = above.parent", table).ColumnExpr("above.leaf, t.slug").OrderExpr("above.leaf, above.depth DESC")
	return store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		var leaf int64
		var slug string
		if err := row.Scan(&leaf, &slug); err != nil {
			return err
		}
		t := byID[leaf].(TermModel).AsTerm()
		t.Path = append(t.Path, slug)
		return nil
	}}
}
