package mutate

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/dates"
	"almanac/runtime/images"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// BulkWriter writes many records in one transaction, without HTTP: imports and
// demonstration data go through it.  Records take the same way as those of a
// request, from decoding to saving; the caller acts as an administrator.
type BulkWriter struct {
	unit    *unit
	request *request.Request
}

// Bulk runs write in one transaction, in which user is the author of records that name none.
// The transaction may run again from the start, so write must begin with empty variables
// each time.  An error of write rolls everything back.
func (e *Engine) Bulk(ctx context.Context, user int64, write func(b *BulkWriter) error) error {
	written, err := e.inUnit(e.NewRequest(ctx, e.System(user)), func(u *unit, r *request.Request) error {
		return write(&BulkWriter{unit: u, request: r})
	})
	if err == nil {
		e.afterCommit(ctx, written)
	}
	return err
}

// Writer returns the transaction, for rows that are no records.
func (b *BulkWriter) Writer() store.Writer { return b.unit.Writer }

// Check returns the errors of fields that no record could take, nil for none.  The fields are
// as param.NewValues takes them.
func (b *BulkWriter) Check(res *model.Resource, fields map[string]any, create bool) *apierror.Error {
	_, f := b.DecodeInput(res, fields, create)
	return f
}

// DecodeInput reads fields into the body of a write, for CreateAll.  It returns the errors of
// fields that no record could take, nil for none.
func (b *BulkWriter) DecodeInput(res *model.Resource, fields map[string]any, create bool) (Body, *apierror.Error) {
	r, body := b.requestWith(fields), b.unit.engine.NewBody(res)
	body.Decode(r.Params, create)
	_, err := b.unit.engine.validate(r, res, body)
	return body, apierror.As(err)
}

// Create makes a record from the fields of a create request.  Beside the errors of a
// request, which are *apierror.Error and leave the transaction as it was, it returns
// store.ErrIDInUse when another record has the id of the origin.
func (b *BulkWriter) Create(res *model.Resource, fields map[string]any, o ImportedFields) (model.Record, error) {
	body, f := b.DecodeInput(res, fields, true)
	if f != nil {
		return nil, f
	}
	var rec model.Record
	err := b.undoRefused(func() (err error) {
		rec, err = b.mutation(res, fields, o, true).create(body)
		return err
	})
	return rec, err
}

// undoRefused runs the write of one record, of which nothing stays if it is refused: hooks may do
// that once rows are written.
func (b *BulkWriter) undoRefused(write func() error) error {
	if len(b.unit.engine.Hooks) == 0 {
		return write()
	}
	return b.unit.attempt(b.request.Context(), write)
}

// Update changes the record with the origin's id as an update request would.
// Errors are those of a request, also the 404 when there is no such record.
func (b *BulkWriter) Update(res *model.Resource, fields map[string]any, o ImportedFields) (model.Record, error) {
	body, f := b.DecodeInput(res, fields, false)
	if f != nil {
		return nil, f
	}
	m := b.mutation(res, fields, o, false)
	m.lockTreeToMove()
	rec, err := query.Find(m.Context(), m.Request, m.Store, res, query.Key{ID: o.ID}, true)
	if err != nil {
		return nil, err
	}
	return rec, b.undoRefused(func() error { return m.applyUpdate(body, rec) })
}

// Delete deletes a record permanently; the error is the 404 of its resource when there
// is none.
func (b *BulkWriter) Delete(res *model.Resource, id int64) error {
	m := b.mutation(res, nil, ImportedFields{ID: id}, false)
	rec, err := m.findForDelete(query.Key{ID: id})
	if err != nil {
		return err
	}
	return b.undoRefused(func() error {
		_, err := m.deleteRow(rec)
		return err
	})
}

// Get returns a record without what it links to, the 404 of its resource when
// there is none.
func (b *BulkWriter) Get(res *model.Resource, id int64) (model.Record, error) {
	return query.Find(b.request.Context(), b.request, b.unit.Writer, res, query.Key{ID: id}, false)
}

