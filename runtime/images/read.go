package images

import (
	"net/http"
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
	Page    int64              `query:"page" default:"1" minimum:"1" rule:"maximum=1000000" doc:"Page number"`
	PerPage param.Opt[int64]   `query:"per_page" default:"10" minimum:"1" maximum:"100" rule:"lenient" doc:"Images per page"`
	Search  string             `query:"search" rule:"maxLength=200" doc:"Search title, caption, alternative text and URL"`
	Include param.Opt[[]int64] `query:"include" doc:"Only images with these IDs"`
	Author  param.Opt[[]int64] `query:"author" doc:"Only images added by users with these IDs"`
	OrderBy string             `query:"orderby" enum:"date,id,modified,title" default:"date" doc:"Sort by"`
	Order   string             `query:"order" enum:"asc,desc" default:"desc" doc:"Sort direction"`
}

// List returns a page of the images that exist for the caller.
func List(r *request.Request, in *ListInput) (*Page, error) {
	if f := r.Params.Err(); f != nil {
		return nil, f
	}
	perPage := min(in.PerPage.ValueOr(r.Env.Deployment.DefaultPerPage), MaxPerPage)
	p := &Page{Images: []*MediaView{}, Page: in.Page}
	var counted, listed store.Args
	count := in.where(r, &counted, r.Env.Store.Builder().NewSelect().TableExpr("images AS i").ColumnExpr("count(*)"))
	rows := in.where(r, &listed, columns(r.Env.Store.Builder().NewSelect().TableExpr("images AS i")))
	rows = in.sort(rows).Limit(perPage).Offset((in.Page - 1) * perPage)
	err := r.Reader().Batch(r.Context(), []store.Statement{
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
	p.Pages = (p.Total + perPage - 1) / perPage
	if in.Page > 1 && in.Page > p.Pages {
		return nil, apierror.New(http.StatusBadRequest, "rest_post_invalid_page_number",
			"This page of the list does not exist; the last one is %d.", p.Pages)
	}
	return p, nil
}

// where narrows a query to the images of a list.
func (in *ListInput) where(r *request.Request, args *store.Args, sq *bun.SelectQuery) *bun.SelectQuery {
	if !SeesAll(r.Env, r.Caller) {
		sq = sq.WhereGroup(" AND ", func(sq *bun.SelectQuery) *bun.SelectQuery {
			WhereVisible(r.Env, r.Scope(), args, sq)
			return sq
		})
	}
	for _, one := range []struct {
		column string
		ids    param.Opt[[]int64]
	}{{"i.id", in.Include}, {"i.author", in.Author}} {
		if one.ids.IsSet() {
			sq = sq.Where("? ?", bun.Ident(one.column), r.Env.Store.SQL().In(args, one.ids.Value))
		}
	}
	for word := range strings.FieldsSeq(strings.Map(lower, in.Search)) {
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

// sort sorts a query; the ID decides between equal images.
func (in *ListInput) sort(sq *bun.SelectQuery) *bun.SelectQuery {
	direction := bun.Safe("DESC")
	if in.Order == "asc" {
		direction = "ASC"
	}
	column := map[string]string{
		"date": "i.created_utc", "modified": "i.modified_utc", "title": "i.title", "id": "i.id",
	}[in.OrderBy]
	return sq.OrderExpr("? ?", bun.Ident(column), direction).OrderExpr("i.id ?", direction)
}

// Get returns the image with an ID, if it exists for the caller. The error is the 404 of
// WordPress otherwise.
func Get(r *request.Request, id int64) (*MediaView, error) {
	if f := r.Params.Err(); f != nil {
		return nil, f
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
	err := reader.Batch(r.Context(), append(before, store.Statement{
		SQL: sq.String(), Args: args.Values(),
		ScanRow: func(row store.Row) error {
			found = &Row{}
			return row.Scan(found.targets()...)
		},
	}))
	if err == nil && found == nil {
		err = apierror.New(http.StatusNotFound, "rest_post_invalid_id", "There is no image with this ID.")
	}
	return found, err
}
