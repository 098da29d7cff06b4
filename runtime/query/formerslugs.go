package query

import (
	"context"
	"net/http"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// ReadFormer returns the record that had the slug of the key until it got another one, if the caller may
// read it and it is not in the trash.  In all other cases it returns the resource's 404, so that
// nobody learns of a record that is hidden.
func (rd *Reader) ReadFormer(r *request.Request, k *model.Resource, key Key) (model.Record, error) {
	id, err := FormerID(r.Context(), r.Reader(), k, key.Slug)
	if err != nil {
		return nil, err
	}
	if id == 0 {
		return nil, request.NotFound(k)
	}
	m, err := rd.Read(r, k, Key{ID: id})
	if f := apierror.As(err); f != nil && f.Status < http.StatusInternalServerError ||
		err == nil && model.StatusOf(m) == model.StatusTrash {
		return nil, request.NotFound(k)
	}
	return m, err
}

// FormerID returns the ID of the record that had the slug until it got another one, 0 for none.
func FormerID(ctx context.Context, reader store.Reader, k *model.Resource, slug string) (id int64, err error) {
	err = reader.Query(ctx, store.Statement{
		SQL:  "SELECT record_id FROM former_slugs WHERE resource = $1 AND slug = $2",
		Args: []any{k.Name, slug}, ScanRow: func(row store.Row) error { return row.Scan(&id) },
	})
	return id, err
}

// ReadFormerSlugs returns the statement that adds the former slugs of records to those by ID,
// the oldest first.
func ReadFormerSlugs(e *request.Env, k *model.Resource, ids []int64, slugs map[int64][]string) store.Statement {
	var args store.Args
	sq := e.Store.Builder().NewSelect().TableExpr("former_slugs").ColumnExpr("record_id, slug").
		Where("resource = ?", args.Bind(k.Name)).Where("record_id ?", e.Store.SQL().In(&args, ids)).
		OrderExpr("id")
	return store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		var id int64
		var slug string
		err := row.Scan(&id, &slug)
		slugs[id] = append(slugs[id], slug)
		return err
	}}
}