// RegisterImage registers an image with its id, and returns it.  If one has its address
// already, only its missing values are set.  The error is store.ErrIDInUse when another
// record has the id.
func (b *BulkWriter) RegisterImage(image model.Image) (model.Image, error) {
	m := b.mutation(nil, nil, ImportedFields{}, true)
	found, err := m.RegisterImage(image)
	if err != nil {
		return found, err
	}
	whole := found
	if found.Width == 0 && found.Sizes == "" {
		whole.Width, whole.Height, whole.FileSize, whole.Sizes = image.Width, image.Height, image.FileSize, image.Sizes
	}
	whole.Alt, whole.Title = cmp.Or(found.Alt, image.Alt), cmp.Or(found.Title, image.Title)
	whole.Caption = cmp.Or(found.Caption, image.Caption)
	if whole == found {
		return found, nil
	}
	return whole, b.ReplaceImage(whole)
}

// AddImage adds the row of an image with its ID, author and times.  When there is one
// with its address, nothing changes.  The error is store.ErrIDInUse when another record has
// the id.
func (b *BulkWriter) AddImage(row images.Row) error {
	_, err := b.mutation(nil, nil, ImportedFields{}, true).registerRow(row)
	return err
}

// ReplaceImage changes all of the image with the id but its author: an address becomes
// a file of the media store, say, or its texts become known.
func (b *BulkWriter) ReplaceImage(image model.Image) error {
	m := b.mutation(nil, nil, ImportedFields{}, false)
	_, err := b.unit.Exec(m.Context(), images.UpdateStatement(image, string(m.UTC())))
	images.QueueVersions(b.unit, b.unit.engine.Env, m.source(), image.ID, false)
	return err
}

func (b *BulkWriter) requestWith(fields map[string]any) *request.Request {
	r := *b.request
	r.SetValues(param.NewValues(fields))
	return &r
}

// mutation begins the write of one record.
func (b *BulkWriter) mutation(res *model.Resource, fields map[string]any, o ImportedFields, create bool) *Mutation {
	r := b.requestWith(fields)
	r.Language = o.Language
	m := b.unit.mutation(r, res, create)
	m.Imported = &o
	return m
}

// restoreOrigin sets the values of an imported record's origin that differ from those of its
// body.
func (m *Mutation) restoreOrigin(rec model.Record) {
	if m.Imported == nil {
		return
	}
	if n, ok := rec.(model.NamedRecord); ok && m.Imported.Author != nil {
		n.AsNamed().Author = *m.Imported.Author
	}
	p, ok := rec.(model.PostRecord)
	if !ok {
		return
	}
	post := p.AsPost()
	post.MadeInline = m.Imported.MadeInline
	if dates.WallTime(m.Imported.Date).Valid() {
		post.Date = m.Imported.Date
	}
	post.DateUTC, post.Status = cmp.Or(m.Imported.DateUTC, post.DateUTC), cmp.Or(m.Imported.Status, post.Status)
	if post.Status != model.StatusTrash {
		return
	}
	post.OriginalSlug = cmp.Or(m.Imported.WantedSlug, post.OriginalSlug)
	post.StatusBeforeTrash = cmp.Or(m.Imported.StatusBeforeTrash, post.StatusBeforeTrash)
}

// claimID reserves the id of the record's origin.  The id of a deleted record of the same
// resource may be used again, so that the record can be restored from an export.  The
// version then begins above all those of the former record, which may have changed once a
// microsecond: for a client that knows one of them, the new record must not match.
func (m *Mutation) claimID(b *model.Base, id int64) error {
	err := m.Env.Store.ReserveID(m.Context(), m.Store, m.Resource.IDTable, id, m.Resource.Name)
	if !errors.Is(err, store.ErrIDInUse) {
		return err
	}
	var args store.Args
	sq := m.Env.Store.Builder().NewSelect().TableExpr("? AS s", bun.Ident(m.Resource.IDTable)).ColumnExpr("s.resource").
		Where("s.id = ?", args.Bind(id)).
		Where("NOT EXISTS (SELECT 1 FROM ? AS r WHERE r.id = s.id)", bun.Ident(m.Resource.Plural))
	var former string
	find := store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		return row.Scan(&former)
	}}
	if failed := m.Store.Query(m.Context(), find); failed != nil {
		return failed
	}
	if former == m.Resource.Name {
		b.Version = m.Now.UnixMicro()
		return nil
	}
	return fmt.Errorf("create %s %d: %w", m.Resource.Name, id, err)
}
