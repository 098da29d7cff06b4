package filter

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/auth"
	"almanac/runtime/param"
	"almanac/runtime/store"
	"almanac/runtime/text"
)

// Relation names the table between two kinds as a filter sees it.
type Relation struct {
	Table              string           // Table of the relation, "event_venues".
	LocalColumn        string           // Column with the id of the listed record.
	ForeignColumn      string           // Column with the id of the other record.
	ForeignTable       string           // Table of the other record, "venues".
	Alias              string           // Singular name of the other record, "venue".
	NameField          string           // Column with the name of the other record, if it is a term; "" for "name".
	Hidden             string           // Boolean column that keeps the other records out of lists; "" for none.
	Post               bool             // The other records are posts.
	Permissions        auth.Permissions // Who may do what with the other records, unless they are terms.
	Hierarchical       bool             // The other records form a tree: descendants count too.
	Latitude           string           // Columns of the other records with their degrees, if they are places.
	Longitude          string
	DenormalizedColumn string // Column of the listed record that the table holds too; "" for none.
}

// LinkedTo keeps records linked to one of the posts with the ids, which must
// exist for the caller.
func LinkedTo(ctx context.Context, q *Query, name string, r Relation, p param.Opt[[]int64]) {
	if !p.IsSet() {
		return
	}
	found := findExisting(ctx, q, r, p.Value)
	for _, id := range p.Value {
		if !found[id] {
			q.Fail(name, "%s: there is no %s with the ID %d.", name, r.Alias, id)
			return
		}
	}
	q.related(r, p.Value)
	q.AddLinkParam(name, csv(p.Value))
}

// related keeps records that the relation links to one of the ids.
func (q *Query) related(r Relation, ids []int64) {
	q.narrow, q.needsFullResult = true, true
	linked := bun.SafeQuery("SELECT l.? FROM ? AS l WHERE l.? ?", bun.Ident(r.LocalColumn), bun.Ident(r.Table), bun.Ident(r.ForeignColumn), q.Store.SQL().In(&q.Args, ids))
	q.conditions = append(q.conditions, condition{text: "? IN (?)", args: []any{q.Col("id"), linked}, denormalized: r.DenormalizedColumn})
}

// Labelled keeps records linked to one of the terms, each given by id, slug or
// name.  A term that does not exist is noted; a nested one includes its
// descendants.
func Labelled(ctx context.Context, q *Query, name string, r Relation, p param.Opt[[]string]) {
	if !p.IsSet() {
		return
	}
	ids, unknown, ok := findTerms(ctx, q, r, p.Value)
	if !ok {
		return
	}
	if unknown != "" {
		q.Fail(name, "%s: there is no %s with the ID, slug or name %q.", name, r.Alias, shorten(unknown))
		return
	}
	if r.Hierarchical {
		ids = findDescendants(ctx, q, r.ForeignTable, ids)
	}
	q.related(r, ids)
	q.AddLinkParam(name, strings.Join(p.Value, ","))
}

// findTerms finds terms by id, slug or name in one query.  It returns their ids
// and the first text that names none.
func findTerms(ctx context.Context, q *Query, r Relation, wanted []string) (ids []int64, unknown string, ok bool) {
	keys, slugs := make([]string, len(wanted)), make([]string, len(wanted))
	var numbers []int64
	for i, w := range wanted {
		keys[i], slugs[i] = text.SortKey(text.Plain(w)), text.FoldSlug(w)
		if n, err := strconv.ParseInt(w, 10, 64); err == nil {
			numbers = append(numbers, n)
		}
	}
	var args store.Args
	column := cmp.Or(r.NameField, "name")
	sq := q.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(r.ForeignTable)).ColumnExpr("r.id, r.slug, r.?", bun.Ident(column)).
		Where("r.id ? OR r.slug ? OR r.? ?", q.Store.SQL().In(&args, numbers), q.Store.SQL().InTexts(&args, slugs), bun.Ident(column+"_sort"), q.Store.SQL().InTexts(&args, keys)).
		OrderExpr("r.id")
	termsInScope(q, &args, r, sq)
	var found []term
	ok = lookup(ctx, q, sq, &args, func(row store.Row) error {
		var t term
		if err := row.Scan(&t.id, &t.slug, &t.name); err != nil {
			return err
		}
		found = append(found, t)
		return nil
	})
	for _, w := range wanted {
		matches := match(found, w)
		if len(matches) == 0 {
			return nil, w, ok
		}
		ids = append(ids, matches...)
	}
	return ids, "", ok
}

// termsInScope narrows a look-up of terms to those that a request in one language
// can know: terms of that language, and others that a record which the list can
// show has, because links may cross languages.
func termsInScope(q *Query, a *store.Args, r Relation, sq *bun.SelectQuery) {
	if q.Scope.Language == "" {
		return
	}
	carried := q.Store.Builder().NewSelect().TableExpr("? AS l", bun.Ident(r.Table)).ColumnExpr("1").
		Join("JOIN ? AS o ON o.id = l.?", bun.Ident(q.Table), bun.Ident(r.LocalColumn)).Where("l.? = r.id", bun.Ident(r.ForeignColumn))
	q.Scope.WhereVisible(q.Permissions, a, "o", ConditionsOf(carried))
	sq.Where("r.language = ? OR EXISTS (?)", a.Bind(q.Scope.Language), carried)
}

