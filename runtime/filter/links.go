package filter

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/apierror"
	"almanac/runtime/model"
	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// LinkedTo keeps records of which the link leads to one of the ids, whose records must
// exist for the caller.
func LinkedTo(ctx context.Context, q *Query, name string, link *model.Link, p param.Opt[[]int64]) {
	if !p.IsSet() {
		return
	}
	ids, ok := q.Settings.Lookups.once(func() ([]int64, bool) {
		found := findExisting(ctx, q, link.Target, p.Value)
		for _, id := range p.Value {
			if !found[id] {
				q.Fail(name, "%s: there is no %s with the ID %s.",
					apierror.Param(name), apierror.Resource(link.Target.Name), apierror.ID(id))
				return nil, false
			}
		}
		return p.Value, true
	}, name, p.Value)
	if !ok {
		return
	}
	q.whereLinked(link, ids)
	q.AddLinkParam(name, csv(p.Value))
}

// Linked is a link to some records.
type Linked struct {
	Link *model.Link
	IDs  []int64 // Of the records that it leads to.
}

// WhereLinked keeps records with the link to one of the records.
func (q *Query) WhereLinked(l Linked) { q.whereLinked(l.Link, l.IDs) }

// whereLinked keeps records of which the link leads to one of the ids.
func (q *Query) whereLinked(link *model.Link, ids []int64) {
	q.narrow, q.needsFullResult = true, true
	linked := bun.SafeQuery(
		"SELECT l.? FROM ? AS l WHERE l.? ?",
		bun.Ident(link.SourceColumn),
		bun.Ident(link.Table),
		bun.Ident(link.TargetColumn),
		q.Store.SQL().In(&q.Args, ids),
	)
	q.conditions = append(
		q.conditions, condition{text: "? IN (?)", args: []any{q.Col("id"), linked}, denormalized: link.DenormalizedColumn},
	)
}

// LinkedToTerms keeps records of which the link leads to one of the terms, each given by
// id, slug or name.  A term that does not exist is noted; a nested one includes its
// descendants.
func LinkedToTerms(ctx context.Context, q *Query, name string, link *model.Link, p param.Opt[[]string]) {
	if !p.IsSet() {
		return
	}
	ids, ok := q.Settings.Lookups.once(func() ([]int64, bool) {
		ids, unknown, ok := findTerms(ctx, q, link, p.Value)
		if unknown != "" {
			q.Fail(name, "%s: there is no %s with the ID, slug or name %q.",
				apierror.Param(name), apierror.Resource(link.Target.Name), shorten(unknown))
		}
		return ids, ok && unknown == ""
	}, name, q.Scope.Language, p.Value)
	if !ok {
		return
	}
	q.whereLinked(link, ids)
	q.AddLinkParam(name, strings.Join(p.Value, ","))
}

// findTerms finds terms by id, slug or name in one query.  It returns their ids with those of
// all terms below them, and the first text that names none.
func findTerms(
	ctx context.Context, q *Query, link *model.Link, wanted []string,
) (ids []int64, unknown string, ok bool) {
	keys, slugs := make([]string, len(wanted)), make([]string, len(wanted))
	var numbers []int64
	for i, w := range wanted {
		keys[i], slugs[i] = text.SortKey(text.Plain(w)), text.FoldSlug(w)
		if n, err := strconv.ParseInt(w, 10, 64); err == nil {
			numbers = append(numbers, n)
		}
	}
	var args store.Args
	k := link.Target
	sq := q.Store.Builder().
		NewSelect().
		TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr("r.id, r.slug, r.?", bun.Ident(k.NameField)).
		Where(
			"r.id ? OR r.slug ? OR r.? ?", q.Store.SQL().In(&args, numbers), q.Store.SQL().InTexts(&args, slugs),
			bun.Ident(k.NameSort), q.Store.SQL().InTexts(&args, keys),
		)
	termsInScope(q, &args, link, sq)
	sq.ColumnExpr("r.id AS root")
	if k.Hierarchical {
		sq = withDescendants(q, k, sq)
	}
	var found, below []term
	var t term
	columns := []any{&t.id, &t.slug, &t.name, &t.root}
	ok = lookup(ctx, q, sq.OrderExpr("id, root"), &args, func(row store.Row) error {
		err := row.Scan(columns...)
		if t.id == t.root {
			found = append(found, t)
		} else {
			below = append(below, t)
		}
		return err
	})
	if !ok {
		return nil, "", false
	}
	for _, w := range wanted {
		matches := match(found, w)
		if len(matches) == 0 {
			return nil, w, true
		}
		ids = append(ids, matches...)
	}
	q.terms = append(q.terms, ids...)
	for _, t := range below {
		if slices.Contains(ids, t.root) {
			ids = append(ids, t.id)
		}
	}
	return ids, "", true
}

