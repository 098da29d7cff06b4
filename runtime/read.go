package runtime

import (
	"context"
	"crypto/subtle"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"almanac/runtime/fault"
	"almanac/runtime/filter"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// key names one record: by id, or by slug when the slug is not empty.
type key struct {
	id   int64
	slug string
}

// key takes the record's id or slug from the path.  The path alone names the
// record; an id that no record can have names none.
func (r *Request) key(k *Kind) (key, error) {
	if slug := r.HTTP.PathValue("slug"); slug != "" {
		if strings.ContainsRune(slug, 0) || !utf8.ValidString(slug) {
			return key{}, notFound(k) // No record has such a slug, and not every store takes the text.
		}
		return key{slug: slug}, nil
	}
	n, err := strconv.ParseInt(r.HTTP.PathValue("id"), 10, 64)
	if err != nil { // The router has seen to it that it is digits.
		return key{}, notFound(k)
	}
	return key{id: n}, nil
}

// read answers one record that the caller may read.
func (r *Request) read(k *Kind) (Model, error) {
	d := param.NewDecoder(r.Values)
	r.common(d)
	r.chooseFormat(d, k)
	if f := d.Err(); f != nil {
		return nil, f
	}
	key, err := r.key(k)
	if err != nil {
		return nil, err
	}
	if err := r.mayGuess(); err != nil {
		return nil, err
	}
	m, err := r.find(r.Context(), r.Env.Store.Read(), k, key, false)
	if err != nil {
		return nil, err
	}
	if r.Language != "" && m.Record().Language != r.Language {
		return nil, notFound(k)
	}
	if err := r.readable(m); err != nil {
		return nil, err
	}
	return m, r.attach(r.Context(), r.Env.Store.Read(), k, []Model{m})
}

// find loads one record without what it links to.  With lock it is held until
// the transaction ends.  It returns the kind's 404 when there is none.
func (r *Request) find(ctx context.Context, reader store.Reader, k *Kind, key key, lock bool) (Model, error) {
	var args store.Args
	s := r.Env.Store
	sq := withRecordColumns(s.Builder().NewSelect().Model(k.New()), k)
	if key.slug != "" {
		sq = sq.Where("? = ?", bun.Ident(k.Name+".slug"), args.Bind(key.slug))
	} else {
		sq = sq.Where("? = ?", bun.Ident(k.Name+".id"), args.Bind(key.id))
	}
	if lock {
		sq = s.ForUpdate(sq, k.Name)
	}
	var found Model
	err := reader.Query(ctx, store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		m, err := scanRecord(k, row)
		found = m
		return err
	}})
	if err == nil && found == nil {
		err = notFound(k)
	}
	return found, err
}

// readable returns nil when the caller may read the record.
func (r *Request) readable(m Model) error {
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
	case r.locked(k, post):
		r.guessed()
		return fault.New(http.StatusForbidden, k.Name+"-password-protected", "This %s is protected. Send its password.", k.Name)
	}
	return nil
}

// locked reports whether the record is protected by a password that the
// request does not know.  Those who may edit the record read it with
// context=edit.
func (r *Request) locked(k *Kind, p *Post) bool {
	if p.Password == "" || r.Editing && k.Access.Edits(r.Caller, p.Author, p.Status) {
		return false
	}
	return subtle.ConstantTimeCompare([]byte(p.Password), []byte(r.Password)) != 1
}

// exists returns which of the ids name records of the kind that the caller may
// see.
func (r *Request) exists(ctx context.Context, reader store.Reader, k *Kind, ids []int64) (map[int64]bool, error) {
	found := map[int64]bool{}
	if len(ids) == 0 {
		return found, nil
	}
	var args store.Args
	s := r.Env.Store
	sq := s.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).ColumnExpr("r.id").Where("r.id ?", s.In(&args, ids))
	if k.Post {
		r.scope().Anywhere().Visible(k.Access, &args, "r", filter.On(sq))
	}
	err := reader.Query(ctx, store.Statement{SQL: sq.String(), Args: args.List(), Each: func(row store.Row) error {
		var id int64
		err := row.Scan(&id)
		found[id] = true
		return err
	}})
	return found, err
}