// term is a term as terms reads it.
type term struct {
	id         int64
	slug, name string
}

// match returns the ids of the terms that a text names: the one with that id,
// else the one with that slug, else all with that name, written plain or as
// answers show it, else the one with that slug in other letter case.
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

// findDescendants returns the ids together with those of all terms below them.
func findDescendants(ctx context.Context, q *Query, table string, ids []int64) []int64 {
	var args store.Args
	b := q.Store.Builder()
	top := b.NewSelect().TableExpr("? AS r", bun.Ident(table)).ColumnExpr("r.id").Where("r.id ?", q.Store.SQL().In(&args, ids))
	below := b.NewSelect().TableExpr("? AS r", bun.Ident(table)).ColumnExpr("r.id").Join("JOIN tree ON r.parent = tree.id")
	sq := b.NewSelect().WithRecursive("tree", top.Union(below)).TableExpr("tree").ColumnExpr("id")
	var all []int64 // The ids themselves are part of the tree.
	lookup(ctx, q, sq, &args, func(row store.Row) error {
		var id int64
		if err := row.Scan(&id); err != nil {
			return err
		}
		all = append(all, id)
		return nil
	})
	return all
}

// LinkedFrom keeps records that the post with the id links to.  The post must
// exist for the caller.  One that is protected links to nothing for a caller
// without its password, whom a read of it refuses.
func LinkedFrom(ctx context.Context, q *Query, name string, r Relation, p param.Opt[int64]) {
	if !p.IsSet() {
		return
	}
	q.linked = true
	exists, opened := findOpened(ctx, q, r, p.Value)
	if !exists {
		q.Fail(name, "%s: there is no %s with the ID %d.", name, r.Alias, p.Value)
		return
	}
	if q.through = opened; !opened {
		q.Locked = true
		q.AddCondition("1 = 0")
	}
	sq := q.Store.Builder().NewSelect().TableExpr("? AS l", bun.Ident(r.Table)).ColumnExpr("l.?", bun.Ident(r.LocalColumn)).
		Where("l.? = ?", bun.Ident(r.ForeignColumn), q.Bind(p.Value))
	q.narrow, q.needsFullResult = true, true
	q.AddCondition("? IN (?)", q.Col("id"), sq)
	q.AddLinkParam(name, strconv.FormatInt(p.Value, 10))
}

// findOpened reports whether the post that the relation leads to exists for the caller,
// and whether it shows its content.
func findOpened(ctx context.Context, q *Query, r Relation, id int64) (exists, opened bool) {
	if !r.Permissions.HasStatus() {
		exists = findExisting(ctx, q, r, []int64{id})[id]
		return exists, exists
	}
	var args store.Args
	sq := q.Store.Builder().NewSelect().TableExpr("? AS r", bun.Ident(r.ForeignTable)).
		ColumnExpr("r.author, r.status, r.password").Where("r.id = ?", args.Bind(id))
	q.Scope.AllLanguages().WhereVisible(r.Permissions, &args, "r", ConditionsOf(sq))
	lookup(ctx, q, sq, &args, func(row store.Row) error {
		var author int64
		var status, password string
		err := row.Scan(&author, &status, &password)
		exists, opened = true, q.Scope.Opens(r.Permissions, author, status, password)
		return err
	})
	return exists, opened
}

// IsLinked keeps records that some post links to, or that none does.  Drafts
// and pending posts do not count.
func IsLinked(q *Query, name string, r Relation, p param.Opt[bool]) {
	if !p.IsSet() {
		return
	}
	q.AddLinkParam(name, q.RawParam(name))
	is := "IS NULL"
	if p.Value {
		is = "IS NOT NULL"
	}
	linking := linkedRecords(q, r)
	if r.Permissions.HasStatus() {
		linking = linking.Where("o.status NOT IN ('draft', 'pending')")
	}
	q.AddCondition("(?) "+is, linking)
}

// HasUpcoming keeps records that some listed post links to which the caller may
// see and which starts from now on.  False is no filter.
func HasUpcoming(q *Query, name string, r Relation, p param.Opt[bool]) {
	if !p.IsSet() {
		return
	}
	q.AddLinkParam(name, q.RawParam(name))
	if !p.Value {
		return
	}
	upcoming := linkedRecords(q, r).Where("o.? >= ?", bun.Ident(startUTC), q.Bind(string(q.NowUTC())))
	if r.Hidden != "" {
		upcoming = upcoming.Where("o.? = ?", bun.Ident(r.Hidden), q.Bind(false))
	}
	q.AddCondition("(?) IS NOT NULL", upcoming)
}

// linkedRecords selects 1 when a post that the caller may see links to the listed
// record.  It is a value and not an EXISTS, which the stores would join with all
// posts, and the join is written so that they begin with the links of the record.
func linkedRecords(q *Query, r Relation) *bun.SelectQuery {
	sq := q.Store.Builder().NewSelect().TableExpr("? AS l", bun.Ident(r.Table)).ColumnExpr("1").
		Join("CROSS JOIN ? AS o", bun.Ident(r.ForeignTable)).
		Where("l.? = ?", bun.Ident(r.LocalColumn), q.Col("id")).
		Where("o.id = l.?", bun.Ident(r.ForeignColumn)).Limit(1)
	q.Scope.AllLanguages().WhereVisible(r.Permissions, &q.Args, "o", ConditionsOf(sq))
	return sq
}
