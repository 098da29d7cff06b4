package images

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/param"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// MaxPerPage is the most images of one page, as on WordPress.
const MaxPerPage = 100

// Page is a part of a list of images.
type Page struct {
	Images []*MediaView
	Total  int64 // Images on all pages.
	Pages  int64
	Page   int64 // Number of this one.
}

// ListInput has the parameters of lists.
type ListInput struct {
	Page    int64              `query:"page" default:"1" minimum:"1" rule:"maximum=1000000" doc:"Number of the page"`
	PerPage param.Opt[int64]   `query:"per_page" default:"10" minimum:"1" maximum:"100" rule:"lenient" doc:"Images on a page"`
	Search  string             `query:"search" rule:"maxLength=200" doc:"Words in the title, the texts or the address"`
	Include param.Opt[[]int64] `query:"include" doc:"IDs of the images to list"`
	Author  param.Opt[[]int64] `query:"author" doc:"IDs of users who added the images"`
	OrderBy string             `query:"orderby" enum:"date,id,modified,title" default:"date" doc:"What to sort by"`
	Order   string             `query:"order" enum:"asc,desc" default:"desc" doc:"Direction"`
}

// listPlan fills a ListInput.
var listPlan = param.NewPlan(reflect.TypeFor[ListInput]())

// list is a decoded request for a list.
type list struct {
	page, perPage    int64
	search, by       string
	ascending        bool
	included, author param.Opt[[]int64]
}

// decodeList reads the parameters of a list.
func decodeList(r *request.Request) (list, error) {
	var in ListInput
	d := param.NewDecoder(r.Values)
	r.Common(d)
	listPlan.Fill(d, &in)
	l := list{
		page: in.Page, perPage: min(in.PerPage.ValueOr(r.Env.Deployment.DefaultPerPage), MaxPerPage),
		search: in.Search, by: in.OrderBy, ascending: in.Order == "asc", included: in.Include, author: in.Author,
	}
	if f := d.Err(); f != nil {
		return l, f
	}
	return l, nil
}

// List returns the images that a request asks for, of those that exist for its caller.
func List(r *request.Request) (*Page, error) {
	l, err := decodeList(r)
	if err != nil {
		return nil, err
	}
	p := &Page{Images: []*MediaView{}}
	var counted, listed store.Args
	count := l.where(r, &counted, r.Env.Store.Builder().NewSelect().TableExpr("images AS i").ColumnExpr("count(*)"))
	rows := l.where(r, &listed, columns(r.Env.Store.Builder().NewSelect().TableExpr("images AS i")))
	rows = l.order(rows).Limit(l.perPage).Offset((l.page - 1) * l.perPage)
	err = r.Reader().Batch(r.Context(), []store.Statement{
		{SQL: count.String(), Args: counted.Values(), ScanRow: func(row store.Row) error { return row.Scan(&p.Total) }},
		{SQL: rows.String(), Args: listed.Values(), ScanRow: func(row store.Row) error {
			var i Row
			err := row.Scan(i.targets()...)
			p.Images = append(p.Images, ViewOf(r, i))
			return err
		}},
	})
	if err != nil {
		return nil, err
	}
	p.Pages = (p.Total + l.perPage - 1) / l.perPage
	if l.page > 1 && l.page > p.Pages {
		return nil, apierror.New(http.StatusBadRequest, "rest_post_invalid_page_number", "This page of the list does not exist; the last one is %d.", p.Pages)
	}
	p.Page = l.page
	return p, nil
}

// where narrows a query to the images of a list.
func (l list) where(r *request.Request, args *store.Args, sq *bun.SelectQuery) *bun.SelectQuery {
	if !SeesAll(r.Env, r.Caller) {
		sq = sq.WhereGroup(" AND ", func(sq *bun.SelectQuery) *bun.SelectQuery {
			WhereVisible(r.Env, r.Scope(), args, sq)
			return sq
		})
	}
	for _, one := range []struct {
		column string
		ids    param.Opt[[]int64]
	}{{"i.id", l.included}, {"i.author", l.author}} {
		if one.ids.IsSet() {
			sq = sq.Where("? ?", bun.Ident(one.column), r.Env.Store.SQL().In(args, one.ids.Value))
		}
	}
	for word := range strings.FieldsSeq(strings.Map(lower, l.search)) {
		pattern := args.Bind(text.LikePattern(word))
		sq = sq.Where("lower(i.title || ' ' || i.alt || ' ' || i.caption || ' ' || i.url) LIKE ? ESCAPE '\\'", pattern)
	}
	return sq
}

// lower returns a letter of ASCII in lower case: what lower() does on both databases.
func lower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// order sorts a query; the ID decides between equal images.
func (l list) order(sq *bun.SelectQuery) *bun.SelectQuery {
	direction := bun.Safe("DESC")
	if l.ascending {
		direction = "ASC"
	}
	column := map[string]string{"date": "i.created_utc", "modified": "i.modified_utc", "title": "i.title", "id": "i.id"}[l.by]
	return sq.OrderExpr("? ?", bun.Ident(column), direction).OrderExpr("i.id ?", direction)
}

// Get returns the image with an ID, if it exists for the caller. The error is the 404 of
// WordPress otherwise.
func Get(r *request.Request, id int64) (*MediaView, error) {
	if err := r.Decode(); err != nil {
		return nil, err
	}
	i, err := find(r, r.Reader(), id)
	if err != nil {
		return nil, err
	}
	return ViewOf(r, *i), nil
}

// find reads an image that exists for the caller. The statements before run first, in the
// same round trip.
func find(r *request.Request, reader store.Reader, id int64, before ...store.Statement) (*Row, error) {
	var args store.Args
	sq := columns(r.Env.Store.Builder().NewSelect().TableExpr("images AS i")).Where("i.id = ?", args.Bind(id))
	if !SeesAll(r.Env, r.Caller) {
		sq = sq.WhereGroup(" AND ", func(sq *bun.SelectQuery) *bun.SelectQuery {
			WhereVisible(r.Env, r.Scope(), &args, sq)
			return sq
		})
	}
	var found *Row
	err := reader.Batch(r.Context(), append(before, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		found = &Row{}
		return row.Scan(found.targets()...)
	}}))
	if err == nil && found == nil {
		err = apierror.New(http.StatusNotFound, "rest_post_invalid_id", "There is no image with this ID.")
	}
	return found, err
}
