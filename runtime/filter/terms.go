package filter

import (
	"slices"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/model"
	"almanac/runtime/store"
)

// WhereKnown narrows a query to the records of the alias that lists and suggestions may name:
// what WhereVisible selects, and of terms those of the language that the caller may know.
// A name may tell what a record is about, so the caller may know a term if no record has it,
// a record that the caller may see has it, or the caller may know a term below it.
func (s Scope) WhereKnown(st *store.Store, k *model.Resource, a *store.Args, alias string, where AddCondition) {
	if !k.Term {
		s.WhereVisible(k.Permissions, a, alias, where)
		return
	}
	s.WhereLanguage(a, alias, where)
	s.whereTermKnown(st, k, a, alias, where)
}

// whereTermKnown narrows a query to the terms of any language that the caller may know.
func (s Scope) whereTermKnown(st *store.Store, k *model.Resource, a *store.Args, alias string, where AddCondition) {
	if s.KnowsTerms(k) {
		return
	}
	s = s.AllLanguages()
	known := s.termIsKnown(st, k, a, bun.Ident(alias+".id"))
	if k.Hierarchical {
		below := termsBelow(st, k, bun.Ident(alias+".id")).
			Where("?", s.termIsKnown(st, k, a, bun.Ident("below.id")))
		known = bun.SafeQuery("(? OR EXISTS (?))", known, below)
	}
	where("?", known)
}

// KnowsTerms reports whether the caller may see all records that can have a term of the
// resource, and so know all of these.
func (s Scope) KnowsTerms(k *model.Resource) bool {
	return !slices.ContainsFunc(model.LinksTo(s.Resources, k), func(l *model.Link) bool {
		access := l.Source.Permissions
		if access.HasStatus() {
			return !access.CanEditOthers(s.Caller)
		}
		return !access.CanReadAll(s.Caller)
	})
}

// termIsKnown returns the condition that no record has the term with the ID in a column, or one
// that the caller may see. Published ones are counted, so that they are not looked for.
func (s Scope) termIsKnown(st *store.Store, k *model.Resource, a *store.Args, id bun.Ident) schema.QueryAppender {
	known, unused := bun.SafeQuery("(?) > 0", termCount(st, id)), bun.SafeQuery("1 = 1")
	for _, link := range model.LinksTo(s.Resources, k) {
		access := link.Source.Permissions
		links := st.Builder().NewSelect().TableExpr("? AS l", bun.Ident(link.Table)).ColumnExpr("1").
			Where("l.? = ?", bun.Ident(link.TargetColumn), id)
		unused = bun.SafeQuery("? AND NOT EXISTS (?)", unused, links)
		if access.HasStatus() && !access.CanReadNonPublic(s.Caller) {
			continue
		}
		seen := links.Clone().
			Join("JOIN ? AS o ON o.id = l.?", bun.Ident(link.Source.Plural), bun.Ident(link.SourceColumn))
		s.WhereVisible(access, a, "o", ConditionsOf(seen))
		known = bun.SafeQuery("? OR EXISTS (?)", known, seen)
	}
	return bun.SafeQuery("(? OR ?)", known, unused)
}

// termCount returns the expression that counts the published events of the term with the ID in
// a column.
func termCount(st *store.Store, id bun.Ident) *bun.SelectQuery {
	return st.Builder().NewSelect().TableExpr("term_counts AS c").
		ColumnExpr("COALESCE(SUM(c.count), 0)").Where("c.term_id = ?", id)
}

// termsBelow selects 1 for each of the terms below the one with the ID in a column, as below.
func termsBelow(st *store.Store, k *model.Resource, id bun.Ident) *bun.SelectQuery {
	b := st.Builder()
	children := b.NewSelect().TableExpr("? AS t", bun.Ident(k.Plural)).ColumnExpr("t.id").Where("t.parent = ?", id)
	deeper := b.NewSelect().TableExpr("? AS t", bun.Ident(k.Plural)).ColumnExpr("t.id").
		Join("JOIN below ON t.parent = below.id")
	return b.NewSelect().WithRecursive("below", children.Union(deeper)).TableExpr("below").ColumnExpr("1")
}
