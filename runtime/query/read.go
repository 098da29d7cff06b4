package query

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// Key names one record: by id, or by slug when the slug is not empty.
type Key struct {
	ID   int64
	Slug string
}

// column returns the column that finds the record, and its value.
func (k Key) column() (name string, value any) {
	if k.Slug != "" {
		return "slug", k.Slug
	}
	return "id", k.ID
}

// SlugKey returns the key of the record that a path names by a slug, in any case.  What no
// record can have makes the key of none.
func SlugKey(slug string) Key {
	if slug == "" || strings.ContainsRune(slug, 0) || !utf8.ValidString(slug) {
		return Key{ID: -1} // Not every store takes the text.
	}
	return Key{Slug: text.FoldSlug(slug)}
}

// Read returns one record that the caller may read.
func (rd *Reader) Read(r *request.Request, k *model.Resource, key Key) (model.Record, error) {
	if f := r.Params.Err(); f != nil {
		return nil, f
	}
	if err := rd.checkPasswordAttempts(r); err != nil {
		return nil, err
	}
	m, err := rd.load(r, k, key)
	if err != nil {
		return nil, err
	}
	if n, ok := m.(model.NamedRecord); ok && r.Language != "" && n.AsNamed().Language != r.Language {
		return nil, request.NotFound(k)
	}
	if err := rd.Readable(r, m); err != nil {
		return nil, err
	}
	if t, ok := m.(model.TermRecord); ok && t.AsTerm().Count == 0 && !r.Scope().KnowsTerms(k) {
		if err := findKnown(r, k, key); err != nil {
			return nil, err
		}
	}
	if o := model.OccurrenceOf(m); o != nil && !r.ForPage { // Pages read more of it (NextDates).
		o.Series, err = SeriesInfo(r.Context(), r, r.Reader(), k, o.SeriesID)
	}
	return m, err
}

// findKnown returns the 404 of the resource if the caller may not know the term.
func findKnown(r *request.Request, k *model.Resource, key Key) error {
	var args store.Args
	column, value := key.column()
	sq := r.Env.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("1").
		Where("r.? = ?", bun.Ident(column), args.Bind(value))
	r.Scope().WhereKnown(r.Env.Store, k, &args, "r", filter.ConditionsOf(sq))
	err := error(request.NotFound(k))
	if failed := r.Reader().Query(r.Context(), store.Statement{
		SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
			var one int
			err = nil
			return row.Scan(&one)
		},
	}); failed != nil {
		return failed
	}
	return err
}

// load reads one record with what it links to.
func (rd *Reader) load(r *request.Request, k *model.Resource, key Key) (m model.Record, err error) {
	if rd.canShare(r, k) {
		return rd.loadLinked(r, k, key)
	}
	if key.ID == 0 {
		m, err := Find(r.Context(), r, r.Reader(), k, key, false)
		if err != nil {
			return nil, err
		}
		return m, Attach(r.Context(), r, r.Reader(), k, []model.Record{m})
	}
	byID := map[int64]model.Record{}
	batch := []store.Statement{findStatement(r, k, key, func(m model.Record) { byID[key.ID] = m })}
	err = r.Reader().Batch(r.Context(), append(batch, linkStatements(r, k, []int64{key.ID}, byID)...))
	if m := byID[key.ID]; m != nil || err != nil {
		return m, err
	}
	return nil, request.NotFound(k)
}

// loadLinked is load with what is shared: one statement, when all of that is good.
func (rd *Reader) loadLinked(r *request.Request, k *model.Resource, key Key) (model.Record, error) {
	for range maxReadAttempts {
		m, err := loadRow(r, k, key)
		if err != nil {
			return nil, err
		}
		whole, err := rd.Linker.Attach(r, k, []model.Record{m})
		if err != nil {
			return nil, err
		}
		if whole {
			return m, nil
		}
	}
	return nil, errChangedTooOften(k)
}

