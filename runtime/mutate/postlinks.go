package mutate

import (
	"slices"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/filter"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/query"
	"almanac/runtime/request"
	"almanac/runtime/store"
	"almanac/runtime/validate"
)

// SetPostLinks sets the posts or records without a status that the record links to, in the
// order in which they were sent: existing ones by id, new ones from objects that describe
// them.  Null and the empty list remove all.
func SetPostLinks(m *Mutation, link *model.Link, o param.Opt[[]any]) {
	if !o.IsPresent() {
		return
	}
	m.links[link.Name] = nil
	wanted := postIDs(o.Value)
	found := map[int64]model.Record{}
	var look []store.Statement
	if m.Imported == nil && len(wanted) > 0 { // An import has checked them, and links across statuses.
		look = append(look, m.postsStatement(link.Target, wanted, found))
		if !m.IsCreate && !link.Target.Permissions.CanEditOthers(m.Caller) {
			look = append(look, m.linkedPostsStatement(link, wanted, found))
		}
	}
	drafts := m.prepareInlinePosts(link, o.Value)
	m.queueQuery(func() error { return m.linkPosts(link, o.Value, drafts, found) }, look...)
}

// prepareInlinePosts prepares the records that items describe, by the index of the item, so that all
// locks are taken at once: in the order of the items, two writers of the same ones would
// wait for each other.  For a caller who may create none it prepares none; createInlinePost
// returns that error.
func (m *Mutation) prepareInlinePosts(link *model.Link, items []any) []*inlineCreate {
	drafts := make([]*inlineCreate, len(items))
	if Allow(m.Request, link.Target.Permissions.CanCreate(m.Caller)) != nil {
		return drafts
	}
	for i, item := range items {
		if _, named := postID(item); !named {
			fields, _ := item.(map[string]any)
			drafts[i] = m.prepareInline(link.Target, fields)
		}
	}
	return drafts
}

// postIDs returns the ids among the items of a list of posts.
func postIDs(items []any) []int64 {
	var ids []int64
	for _, item := range items {
		if id, named := postID(item); named && id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// postID returns the id that an item has, false for an object without id,
// which describes a new record.
func postID(item any) (int64, bool) {
	fields, object := item.(map[string]any)
	if object {
		given, named := fields["id"]
		if !named {
			return 0, false
		}
		item = given
	}
	id, _ := validate.ID(item)
	return id, true
}

// linkPosts links to the items, of which those with an id were looked for and the
// others prepared.
func (m *Mutation) linkPosts(
	link *model.Link, items []any, drafts []*inlineCreate, found map[int64]model.Record,
) error {
	var ids, made []int64
	sent, _ := m.Values.Lookup(link.Name)
	seen := []model.Record{}
	for i, item := range items {
		id, named := postID(item)
		if !named {
			rec, err := m.createInlinePost(link, drafts[i], validate.InlinePath(sent, link.Name, i))
			if err != nil {
				return err
			}
			if rec == nil {
				continue
			}
			id, found[rec.Common().ID] = rec.Common().ID, rec
			made = append(made, id)
		}
		if id == 0 || slices.Contains(ids, id) {
			continue
		}
		ids, seen = append(ids, id), append(seen, found[id])
		if p, ok := found[id].(model.PostRecord); ok {
			m.linksInline = m.linksInline || p.AsPost().MadeInline
		}
		if named && found[id] == nil && m.Imported == nil {
			m.Fail(link.Name, "%s: there is no %s with the ID %s.",
				apierror.Param(link.Name), apierror.Resource(link.Target.Name), apierror.ID(id))
		}
	}
	m.links[link.Name] = ids
	if len(made) > 0 {
		return m.checkVisible(link, made)
	}
	if !m.linksInline { // Else this write may publish them.
		m.linkedRecords[link.Name] = seen
	}
	return nil
}

// createInlinePost creates a linked record, if the caller may; nil when it cannot be,
// and then m.Errors says why.  path names it in errors.
func (m *Mutation) createInlinePost(link *model.Link, d *inlineCreate, path string) (model.Record, error) {
	if err := Allow(m.Request, link.Target.Permissions.CanCreate(m.Caller)); err != nil {
		return nil, err
	}
	rec, err := d.create()
	if f := apierror.As(err); f != nil && f.Params != nil {
		for field, of := range f.Params {
			name, detail := validate.InlineError(path, field, of)
			m.Errors.Add(name, detail.Code, detail.Message.Format, detail.Message.Values...)
		}
		return nil, nil
	}
	return rec, err
}

// checkVisible adds errors for posts that were made for a link and that the caller may not see.
// Other records may be made by callers who may not read them.
func (m *Mutation) checkVisible(link *model.Link, made []int64) error {
	if m.Imported != nil || !link.Target.Post {
		return nil
	}
	found := map[int64]model.Record{}
	err := m.Store.Query(m.Context(), m.postsStatement(link.Target, made, found))
	for _, id := range made {
		if err == nil && id != 0 && found[id] == nil {
			m.Fail(link.Name, "%s: there is no %s with the ID %s.",
				apierror.Param(link.Name), apierror.Resource(link.Target.Name), apierror.ID(id))
		}
	}
	return err
}

// postsStatement returns the statement that reads those of the posts that the caller
// may see, into found.
func (m *Mutation) postsStatement(res *model.Resource, ids []int64, found map[int64]model.Record) store.Statement {
	s := m.Env.Store
	key := request.SQLKey{Of: res, Purpose: "posts", Role: m.Caller.Role, Known: m.Caller.User != 0}
	text := m.Env.SQLCache.Get(key, func(args *store.Args) string {
		sq := query.WithColumns(s.Builder().NewSelect().Model(res.New()), res).
			Where("? ?", bun.Ident(res.Name+".id"), s.SQL().In(args, ids))
		m.Scope().AllLanguages().WhereVisible(res.Permissions, args, res.Name, filter.ConditionsOf(sq))
		return sq.String()
	})
	args := []any{ids, m.Caller.User}
	return store.Statement{SQL: text.SQL, Args: args[:text.Values], ScanRow: func(row store.Row) error {
		rec, err := query.Scan(res, row)
		found[rec.Common().ID] = rec
		return err
	}}
}

// linkedPostsStatement returns the statement that reads into found those of the posts that
// the record links to already and that its response contains, which are more than the caller
// may see elsewhere: a client can send back what it has read.
func (m *Mutation) linkedPostsStatement(link *model.Link, ids []int64, found map[int64]model.Record) store.Statement {
	s, res := m.Env.Store, link.Target
	text := m.Env.SQLCache.Get(query.LinkSQLKey(m.Request, link, "shown"), func(args *store.Args) string {
		sq := query.WithColumns(s.Builder().NewSelect().Model(res.New()), res).
			Where("? ?", bun.Ident(res.Name+".id"), s.SQL().In(args, ids)).
			Where("? IN (SELECT ? FROM ? WHERE ? = ?)", bun.Ident(res.Name+".id"), bun.Ident(link.TargetColumn),
				bun.Ident(link.Table), bun.Ident(link.SourceColumn), args.Bind(nil))
		m.Scope().AllLanguages().Linked().WhereVisible(res.Permissions, args, res.Name, filter.ConditionsOf(sq))
		return sq.String()
	})
	args := []any{ids, m.record.Common().ID, m.Caller.User}
	return store.Statement{SQL: text.SQL, Args: args[:text.Values], ScanRow: func(row store.Row) error {
		rec, err := query.Scan(res, row)
		found[rec.Common().ID] = rec
		return err
	}}
}
