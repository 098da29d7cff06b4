package runtime

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"almanac/runtime/fault"
	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// key names one record: by id, or by slug when the slug is not empty.
type key struct {
	id   int64
	Slug string
}

// column returns the column that finds the record, and its value.
func (k key) column() (name string, value any) {
	if k.Slug != "" {
		return "slug", k.Slug
	}
	return "id", k.id
}

// Key takes the record's id or slug from the path.  The path alone names the
// record; an id that no record can have names none.
func (r *Request) Key(k *Kind) (key, error) {
	if slug := r.HTTP.PathValue("slug"); slug != "" {
		if strings.ContainsRune(slug, 0) || !utf8.ValidString(slug) {
			return key{}, NotFound(k) // No record has such a slug, and not every store takes the text.
		}
		return key{Slug: text.FoldSlug(slug)}, nil
	}
	n, err := strconv.ParseInt(r.HTTP.PathValue("id"), 10, 64)
	if err != nil { // The router has seen to it that it is digits.
		return key{}, NotFound(k)
	}
	return key{id: n}, nil
}

// Read answers one record that the caller may read.
func (r *Request) Read(k *Kind) (Model, error) {
	d := param.NewDecoder(r.Values)
	r.Common(d)
	r.chooseFormat(d, k)
	if f := d.Err(); f != nil {
		return nil, f
	}
	key, err := r.Key(k)
	if err != nil {
		return nil, err
	}
	if err := r.mayGuess(); err != nil {
		return nil, err
	}
	m, err := r.load(k, key)
	if err != nil {
		return nil, err
	}
	if r.Language != "" && m.Record().Language != r.Language {
		return nil, NotFound(k)
	}
	return m, r.Readable(m)
}

// load reads one record with what it links to.
func (r *Request) load(k *Kind, key key) (m Model, err error) {
	if r.shares(k) {
		return r.loadLinked(k, key)
	}
	if key.id == 0 {
		m, err := r.Find(r.Context(), r.Reader(), k, key, false)
		if err != nil {
			return nil, err
		}
		return m, r.Attach(r.Context(), r.Reader(), k, []Model{m})
	}
	byID := map[int64]Model{}
	batch := []store.Statement{r.finding(k, key, func(m Model) { byID[key.id] = m })}
	err = r.Reader().Batch(r.Context(), append(batch, r.linkStatements(k, []int64{key.id}, byID)...))
	if m := byID[key.id]; m != nil || err != nil {
		return m, err
	}
	return nil, NotFound(k)
}

// loadLinked is load with what is shared: one statement, when all of that is good.
func (r *Request) loadLinked(k *Kind, key key) (Model, error) {
	for range changedTries {
		m, err := r.loadRow(k, key)
		if err != nil {
			return nil, err
		}
		links, same, err := r.linksOf(k, []Model{m})
		if err != nil {
			return nil, err
		}
		if same {
			return m, r.attachShared(k, []Model{m}, links)
		}
	}
	return nil, errChanging(k)
}

// loadRow reads the row of one record, and the moment at which it was read.
func (r *Request) loadRow(k *Kind, key key) (m Model, err error) {
	column, value := key.column()
	text := r.Env.texts.get(textKey{of: k, purpose: "read by " + column}, func(args *store.Args) string {
		sq, _ := r.telling(r.Env.Store.Builder().NewSelect().Model(k.New()))
		return withRecordColumns(sq, k).Where("? = ?", bun.Ident(k.Name+"."+column), args.Bind(value)).String()
	})
	tells := r.Env.Store.SQL().SnapshotColumn() != ""
	err = r.Watcher.Query(r.Context(), store.Statement{SQL: text.sql, Args: []any{value}, RunToCompletion: true, ReturnsSnapshot: tells, ScanRow: func(row store.Row) (err error) {
		m, err = scanRecord(k, row)
		return err
	}})
	if err == nil && m == nil {
		err = NotFound(k)
	}
	return m, err
}

// Find loads one record without what it links to.  With lock it is held until
// the transaction ends.  It returns the kind's 404 when there is none.
func (r *Request) Find(ctx context.Context, reader store.Reader, k *Kind, key key, lock bool) (Model, error) {
	var found Model
	var held int64
	batch := []store.Statement{r.finding(k, key, func(m Model) { found = m })}
	if lock {
		column, value := key.column()
		batch = append(r.Env.Store.SQL().LockRowStatements(k.Plural, column, value, &held), batch...)
	}
	err := reader.Batch(ctx, batch)
	if err == nil && held != 0 && (found == nil || found.Record().ID != held) {
		err = store.MarkRetryable(fmt.Errorf("find %s: the slug went to another one", k.Name)) // While it was waited for.
	}
	if err == nil && found == nil {
		err = NotFound(k)
	}
	return found, err
}

// finding returns the statement that reads one record without what it links to.
func (r *Request) finding(k *Kind, key key, found func(Model)) store.Statement {
	column, value := key.column()
	text := r.Env.texts.get(textKey{of: k, purpose: "find by " + column}, func(args *store.Args) string {
		sq := withRecordColumns(r.Env.Store.Builder().NewSelect().Model(k.New()), k)
		return sq.Where("? = ?", bun.Ident(k.Name+"."+column), args.Bind(value)).String()
	})
	return store.Statement{SQL: text.sql, Args: []any{value}, RunToCompletion: true, ScanRow: func(row store.Row) error {
		m, err := scanRecord(k, row)
		found(m)
		return err
	}}
}

// Readable returns nil when the caller may read the record.
func (r *Request) Readable(m Model) error {
	p, ok := m.(PostModel)
	if !ok {
		return nil
	}
	post, k := p.AsPost(), m.Kind()
	access := k.Access
	switch {
	case post.Status == "trash" && access.Edits(r.Caller, post.Author, post.Status):
		return nil
	case post.Status == "trash" && k.Slugged:
		return fault.New(http.StatusForbidden, k.Name+"-no-longer-available", "This %s is no longer available", k.Name)
	case !access.Reads(r.Caller, post.Author, post.Status):
		return notAccessible(k)
	case r.Locked(k, post):
		r.guessed()
		return fault.New(http.StatusForbidden, k.Name+"-password-protected", "This %s is protected. Send its password.", k.Name)
	}
	return nil
}

// Locked reports whether the record is protected by a password that the
// request does not know.  Those who may edit the record read it with
// context=edit.
func (r *Request) Locked(k *Kind, p *Post) bool {
	return !r.scope().Opens(k.Access, p.Author, p.Status, p.Password)
}
