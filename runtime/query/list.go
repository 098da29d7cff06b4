package query

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Page is one page of a list.
type Page struct {
	Records  []model.Record
	Total    int64 // Records on all pages.
	Pages    int64 // Number of pages; 0 when there are no records.
	Self     string
	Next     string // "" on the last page.
	Previous string // "" on the first page.
	Sync     *Sync  // Of a sync; nil for others.

	// Stream is a long feed, of which Records has nothing: it is read as it is sent, and
	// has to be ended.  Nil for other pages.
	Stream *FeedStream
}

// List returns a page of records that the parameters describe.
func (rd *Reader) List(r *request.Request, k *model.Resource, params ListParams, o ListOptions) (*Page, error) {
	q, err := rd.listQuery(r, k, params, o)
	if err != nil {
		return nil, err
	}
	if err := rd.checkPasswordAttempts(r); err != nil {
		return nil, err
	}
	if r.WholeFeed() {
		return rd.feedList(r, k, q)
	}
	page, err := rd.fetch(r, k, q, o)
	if err != nil {
		return nil, err
	}
	rd.countClosedRecords(r, k, q, page.Records)
	if q.Locked {
		rd.countFailedPassword(r)
	}
	if len(page.Records) == 0 && q.Page > 1 && k.Post {
		return nil, apierror.New(
			http.StatusNotFound,
			k.Name+"-archive-page-not-found",
			"This page of the list does not exist; the last one is %d.",
			page.Pages,
		)
	}
	pageLinks(r, k, q, page)
	return page, readCollapsed(r, k, q, page.Records)
}

// listQuery returns the list that the parameters describe.  Its error has all that is wrong
// with them: what could not be read, and what the filters refuse.
func (rd *Reader) listQuery(
	r *request.Request, k *model.Resource, params ListParams, o ListOptions,
) (*filter.Query, error) {
	q := filter.NewQuery(rd.Store, r.Reader(), r.Scope(), r.FilterSettings(), k)
	q.Related = o.Related
	// The desk alone lists what is hidden from lists, for those who may edit it.
	q.ShowHidden = r.Internal && q.Scope.Editing && k.Permissions.CanReadNonPublic(r.Caller)
	if o.sync {
		q.BeginSync(r.Fields != "")
	}
	q.RawParam, q.OwnClock = func(name string) string { return sent(r, name) }, o.OwnClock
	var missing []string
	if f := r.Params.Err(); f != nil {
		missing = f.Missing
		maps.Copy(q.Errors, f.Params)
	}
	params.Filter(r.Context(), q)
	q.Restrict(o.Restriction)
	r.ExpiresAt = q.ExpiresAt
	q.WhereVisible()
	for _, linked := range o.Linked {
		q.WhereLinked(linked)
	}
	if o.NextOfSeries != "" && k.SeriesRoute != "" {
		q.NextOfSeries(string(o.NextOfSeries))
	}
	if q.Err() != nil {
		return nil, q.Err()
	}
	if f := q.Errors.Err(missing); f != nil {
		return nil, f
	}
	if o.PageSize > 0 {
		q.PerPage = o.PageSize
	}
	return q, nil
}

// WithColumns makes a query of the resource's model one that Scan can
// read: the resource's columns, then the image of a post or the count of a term.  Further
// columns, given as SQL, stand before them.
func WithColumns(sq *bun.SelectQuery, k *model.Resource, before ...string) *bun.SelectQuery {
	if k.Post {
		sq = sq.Join("LEFT JOIN images AS image ON image.id = ?", bun.Ident(k.Name+".image_id"))
	}
	columns := strings.Join(append(slices.Clip(before), k.ColumnList()), ", ")
	return store.SelectPacked(sq, columns, len(before)+len(k.ReadColumns))
}

// Scan reads one row of WithColumns; further targets stand before the
// record's own columns.
func Scan(k *model.Resource, row store.Row, before ...any) (model.Record, error) {
	m := k.New()
	room := takeTargets()
	defer giveBackTargets(room)
	*room = m.ScanTargets(append(*room, before...))
	switch v := m.(type) {
	case model.PostRecord:
		p := v.AsPost()
		*room = p.Image.Targets(*room)
		err := row.Scan(*room...)
		p.Image.ID = p.ImageID
		return m, err
	case model.TermRecord:
		*room = append(*room, &v.AsTerm().Count)
	}
	return m, row.Scan(*room...)
}

// targets holds lists of scan targets: a record has some forty, and needs them
// for one call.
var targets sync.Pool

// takeTargets returns an empty list.
func takeTargets() *[]any {
	if list, ok := targets.Get().(*[]any); ok {
		return list
	}
	return new([]any)
}

// giveBackTargets takes a list that nobody uses any more.
func giveBackTargets(list *[]any) {
	clear(*list)
	*list = (*list)[:0]
	targets.Put(list)
}

