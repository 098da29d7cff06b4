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
	engine  *Engine
	request *request.Request
	store   store.Writer
	counts  *counts
	actions *actionLog
	locks   lockSet
}

// Bulk runs write in one transaction in which user is the author of what names
// none.  The transaction may be run again from the start, so write must begin
// its own notes again each time.  An error of write undoes everything.
func (e *Engine) Bulk(ctx context.Context, user int64, write func(b *BulkWriter) error) error {
	var written *actionLog
	err := e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		b := &BulkWriter{engine: e, request: e.NewRequest(ctx, e.System(user)), store: w, counts: newCounts(), actions: &actionLog{}, locks: lockSet{}}
		written = b.actions
		if err := write(b); err != nil {
			return err
		}
		b.audit()
		b.counts.flush(e, w)
		return nil
	})
	if err == nil {
		e.afterCommit(ctx, written)
	}
	return err
}

// Writer returns the transaction, for what is no record.
func (b *BulkWriter) Writer() store.Writer { return b.store }

// Check returns what no record could take of the fields, nil when they are
// well.  The fields are as param.NewValues takes them.
func (b *BulkWriter) Check(k *model.Resource, fields map[string]any, create bool) *apierror.Error {
	_, f := b.DecodeInput(k, fields, create)
	return f
}

// DecodeInput reads fields into the body of a write, for CreateAll.  It returns what
// no record could take of them, nil when they are well.
func (b *BulkWriter) DecodeInput(k *model.Resource, fields map[string]any, create bool) (DecodedInput, *apierror.Error) {
	body, _, err := b.engine.decode(b.requestWith(fields), k, create)
	return body, apierror.As(err)
}

// Create makes a record from the fields of a create request.  Beside the
// errors of a request, which are *apierror.Error and leave the transaction as it
// was, it returns one that is store.ErrIDInUse when the id of the origin belongs
// to another record.
func (b *BulkWriter) Create(k *model.Resource, fields map[string]any, o ImportedFields) (model.Record, error) {
	body, _, err := b.engine.decode(b.requestWith(fields), k, true)
	if err != nil {
		return nil, err
	}
	return b.mutation(k, fields, o, true).create(body)
}

// Update changes the record with the origin's id as an update request would.
// Errors are those of a request, also the 404 when there is no such record.
func (b *BulkWriter) Update(k *model.Resource, fields map[string]any, o ImportedFields) (model.Record, error) {
	body, _, err := b.engine.decode(b.requestWith(fields), k, false)
	if err != nil {
		return nil, err
	}
	c := b.mutation(k, fields, o, false)
	c.lockTreeToMove()
	m, err := query.Find(c.context(), c.Request, c.Store, k, query.Key{ID: o.ID}, true)
	if err != nil {
		return nil, err
	}
	return m, c.applyUpdate(body, m)
}

// Delete deletes a record for good; the error is the 404 of its resource when there
// is none.
func (b *BulkWriter) Delete(k *model.Resource, id int64) error {
	c := b.mutation(k, nil, ImportedFields{ID: id}, false)
	m, err := c.findForDelete(query.Key{ID: id})
	if err != nil {
		return err
	}
	_, err = c.deleteRow(m)
	return err
}

// Get returns a record without what it links to, the 404 of its resource when
// there is none.
func (b *BulkWriter) Get(k *model.Resource, id int64) (model.Record, error) {
	return query.Find(b.request.Context(), b.request, b.store, k, query.Key{ID: id}, false)
}

// RegisterImage registers an image with its id, and returns it.  One with the same
// address stays what it is, but for facts that were not known.  The error is
// store.ErrIDInUse when the id belongs to another record.
func (b *BulkWriter) RegisterImage(image model.Image) (model.Image, error) {
	c := b.mutation(nil, nil, ImportedFields{}, true)
	found, err := c.RegisterImage(image)
	if err != nil {
		return found, err
	}
	whole := found
	if found.Width == 0 && found.Sizes == "" {
		whole.Width, whole.Height, whole.FileSize, whole.Sizes = image.Width, image.Height, image.FileSize, image.Sizes
	}
	whole.Alt, whole.Title, whole.Caption = cmp.Or(found.Alt, image.Alt), cmp.Or(found.Title, image.Title), cmp.Or(found.Caption, image.Caption)
	if whole == found {
		return found, nil
	}
	return whole, b.ReplaceImage(whole)
}

