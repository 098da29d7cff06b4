package query

import (
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// Head is the slug and the last change of a post.
type Head struct {
	ID          int64
	Slug        string
	ModifiedUTC string
}

// Heads reads the slug and the last change of the posts on a page of a list, and the
// number of posts on all pages.  The content of the posts, which may be large, is not
// read.  The rules of the list are those of List.
func (rd *Reader) Heads(
	r *request.Request, k *model.Resource, params ListParams, o ListOptions,
) (heads []Head, total int64, err error) {
	q, err := rd.listQuery(r, k, params, o)
	if err != nil {
		return nil, 0, err
	}
	leave, err := r.Env.Expensive.Enter(r.Context(), weightOf(q))
	if err != nil {
		return nil, 0, err
	}
	defer leave()
	p := &pageReader{Request: r, reads: rd, resource: k, query: q, page: &Page{}}
	count := p.total()
	sq := r.Env.Store.Builder().
		NewSelect().
		TableExpr("?", q.From()).
		ColumnExpr("?, ?, ?", q.Col("id"), q.Col("slug"), q.Col("modified_utc"))
	page := store.Statement{ScanRow: func(row store.Row) error {
		var h Head
		err := row.Scan(&h.ID, &h.Slug, &h.ModifiedUTC)
		heads = append(heads, h)
		return err
	}}
	page.SQL, page.Args = q.Statement(func() string { return q.PageSQL(sq, k.Descending) })
	err = r.Reader().Batch(r.Context(), []store.Statement{page, count})
	return heads, p.page.Total, err
}
