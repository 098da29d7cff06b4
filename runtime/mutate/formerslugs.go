package mutate

import (
	"cmp"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
)

// A slug that a record had while it was public is kept when the record gets another one, so that
// reads by it lead to the record.  A record that stops being public keeps its slug at once: it
// may be public again with another one.  A record that takes a slug deletes that row, except for
// its own row while the record is not public.

// maxFormerSlugs is the maximum number of former slugs of a record.
const maxFormerSlugs = 20

// isPublished reports whether visitors know the records of a resource that have the status.
func isPublished(res *model.Resource, status string) bool {
	return !res.Post || status == model.StatusPublish
}

// updateFormerSlugs keeps the slug that a write takes away from a public record, and deletes the
// row of the slug that the record has now.  The rows are written after that of the record.
func (m *Mutation) updateFormerSlugs(rec model.Record) {
	n, ok := rec.(model.NamedRecord)
	if !ok {
		return
	}
	id, slug := n.AsNamed().ID, n.AsNamed().Slug
	published := isPublished(m.Resource, model.StatusOf(rec))
	wasPublished := !m.IsCreate && isPublished(m.Resource, m.statusBefore)
	if wasPublished && (slug != m.slugBefore || !published) {
		m.keepFormerSlug(id, m.slugBefore)
	}
	switch {
	case published && (slug != m.slugBefore || !wasPublished):
		take := m.engine.takeSlugs(m.Resource, 0, slug)
		take.Independent = m.IsCreate
		m.Store.Queue(take)
	case slug != m.slugBefore:
		m.Store.Queue(m.engine.takeSlugs(m.Resource, id, slug))
	}
}

// keepFormerSlug adds the newest former slug of a record.
func (m *Mutation) keepFormerSlug(id int64, slug string) {
	m.Store.Queue(
		m.engine.takeSlugs(m.Resource, 0, slug),
		store.Statement{
			SQL:  "INSERT INTO former_slugs (resource, slug, record_id, created_utc) VALUES ($1, $2, $3, $4)",
			Args: []any{m.Resource.Name, slug, id, string(m.UTC())},
		},
		m.limitFormerSlugs(id),
	)
}

// limitFormerSlugs returns the statement that deletes the oldest former slugs of a record that has
// too many.
func (m *Mutation) limitFormerSlugs(id int64) store.Statement {
	return store.Statement{
		SQL: "DELETE FROM former_slugs WHERE resource = $1 AND record_id = $2 AND id <= (SELECT id FROM former_slugs" +
			" WHERE resource = $1 AND record_id = $2 ORDER BY id DESC LIMIT 1 OFFSET $3)",
		Args: []any{m.Resource.Name, id, maxFormerSlugs},
	}
}

// takeSlugs returns the statement that deletes the rows of slugs, except for those of a record;
// 0 for none.
func (e *Engine) takeSlugs(res *model.Resource, except int64, slugs ...string) store.Statement {
	shape := e.SQLCache.Get(request.SQLKey{Of: res, Purpose: "take slugs"}, func(args *store.Args) string {
		return e.Store.SQL().Format("DELETE FROM former_slugs WHERE resource = ? AND slug ? AND record_id <> ?",
			args.Bind(res.Name), e.Store.SQL().InTexts(args, slugs), args.Bind(except))
	})
	return store.Statement{SQL: shape.SQL, Args: []any{res.Name, slugs, except}}
}

// importFormerSlugs adds former slugs of an imported record that no other record has or had.
func (m *Mutation) importFormerSlugs(rec model.Record) {
	if m.Imported == nil || len(m.Imported.FormerSlugs) == 0 {
		return
	}
	var args store.Args
	id := args.Bind(rec.Common().ID)
	m.run("INSERT INTO former_slugs (resource, slug, record_id, created_utc) SELECT CAST(? AS text), w.text,"+
		" CAST(? AS bigint), CAST(? AS text) FROM ? AS w WHERE NOT EXISTS (SELECT 1 FROM ? AS r WHERE r.slug = w.text"+
		" AND r.id <> ?) ON CONFLICT (resource, slug) DO NOTHING", &args, args.Bind(m.Resource.Name), id,
		args.Bind(string(m.UTC())), m.Env.Store.SQL().TextTable(&args, m.Imported.FormerSlugs),
		bun.Ident(m.Resource.Plural), id)
	m.Store.Queue(m.limitFormerSlugs(rec.Common().ID))
}

// deleteFormerSlugs deletes the former slugs of a record that is deleted.
func (m *Mutation) deleteFormerSlugs(rec model.Record) {
	if _, ok := rec.(model.NamedRecord); ok {
		m.Store.Queue(store.Statement{
			SQL:  "DELETE FROM former_slugs WHERE resource = $1 AND record_id = $2",
			Args: []any{m.Resource.Name, rec.Common().ID},
		})
	}
}

// nameNewSlug returns the error of a write by a slug that no record has with the slug of today, if
// the caller may change the record that had it.
func (e *Engine) nameNewSlug(r *request.Request, res *model.Resource, key query.Key, err error) error {
	if f := apierror.As(err); f == nil || key.Slug == "" || f.Code != request.NotFound(res).Code {
		return err
	}
	primary := r.Env.Store.Primary()
	id, failed := query.FormerID(r.Context(), primary, res, key.Slug)
	if failed != nil || id == 0 {
		return cmp.Or(failed, err)
	}
	rec, failed := query.Find(r.Context(), r, primary, res, query.Key{ID: id}, false)
	switch {
	case failed != nil && apierror.As(failed) == nil:
		return failed
	case failed != nil || isTrashed(rec) || MayChange(r, rec) != nil:
		return err
	}
	return request.RenamedNotFound(res, rec.(model.NamedRecord).AsNamed().Slug)
}