// AddImage adds the row of an image with its ID, author and times.  When there is one
// with its address, nothing changes.  The error is store.ErrIDInUse when the id belongs
// to another record.
func (b *BulkWriter) AddImage(row images.Row) error {
	_, err := b.mutation(nil, nil, ImportedFields{}, true).registerRow(row)
	return err
}

// ReplaceImage changes all of the image with the id but its author: an address becomes
// a file of the media store, say, or its texts become known.
func (b *BulkWriter) ReplaceImage(image model.Image) error {
	c := b.mutation(nil, nil, ImportedFields{}, false)
	_, err := b.store.Exec(c.context(), images.UpdateStatement(image, string(c.UTC())))
	b.store.Queue(images.VersionStatements(b.engine.Env, image.ID, false)...)
	return err
}

// requestWith returns a request that sends the fields.
func (b *BulkWriter) requestWith(fields map[string]any) *request.Request {
	r := *b.request
	r.SetValues(param.NewValues(fields))
	return &r
}

// mutation begins the write of one record.
func (b *BulkWriter) mutation(k *model.Resource, fields map[string]any, o ImportedFields, create bool) *Mutation {
	r := b.requestWith(fields)
	r.Language = o.Language
	c := b.engine.newMutation(r, b.store, k, create)
	c.Imported, c.counts, c.actions, c.locks = &o, b.counts, b.actions, b.locks
	return c
}

// restoreOrigin gives a record back what its former life made of it, where that
// differs from what its body says.
func (c *Mutation) restoreOrigin(m model.Record) {
	if c.Imported == nil {
		return
	}
	if n, ok := m.(model.NamedRecord); ok && c.Imported.Author != nil {
		n.AsNamed().Author = *c.Imported.Author
	}
	p, ok := m.(model.PostRecord)
	if !ok {
		return
	}
	post := p.AsPost()
	post.MadeInline = c.Imported.MadeInline
	if dates.WallTime(c.Imported.Date).Valid() {
		post.Date = c.Imported.Date
	}
	post.DateUTC, post.Status = cmp.Or(c.Imported.DateUTC, post.DateUTC), cmp.Or(c.Imported.Status, post.Status)
	if post.Status == model.StatusTrash && c.Imported.WantedSlug != "" {
		post.OriginalSlug = c.Imported.WantedSlug
	}
}

// claimID takes the id of the record's origin.  The id of a record of the same
// resource that has been deleted for good may be taken once more, so that a
// deleted record can be restored from an export.  Its version then begins above
// all those of the former record, which may have changed once a microsecond:
// a client that knows one of them must not take the new record for the former one.
func (c *Mutation) claimID(b *model.Base, id int64) error {
	err := c.Env.Store.ReserveID(c.context(), c.Store, c.Kind.IDTable, id, c.Kind.Name)
	if !errors.Is(err, store.ErrIDInUse) {
		return err
	}
	var args store.Args
	sq := c.Env.Store.Builder().NewSelect().TableExpr("? AS s", bun.Ident(c.Kind.IDTable)).ColumnExpr("s.resource").
		Where("s.id = ?", args.Bind(id)).
		Where("NOT EXISTS (SELECT 1 FROM ? AS r WHERE r.id = s.id)", bun.Ident(c.Kind.Plural))
	var former string
	if failed := c.Store.Query(c.context(), store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		return row.Scan(&former)
	}}); failed != nil {
		return failed
	}
	if former == c.Kind.Name {
		b.Version = c.Now.UnixMicro()
		return nil
	}
	return fmt.Errorf("create %s %d: %w", c.Kind.Name, id, err)
}