// withDescendants adds the terms below those of a query to it: without slug and name, which
// nobody looks for, and with the term of the query as their root.
func withDescendants(q *Query, k *model.Resource, top *bun.SelectQuery) *bun.SelectQuery {
	b := q.Store.Builder()
	below := b.NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr("r.id, '', '', tree.root").Join("JOIN tree ON r.parent = tree.id")
	return b.NewSelect().WithRecursive("tree", top.Union(below)).TableExpr("tree").
		ColumnExpr("id, slug, ?, root", bun.Ident(k.NameField))
}

// termsInScope narrows a look-up of terms to those that a request in one language
// can know: of terms that the caller may know those of that language, and others that a
// record which the list can show has, because links may cross languages.
func termsInScope(q *Query, a *store.Args, link *model.Link, sq *bun.SelectQuery) {
	q.Scope.whereTermKnown(q.Store, link.Target, a, "r", ConditionsOf(sq))
	if q.Scope.Language == "" {
		return
	}
	carried := q.Store.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).ColumnExpr("1").
		Join("JOIN ? AS o ON o.id = l.?", bun.Ident(q.Resource.Plural), bun.Ident(link.SourceColumn)).
		Where("l.? = r.id", bun.Ident(link.TargetColumn))
	q.Scope.WhereVisible(q.Resource.Permissions, a, "o", ConditionsOf(carried))
	sq.Where("r.language = ? OR EXISTS (?)", a.Bind(q.Scope.Language), carried)
}

// term is a term as findTerms reads it.
type term struct {
	id         int64
	slug, name string
	root       int64 // The term that was looked for: itself, or one above it.
}

// match returns the ids of the terms that a text names: the one with that id,
// else the one with that slug, else all with that name, written plain or as
// responses show it, else the one with that slug in other letter case.
func match(found []term, wanted string) []int64 {
	var byName []int64
	var bySlug, byFolded int64
	name, slug := text.Plain(wanted), text.FoldSlug(wanted)
	for _, t := range found {
		switch {
		case strconv.FormatInt(t.id, 10) == wanted:
			return []int64{t.id}
		case t.slug == wanted:
			bySlug = t.id
		case strings.EqualFold(t.name, name):
			byName = append(byName, t.id)
		case t.slug == slug:
			byFolded = t.id
		}
	}
	switch {
	case bySlug != 0:
		return []int64{bySlug}
	case byName == nil && byFolded != 0:
		return []int64{byFolded}
	}
	return byName
}