// loadRow reads the row of one record, and the snapshot at which it was read.
func loadRow(r *request.Request, k *model.Resource, key Key) (m model.Record, err error) {
	column, value := key.column()
	text := r.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "read by " + column}, func(args *store.Args) string {
		sq, _ := selectSnapshot(r, r.Env.Store.Builder().NewSelect().Model(k.New()))
		return WithColumns(sq, k).Where("? = ?", bun.Ident(k.Name+"."+column), args.Bind(value)).String()
	})
	tells := r.Env.Store.SQL().SnapshotColumn() != ""
	err = r.Snapshot.Query(
		r.Context(),
		store.Statement{
			SQL:             text.SQL,
			Args:            []any{value},
			RunToCompletion: true,
			ReturnsSnapshot: tells,
			ScanRow: func(row store.Row) (err error) {
				m, err = Scan(k, row)
				return err
			},
		},
	)
	if err == nil && m == nil {
		err = request.NotFound(k)
	}
	return m, err
}

// Find loads one record without what it links to.  With lock it is held until
// the transaction ends.  It returns the resource's 404 when there is none.
func Find(
	ctx context.Context, r *request.Request, reader store.Reader, k *model.Resource, key Key, lock bool,
) (model.Record, error) {
	var found model.Record
	var held, series int64
	batch := []store.Statement{findStatement(r, k, key, func(m model.Record) { found = m })}
	if lock {
		column, value := key.column()
		locks := r.Env.Store.SQL().LockRowStatements(k.Plural, column, value, &held)
		if k.SeriesRoute != "" && len(locks) > 0 {
			locks = append(lockSeriesStatements(r, k, key, &series), locks...)
		}
		batch = append(locks, batch...)
	}
	err := reader.Batch(ctx, batch)
	if err == nil && held != 0 && (found == nil || found.Common().ID != held) {
		err = store.MarkRetryable(fmt.Errorf("find %s: the slug went to another one", k.Name)) // While it was waited for.
	}
	if o := model.OccurrenceOf(found); err == nil && o != nil && series != 0 && o.SeriesID != series {
		err = store.MarkRetryable(fmt.Errorf("find %s: it went to another series", k.Name))
	}
	if err == nil && found == nil {
		err = request.NotFound(k)
	}
	return found, err
}

// findStatement returns the statement that reads one record without what it links to.
func findStatement(r *request.Request, k *model.Resource, key Key, found func(model.Record)) store.Statement {
	column, value := key.column()
	text := r.Env.SQLCache.Get(request.SQLKey{Of: k, Purpose: "find by " + column}, func(args *store.Args) string {
		sq := WithColumns(r.Env.Store.Builder().NewSelect().Model(k.New()), k)
		return sq.Where("? = ?", bun.Ident(k.Name+"."+column), args.Bind(value)).String()
	})
	return store.Statement{SQL: text.SQL, Args: []any{value}, RunToCompletion: true, ScanRow: func(row store.Row) error {
		m, err := Scan(k, row)
		found(m)
		return err
	}}
}

// Readable returns nil when the caller may read the record.
func (rd *Reader) Readable(r *request.Request, m model.Record) error {
	k := m.Resource()
	access := k.Permissions
	if !access.HasStatus() && !access.CanReadRecord(r.Caller, model.OwnerOf(m)) {
		return request.NotAccessible(k)
	}
	p, ok := m.(model.PostRecord)
	if !ok {
		return nil
	}
	post := p.AsPost()
	switch {
	case post.Status == model.StatusTrash && access.CanRead(r.Caller, post.Author, post.Status):
		return nil
	case post.Status == model.StatusTrash && k.SlugWritable:
		return apierror.New(http.StatusForbidden, k.Name+"-no-longer-available", "This %s is no longer available",
			apierror.Resource(k.Name))
	case !access.CanRead(r.Caller, post.Author, post.Status):
		return request.NotAccessible(k)
	case r.Locked(k, post):
		if r.HideContent && r.Password == "" {
			return nil
		}
		rd.countFailedPassword(r)
		return apierror.New(
			http.StatusForbidden, k.Name+"-password-protected", "This %s is protected. Send its password.",
			apierror.Resource(k.Name),
		)
	}
	return nil
}
