package filter

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/param"
	"almanac/runtime/text"
)

// BoolEquals keeps records whose boolean column has the value.
func BoolEquals(q *Query, name, column string, p param.Opt[bool]) {
	if p.IsSet() {
		q.AddCondition("? = ?", q.Col(column), q.Bind(p.Value))
		q.addLinkParam(name, flag(p.Value))
	}
}

// Equals keeps records whose column has the value, texts to the letter.
func Equals[T string | int64](q *Query, name, column string, p param.Opt[T]) {
	if p.IsSet() {
		q.narrow = true
		q.AddCondition("? = ?", q.Col(column), q.Bind(p.Value))
		q.addLinkParam(name, fmt.Sprint(p.Value))
	}
}

// ListNotEmpty keeps records whose list column has members, or has none.  The
// parameter belongs to an extension.
func ListNotEmpty(q *Query, name, column, extension string, p param.Opt[bool]) {
	if !p.IsPresent() || !extensionActive(q, name, extension) || !p.IsSet() {
		return
	}
	operator := "="
	if p.Value {
		operator = "<>"
	}
	q.AddCondition("? "+operator+" ''", q.Col(column))
	q.addLinkParam(name, flag(p.Value))
}

// extensionActive notes a parameter whose extension is off and returns whether it is on.
func extensionActive(q *Query, name, extension string) bool {
	if q.Settings.Extension(extension) {
		return true
	}
	q.Errors.Add(name, extension+"-not-active", "%s needs the extension %s, which is not active here.", name, extension)
	return false
}

// HideFromLists leaves out records whose boolean column is set, unless they are
// asked for by id.
func HideFromLists(q *Query, column string) {
	if !q.hasInclude {
		q.addUnselective("? = ?", q.Col(column), q.Bind(false))
	}
}

// SlugEquals keeps the record with the slug, in any letter case.
func SlugEquals(q *Query, name string, p param.Opt[string]) {
	if p.IsSet() {
		q.narrow = true
		q.AddCondition("? = ?", q.Col("slug"), q.Bind(text.FoldSlug(p.Value)))
		q.addLinkParam(name, p.Value)
	}
}

// Include keeps the records with the ids.  On posts it lifts the filters on
// dates and skips unknown ids; terms refuse unknown ones.
func Include(ctx context.Context, q *Query, name string, p param.Opt[[]int64]) {
	if !p.IsSet() {
		return
	}
	q.hasInclude, q.dateFilterOff, q.included, q.narrow = true, true, p.Value, true
	if !q.Post && !allExist(ctx, q, name, p.Value) {
		return
	}
	q.AddCondition("? ?", q.Col("id"), q.Store.SQL().In(&q.Args, p.Value))
	q.addLinkParam(name, csv(p.Value))
}

// Exclude leaves out the terms with the ids, which must exist.
func Exclude(ctx context.Context, q *Query, name string, p param.Opt[[]int64]) {
	if !p.IsSet() || !allExist(ctx, q, name, p.Value) {
		return
	}
	q.AddCondition("? ?", q.Col("id"), q.Store.SQL().NotIn(&q.Args, p.Value))
	q.addLinkParam(name, csv(p.Value))
}

// allExist notes ids of the listed kind that do not exist.
func allExist(ctx context.Context, q *Query, name string, ids []int64) bool {
	found := findOwn(ctx, q, ids)
	for _, id := range ids {
		if !found[id] {
			q.fail(name, "%s: there is no %s with the ID %d.", name, q.Alias, id)
			return false
		}
	}
	return true
}

// ChildOf keeps records whose parent has the id.  For terms 0 means the top
// level.
func ChildOf(ctx context.Context, q *Query, name, column string, p param.Opt[int64]) {
	if !p.IsSet() {
		return
	}
	if (p.Value != 0 || q.Post) && !findOwn(ctx, q, []int64{p.Value})[p.Value] {
		q.fail(name, "%s: there is no %s with the ID %d.", name, q.Alias, p.Value)
		return
	}
	q.narrow = true
	q.AddCondition("? = ?", q.Col(column), q.Bind(p.Value))
	q.addLinkParam(name, strconv.FormatInt(p.Value, 10))
}

// HideEmpty leaves out terms without published events, unless the list is of
// one event's terms.  A term above one that has events stays, so that clients can
// build the tree.
func HideEmpty(q *Query, name string, p param.Opt[bool]) {
	if p.IsSet() {
		q.addLinkParam(name, flag(p.Value))
	}
	switch {
	case !p.ValueOr(true) || q.linked:
	case q.Hierarchical:
		q.AddCondition("((?) > 0 OR EXISTS (?))", q.TermCountExpr(), hasUsedDescendant(q))
	default:
		q.AddCondition("(?) > 0", q.TermCountExpr())
	}
}

// hasUsedDescendant selects the terms below the listed one that have published events.
func hasUsedDescendant(q *Query) *bun.SelectQuery {
	b := q.Store.Builder()
	children := b.NewSelect().TableExpr("? AS t", bun.Ident(q.Table)).ColumnExpr("t.id").Where("t.parent = ?", q.Col("id"))
	deeper := b.NewSelect().TableExpr("? AS t", bun.Ident(q.Table)).ColumnExpr("t.id").Join("JOIN below ON t.parent = below.id")
	return b.NewSelect().WithRecursive("below", children.Union(deeper)).TableExpr("below").ColumnExpr("1").
		Where("(?) > 0", q.countOf(bun.Ident("below.id")))
}

// csv writes ids as links carry them.
func csv(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ",")
}
