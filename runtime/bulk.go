package runtime

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/uptrace/bun"

	"almanac/runtime/auth"
	"almanac/runtime/dates"
	"almanac/runtime/fault"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// Bulk writes many records in one transaction, without HTTP: imports and
// demonstration data go through it.  Records take the same way as those of a
// request, from decoding to saving; the caller acts as an administrator.
type Bulk struct {
	request *Request
	store   store.Writer
	counts  *counts
	done    *done
	held    held
}

// Bulk runs write in one transaction in which user is the author of what names
// none.  The transaction may be run again from the start, so write must begin
// its own notes anew each time.  An error of write undoes everything.
func (e *Env) Bulk(ctx context.Context, user int64, write func(b *Bulk) error) error {
	var written *done
	err := e.Store.RunInTx(ctx, func(ctx context.Context, w store.Writer) error {
		b := &Bulk{request: e.internal(ctx, user), store: w, counts: newCounts(), done: new(done), held: held{}}
		written = b.done
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

// internal returns a request that no client made, by an administrator.
func (e *Env) internal(ctx context.Context, user int64) *Request {
	return &Request{
		Env: e, HTTP: new(http.Request).WithContext(ctx), Now: e.Clock(), State: StateOf(ctx),
		Caller: auth.Caller{User: user, Name: "almanac", Role: auth.Administrator, Open: true},
	}
}

// Writer returns the transaction, for what is no record.
func (b *Bulk) Writer() store.Writer { return b.store }

// Check returns what no record could take of the fields, nil when they are
// well.  The fields are as param.NewValues takes them.
func (b *Bulk) Check(k *Kind, fields map[string]any, create bool) *fault.Error {
	_, f := b.Decode(k, fields, create)
	return f
}

// Decode reads fields into the body of a write, for CreateAll.  It returns what
// no record could take of them, nil when they are well.
func (b *Bulk) Decode(k *Kind, fields map[string]any, create bool) (Body, *fault.Error) {
	body, err := b.about(fields).decode(k, create)
	return body, fault.As(err)
}

// Create makes a record from the fields of a create request.  Beside the
// errors of a request, which are *fault.Error and leave the transaction as it
// was, it returns one that is store.ErrTaken when the id of the origin belongs
// to another record.
func (b *Bulk) Create(k *Kind, fields map[string]any, o Origin) (Model, error) {
	body, err := b.about(fields).decode(k, true)
	if err != nil {
		return nil, err
	}
	return b.creation(k, fields, o).create(body)
}

// creation begins the creation of a record.
func (b *Bulk) creation(k *Kind, fields map[string]any, o Origin) *Change {
	c := b.change(k, fields, o, true)
	if c.language == "" {
		c.language = c.Env.Deployment.DefaultLanguage()
	}
	return c
}

// Update changes the record with the origin's id as an update request would.
// Errors are those of a request, also the 404 when there is no such record.
func (b *Bulk) Update(k *Kind, fields map[string]any, o Origin) (Model, error) {
	body, err := b.about(fields).decode(k, false)
	if err != nil {
		return nil, err
	}
	c := b.change(k, fields, o, false)
	c.holdTreeToMove()
	m, err := c.Find(c.context(), c.Store, k, key{id: o.ID}, true)
	if err != nil {
		return nil, err
	}
	return m, c.amend(body, m)
}

// Delete deletes a record for good; the error is the 404 of its kind when there
// is none.
func (b *Bulk) Delete(k *Kind, id int64) error {
	c := b.change(k, nil, Origin{ID: id}, false)
	m, err := c.alone(key{id: id})
	if err != nil {
		return err
	}
	_, err = c.erase(m)
	return err
}

// Get returns a record without what it links to, the 404 of its kind when
// there is none.
func (b *Bulk) Get(k *Kind, id int64) (Model, error) {
	return b.request.Find(b.request.Context(), b.store, k, key{id: id}, false)
}

// Image registers an image with its id, and returns it.  One with the same
// address stays what it is, but for facts that were not known.  The error is
// store.ErrTaken when the id belongs to another record.
func (b *Bulk) Image(image Image) (Image, error) {
	c := b.change(nil, nil, Origin{}, true)
	found, err := c.RegisterImage(image)
	if err != nil || found.Width != 0 || found.Sizes != "" || image.Width == 0 && image.Sizes == "" {
		return found, err
	}
	id := found.ID
	found = image
	found.ID = id
	_, err = b.store.Exec(c.context(), store.Statement{
		SQL:  `UPDATE images SET width = $1, height = $2, filesize = $3, sizes = $4 WHERE id = $5`,
		Args: []any{image.Width, image.Height, image.FileSize, image.Sizes, id},
	})
	c.raiseWithImage(id)
	return found, err
}

// about returns a request that sends the fields.
func (b *Bulk) about(fields map[string]any) *Request {
	r := *b.request
	r.Values = param.NewValues(fields)
	return &r
}

// change begins the write of one record.
func (b *Bulk) change(k *Kind, fields map[string]any, o Origin, create bool) *Change {
	r := b.about(fields)
	r.Language = o.Language
	c := newChange(r, b.store, k, create)
	c.Origin, c.counts, c.done, c.held, c.language = &o, b.counts, b.done, b.held, o.Language
	return c
}

// former gives a record back what its former life made of it, where that
// differs from what its body says.
func (c *Change) former(m Model) {
	if c.Origin == nil {
		return
	}
	if c.Origin.Author != nil {
		m.Record().Author = *c.Origin.Author
	}
	p, ok := m.(PostModel)
	if !ok {
		return
	}
	post := p.AsPost()
	post.MadeInline = c.Origin.MadeInline
	if dates.Wall(c.Origin.Date).Valid() {
		post.Date = c.Origin.Date
	}
	if post.Status == "trash" && c.Origin.WantedSlug != "" {
		post.WantedSlug = c.Origin.WantedSlug
	}
}

// claimID takes the id of the record's origin.  The id of a record of the same
// kind that has been deleted for good may be taken once more, so that a
// deleted record can be restored from an export.  Its version then begins above
// all those of the former record, which may have changed once a microsecond:
// whoever knows one of them must not take the new record for the former one.
func (c *Change) claimID(b *Base, id int64) error {
	err := c.Env.Store.ReserveID(c.context(), c.Store, c.Kind.Sequence, id, c.Kind.Name)
	if !errors.Is(err, store.ErrIDInUse) {
		return err
	}
	var args store.Args
	sq := c.Env.Store.Builder().NewSelect().TableExpr("? AS s", bun.Ident(c.Kind.Sequence)).ColumnExpr("s.kind").
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
