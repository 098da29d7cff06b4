package runtime

import (
	"context"
	"net/http"
	"strings"
	"sync"

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

// List answers a page of records that the parameters describe.
func (r *Request) List(k *Kind, params List) (*Page, error) {
	d := param.NewDecoder(r.Values)
	r.Common(d)
	params.Decode(d)
	r.chooseFormat(d, k)
	env := r.Env
	q := filter.NewQuery(env.Store, r.Reader(), r.scope(), r.site(), k.listed())
	q.Sent, q.OwnClock = r.sent, r.OwnClock
	if f := d.Err(); f != nil && f.Params != nil {
		q.Problems = f.Params
	}
	params.Keep(r.Context(), q)
	r.Until = q.Until
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
		return r.feedList(k, q)
	}
	if r.Most > 0 {
		q.PerPage = r.Most
	}
	page, err := r.fetch(k, q)
	if err != nil {
		return nil, err
	}
	if r.guessedAt(k, page.Records); q.Locked {
		r.guessed()
	}
	if len(page.Records) == 0 && q.Page > 1 && k.Post {
		return nil, fault.New(http.StatusNotFound, k.Name+"-archive-page-not-found", "This page of the list does not exist; the last one is %d.", page.Pages)
	}
	r.pageLinks(k, q, page)
	return page, nil
}

// listed returns what a list needs to know of the kind.
func (k *Kind) listed() filter.Listed {
	return filter.Listed{Table: k.Plural, Alias: k.Name, Post: k.Post, Nested: k.Nested, Access: k.Access, Orders: k.Orders, Start: k.Start, End: k.End, Search: k.Search}
}

// withRecordColumns makes a query of the kind's model one that scanRecord can
// read: the kind's columns, then the image of a post or the count of a term.
func withRecordColumns(sq *bun.SelectQuery, k *Kind) *bun.SelectQuery {
	sq = sq.ColumnExpr(k.loaded())
	if k.Post {
		return sq.ColumnExpr("COALESCE(image.url, ''), COALESCE(image.width, 0), COALESCE(image.height, 0), COALESCE(image.filesize, 0), COALESCE(image.sizes, '')").
			Join("LEFT JOIN images AS image ON image.id = ?", bun.Ident(k.Name+".image_id"))
	}
	return sq.ColumnExpr("(SELECT COALESCE(SUM(c.count), 0) FROM term_counts AS c WHERE c.term_id = ?)", bun.Ident(k.Name+".id"))
}

// loaded returns the columns that reads load, as SQL.  Their names need no escapes.
func (k *Kind) loaded() string {
	k.loading.Do(func() {
		k.loads = `"` + k.Name + `"."` + strings.Join(k.Loaded, `", "`+k.Name+`"."`) + `"`
	})
	return k.loads
}

// scanRecord reads one row of withRecordColumns; further targets stand before the
// record's own columns.
func scanRecord(k *Kind, row store.Row, before ...any) (Model, error) {
	m := k.New()
	room := k.targets.take()
	defer k.targets.giveBack(room)
	*room = m.Targets(append(*room, before...))
	switch v := m.(type) {
	case PostModel:
		p := v.AsPost()
		*room = p.Image.targets(*room)
		err := row.Scan(*room...)
		p.Image.ID = p.ImageID
		return m, err
	case TermModel:
		*room = append(*room, &v.AsTerm().Count)
	}
	return m, row.Scan(*room...)
}

// rooms keeps room for the targets of rows: a record has some forty, and needs
// them for one call.
type rooms struct{ pool sync.Pool }

// take returns an empty list.
func (r *rooms) take() *[]any {
	if room, ok := r.pool.Get().(*[]any); ok {
		return room
	}
	return new([]any)
}

// giveBack takes a list that nobody uses any more.
func (r *rooms) giveBack(room *[]any) {
	clear(*room)
	*room = (*room)[:0]
	r.pool.Put(room)
}

// Attach loads what the records link to, in one batch for all records and
// links: no query per record.
func (r *Request) Attach(ctx context.Context, reader store.Reader, k *Kind, records []Model) error {
	if len(records) == 0 {
		return nil
	}
	ids, byID := identified(records)
	return reader.Batch(ctx, r.linkStatements(k, ids, byID))
}