// LinkedFrom keeps records to which the link of the record with the id leads.  That one
// must exist for the caller.  One that is protected links to nothing for a caller
// without its password, whom a read of it refuses.
func LinkedFrom(ctx context.Context, q *Query, name string, link *model.Link, p param.Opt[int64]) {
	if !p.IsSet() {
		return
	}
	q.from = link
	exists, opened := findOpened(ctx, q, link.Source, p.Value)
	if !exists {
		q.Fail(name, "%s: there is no %s with the ID %s.",
			apierror.Param(name), apierror.Resource(link.Source.Name), apierror.ID(p.Value))
		return
	}
	if q.through = opened; !opened {
		q.Locked = true
		q.AddCondition("1 = 0")
	}
	sq := q.Store.Builder().
		NewSelect().
		TableExpr("? AS l", bun.Ident(link.Table)).
		ColumnExpr("l.?", bun.Ident(link.TargetColumn)).
		Where("l.? = ?", bun.Ident(link.SourceColumn), q.Bind(p.Value))
	q.narrow, q.needsFullResult = true, true
	q.AddCondition("? IN (?)", q.Col("id"), sq)
	q.AddLinkParam(name, strconv.FormatInt(p.Value, 10))
}

// findOpened reports whether the record of a resource exists for the caller, and whether it
// shows its content.
func findOpened(ctx context.Context, q *Query, k *model.Resource, id int64) (exists, opened bool) {
	if !k.Permissions.HasStatus() {
		exists = findExisting(ctx, q, k, []int64{id})[id]
		return exists, exists
	}
	var args store.Args
	sq := q.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(k.Plural)).
		ColumnExpr("r.author, r.status, r.password").Where("r.id = ?", args.Bind(id))
	q.Scope.AllLanguages().WhereVisible(k.Permissions, &args, "r", ConditionsOf(sq))
	lookup(ctx, q, sq, &args, func(row store.Row) error {
		var author int64
		var status, password string
		err := row.Scan(&author, &status, &password)
		exists, opened = true, q.Scope.Opens(k.Permissions, author, status, password)
		return err
	})
	return exists, opened
}

// IsLinked keeps records to which the link of some record leads, or of none.  Drafts
// and pending posts do not count.
func IsLinked(q *Query, name string, link *model.Link, p param.Opt[bool]) {
	if !p.IsSet() {
		return
	}
	q.AddLinkParam(name, q.RawParam(name))
	is := "IS NULL"
	if p.Value {
		is = "IS NOT NULL"
	}
	q.incoming = append(q.incoming, link)
	linking := linkingRecords(q, link)
	if link.Source.Permissions.HasStatus() {
		linking = linking.Where("o.status NOT IN ('draft', 'pending')")
	}
	q.AddCondition("(?) "+is, linking)
}

// HasUpcoming keeps records to which the link of some listed record leads that the caller
// may see and that starts from now on.  False is no filter.
func HasUpcoming(q *Query, name string, link *model.Link, p param.Opt[bool]) {
	if !p.IsSet() {
		return
	}
	q.AddLinkParam(name, q.RawParam(name))
	if !p.Value {
		return
	}
	q.incoming = append(q.incoming, link)
	upcoming := linkingRecords(q, link).Where("o.? >= ?", bun.Ident(StartUTC), q.Bind(string(q.NowUTC())))
	if hidden := link.Source.HiddenColumn; hidden != "" {
		upcoming = upcoming.Where("o.? = ?", bun.Ident(hidden), q.Bind(false))
	}
	q.AddCondition("(?) IS NOT NULL", upcoming)
}

// linkingRecords selects 1 when the link of a record that the caller may see leads to the
// listed record.  It is a value and not an EXISTS, which the stores would join with all
// records, and the join is written so that they begin with the links of the record.
func linkingRecords(q *Query, link *model.Link) *bun.SelectQuery {
	sq := q.Store.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).ColumnExpr("1").
		Join("CROSS JOIN ? AS o", bun.Ident(link.Source.Plural)).
		Where("l.? = ?", bun.Ident(link.TargetColumn), q.Col("id")).
		Where("o.id = l.?", bun.Ident(link.SourceColumn)).Limit(1)
	q.Scope.AllLanguages().WhereVisible(link.Source.Permissions, &q.Args, "o", ConditionsOf(sq))
	return sq
}