// Attach loads what the records link to, in one batch for all records and
// links: no query per record.
func Attach(
	ctx context.Context, r *request.Request, reader store.Reader, k *model.Resource, records []model.Record,
) error {
	if len(records) == 0 {
		return nil
	}
	ids, byID := identified(records)
	return reader.Batch(ctx, linkStatements(r, k, ids, byID))
}

// identified returns the ids of records, and the records by their ids.
func identified(records []model.Record) (ids []int64, byID map[int64]model.Record) {
	ids, byID = make([]int64, 0, len(records)), make(map[int64]model.Record, len(records))
	for _, m := range records {
		byID[m.Common().ID] = m
		ids = append(ids, m.Common().ID)
	}
	return ids, byID
}

// linkStatements returns the statements that load what the records with the ids
// link to; the records must be in byID once the first row comes.  A row of a
// record that is not there is left out.
func linkStatements(r *request.Request, k *model.Resource, ids []int64, byID map[int64]model.Record) []store.Statement {
	batch := make([]store.Statement, 0, len(k.Links)+1)
	for _, link := range k.Links {
		batch = append(batch, linked(r, link, ids, byID))
	}
	if k.Hierarchical {
		batch = append(batch, ancestors(r, k, ids, byID))
	}
	return batch
}

// linked selects the records that one link leads to and attaches them.
// Records that the caller may not see are left out; links cross languages.
func linked(r *request.Request, link *model.Link, ids []int64, byID map[int64]model.Record) store.Statement {
	k := link.Target
	text := r.Env.SQLCache.Get(LinkSQLKey(r, link, "linked"), func(args *store.Args) string {
		s := r.Env.Store
		// SQLite keeps to the order of a CROSS JOIN: the few links come first.
		from := s.Builder().
			NewSelect().
			TableExpr("? AS l", bun.Ident(link.Table)).
			Join("CROSS JOIN ? AS ?", bun.Ident(k.Plural), bun.Ident(k.Name))
		sq := WithColumns(from, k, `l."`+link.SourceColumn+`"`).
			Where("? = l.?", bun.Ident(k.Name+".id"), bun.Ident(link.TargetColumn)).
			Where("l.? ?", bun.Ident(link.SourceColumn), s.SQL().In(args, ids))
		if !k.Term {
			r.Scope().AllLanguages().Linked().WhereVisible(k.Permissions, args, k.Name, filter.ConditionsOf(sq))
			sq = sq.OrderExpr("l.?, l.position", bun.Ident(link.SourceColumn))
		} else {
			sq = sq.OrderExpr("l.?", bun.Ident(link.SourceColumn)).
				OrderExpr("?, ?", bun.Ident(k.Name+"."+k.NameSort), bun.Ident(k.Name+".id"))
		}
		return sq.String()
	})
	var source int64
	before := []any{&source}
	return store.Statement{
		SQL:             text.SQL,
		Args:            []any{ids, r.Caller.User}[:text.Values],
		RunToCompletion: true,
		ScanRow: func(row store.Row) error {
			m, err := Scan(k, row, before...)
			if of := byID[source]; of != nil && err == nil {
				link.AddLinked(of, m)
			}
			return err
		},
	}
}

// LinkSQLKey returns the key of a statement about a link that depends on which
// records the caller may see; their own id is its second value.
func LinkSQLKey(r *request.Request, link *model.Link, purpose string) request.SQLKey {
	return request.SQLKey{Of: link, Purpose: purpose, Role: r.Caller.Role, Known: r.Caller.User != 0}
}

// ancestors selects the slugs above the terms, which their URLs show.
func ancestors(r *request.Request, k *model.Resource, ids []int64, byID map[int64]model.Record) store.Statement {
	var args store.Args
	s := r.Env.Store
	b := s.Builder()
	table := bun.Ident(k.Plural)
	start := b.NewSelect().
		TableExpr("? AS t", table).
		ColumnExpr("t.id AS leaf, t.parent, 1 AS depth").
		Where("t.id ?", s.SQL().In(&args, ids)).
		Where("t.parent <> 0")
	up := b.NewSelect().TableExpr("? AS t", table).ColumnExpr("above.leaf, t.parent, above.depth + 1").
		Join("JOIN above ON t.id = above.parent").Where("t.parent <> 0").Where("above.depth < 100")
	sq := b.NewSelect().WithRecursive("above", start.UnionAll(up)).
		TableExpr("above").
		Join("CROSS JOIN ? AS t", table).
		Where("t.id = above.parent").ColumnExpr("above.leaf, t.slug").OrderExpr("above.leaf, above.depth DESC")
	return store.Statement{
		SQL:             sq.String(),
		Args:            args.Values(),
		RunToCompletion: true,
		ScanRow: func(row store.Row) error {
			var leaf int64
			var slug string
			if err := row.Scan(&leaf, &slug); err != nil {
				return err
			}
			if of, ok := byID[leaf].(model.TermRecord); ok {
				of.AsTerm().Path = append(of.AsTerm().Path, slug)
			}
			return nil
		},
	}
}