// identified returns the ids of records, and the records by their ids.
func identified(records []Model) (ids []int64, byID map[int64]Model) {
	byID = make(map[int64]Model, len(records))
	for _, m := range records {
		byID[m.Record().ID] = m
		ids = append(ids, m.Record().ID)
	}
	return ids, byID
}

// linkStatements returns the statements that load what the records with the ids
// link to; the records must be in byID once the first row comes.  A row of a
// record that is not there is left out.
func (r *Request) linkStatements(k *Kind, ids []int64, byID map[int64]Model) []store.Statement {
	batch := make([]store.Statement, 0, len(k.Links)+1)
	for _, link := range k.Links {
		batch = append(batch, r.linked(link, ids, byID))
	}
	if k.Nested {
		batch = append(batch, r.ancestors(k, ids, byID))
	}
	return batch
}

// linked selects the records that one link leads to and attaches them.
// Records that the caller may not see are left out; links cross languages.
func (r *Request) linked(link *Link, ids []int64, byID map[int64]Model) store.Statement {
	k := link.Target
	text := r.Env.texts.get(r.seenBy(link, "linked"), func(args *store.Args) string {
		s := r.Env.Store
		// SQLite keeps to the order of a CROSS JOIN: the few links come first.
		from := s.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).Join("CROSS JOIN ? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name))
		sq := withRecordColumns(from.ColumnExpr("l.?", bun.Ident(link.Source)), k).
			Where("? = l.?", bun.Ident(k.Name+".id"), bun.Ident(link.Column)).
			Where("l.? ?", bun.Ident(link.Source), s.SQL().In(args, ids))
		if k.Post {
			r.scope().Anywhere().Linked().Visible(k.Access, args, k.Name, filter.On(sq))
			sq = sq.OrderExpr("l.?, l.position", bun.Ident(link.Source))
		} else {
			sq = sq.OrderExpr("l.?, ?, ?", bun.Ident(link.Source), bun.Ident(k.Name+"."+k.NameSort), bun.Ident(k.Name+".id"))
		}
		return sq.String()
	})
	return store.Statement{SQL: text.sql, Args: []any{ids, r.Caller.User}[:text.values], RunToCompletion: true, ScanRow: func(row store.Row) error {
		var source int64
		m, err := scanRecord(k, row, &source)
		if of := byID[source]; of != nil && err == nil {
			of.Attach(link.Name, m)
		}
		return err
	}}
}

// seenBy returns the key of a statement about a link that depends on which
// records the caller may see; their own id is its second value.
func (r *Request) seenBy(link *Link, purpose string) textKey {
	return textKey{of: link, purpose: purpose, role: r.Caller.Role, known: r.Caller.User != 0}
}

// ancestors selects the slugs above the terms, which their URLs show.
func (r *Request) ancestors(k *Kind, ids []int64, byID map[int64]Model) store.Statement {
	var args store.Args
	s := r.Env.Store
	b := s.Builder()
	table := bun.Ident(k.Plural)
	start := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("t.id AS leaf, t.parent, 1 AS depth").Where("t.id ?", s.SQL().In(&args, ids)).Where("t.parent <> 0")
	up := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("above.leaf, t.parent, above.depth + 1").
		Join("JOIN above ON t.id = above.parent").Where("t.parent <> 0").Where("above.depth < 100")
	sq := b.NewSelect().WithRecursive("above", start.UnionAll(up)).
		TableExpr("above").Join("CROSS JOIN ? AS t", table).Where("t.id = above.parent").ColumnExpr("above.leaf, t.slug").OrderExpr("above.leaf, above.depth DESC")
	return store.Statement{SQL: sq.String(), Args: args.Values(), RunToCompletion: true, ScanRow: func(row store.Row) error {
		var leaf int64
		var slug string
		if err := row.Scan(&leaf, &slug); err != nil {
			return err
		}
		if of, ok := byID[leaf].(TermModel); ok {
			of.AsTerm().Path = append(of.AsTerm().Path, slug)
		}
		return nil
	}}
}
