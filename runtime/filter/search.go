package filter

import (
	"strings"

	"github.com/uptrace/bun"

	"almanac/runtime/param"
	"almanac/runtime/text"
)

// SearchAnyField keeps records in which every word occurs in some of the columns that
// search looks into, and no word with a minus before it in any.  The first column is the
// name, which everybody sees; what a password protects is searched only for
// those who may read it, so that no search tells what it says.
func SearchAnyField(q *Query, name string, p param.Opt[string]) {
	if !p.IsSet() {
		return
	}
	q.AddLinkParam(name, p.Value)
	q.searches = true
	query, columns := text.ParseSearch(p.Value), q.Resource.SearchColumns
	shown := shownColumns(q)
	var own []string
	for _, word := range query.Words {
		if related := q.Related[word]; len(related) > 0 {
			hasWordOrLink(q, word, related)
			continue
		}
		own = append(own, word)
	}
	hasWords(q, own)
	for _, word := range query.Excluded {
		anyColumnLike(q, "NOT ", word, columns, shown)
	}
}

// shownColumns returns how many of the columns that search looks into, the name first, no
// password hides from the caller.
func shownColumns(q *Query) int {
	if q.Resource.Post && !q.Resource.Permissions.CanEditOthers(q.Scope.Caller) { // Passwords protect nothing else.
		return 1
	}
	return len(q.Resource.SearchColumns)
}

// hasWords keeps records in which every word occurs in some column.
func hasWords(q *Query, words []string) {
	columns, shown := q.Resource.SearchColumns, shownColumns(q)
	found, rest := searchIndexed(q, words)
	unlockedByPassword(q, found, columns[:shown], len(columns) > shown)
	for _, word := range rest {
		anyColumnLike(q, "", word, columns, shown)
	}
}

// hasWordOrLink keeps records in which a word occurs in some column, and those with one of the
// links.
func hasWordOrLink(q *Query, word string, related []Linked) {
	textual := &Query{
		Store: q.Store, Scope: q.Scope, Settings: q.Settings, Resource: q.Resource, Args: q.Args, orderBy: q.orderBy,
	}
	hasWords(textual, []string{word})
	b := q.Store.Builder()
	found := textual.Apply(b.NewSelect().TableExpr("?", textual.From()).ColumnExpr("?", q.Col("id")))
	q.Args = textual.Args
	for _, l := range related {
		found = found.Union(b.NewSelect().TableExpr("? AS l", bun.Ident(l.Link.Table)).
			ColumnExpr("l.?", bun.Ident(l.Link.SourceColumn)).
			Where("l.? ?", bun.Ident(l.Link.TargetColumn), q.Store.SQL().In(&q.Args, l.IDs)))
	}
	q.narrow, q.needsFullResult = true, true
	q.AddCondition("? IN (?)", q.Col("id"), found)
}

// searchIndexed begins the list with the search index: it leaves only records that hold,
// each in some of the columns that are searched, all words which the index can
// find.  It returns these words, and the rest.
func searchIndexed(q *Query, words []string) (found, rest []string) {
	q.narrow = q.narrow || len(words) > 0
	for _, word := range words {
		if len(q.Resource.SearchColumns) > 0 && q.Store.SQL().CanUseTrigrams(word) {
			found = append(found, word)
		} else {
			rest = append(rest, word)
		}
	}
	if len(found) == 0 {
		return nil, rest
	}
	source, check, ok := q.Store.SQL().
		SearchSource(&q.Args, q.Resource.Plural, q.Resource.Name, q.Resource.SearchColumns, found)
	if !ok {
		return nil, words
	}
	q.source, q.check, q.needsFullResult = source, check, true
	return found, rest
}

// unlockedByPassword adds the condition that no password hides what holds the words that
// were found: that there is none, that it was sent, or that the shown columns
// hold all of them.
func unlockedByPassword(q *Query, found, shown []string, hides bool) {
	if len(found) == 0 || !hides {
		return
	}
	parts := make([]string, 0, len(found))
	args := []any{q.Col("password"), q.Bind(q.Scope.Password)}
	for _, word := range found {
		condition, more := someColumnLike(q, shown, q.Store.SQL().LikeExpr(word), q.Bind(text.LikePattern(word)))
		parts, args = append(parts, "("+condition+")"), append(args, more...)
	}
	q.AddCondition("(? IN ('', ?) OR "+strings.Join(parts, " AND ")+")", args...)
}

// SearchOneField keeps records in which every word occurs in one and the same column that
// search looks into, and no word with a minus before it in any.
func SearchOneField(q *Query, name string, p param.Opt[string]) {
	if !p.IsSet() {
		return
	}
	q.AddLinkParam(name, p.Value)
	q.searches = true
	query, columns := text.ParseSearch(p.Value), q.Resource.SearchColumns
	// A single word that was found is in one column.
	if _, rest := searchIndexed(q, query.Words); len(rest) > 0 || len(query.Words) > 1 {
		containsAll(q, query.Words, columns)
	}
	for _, word := range query.Excluded {
		anyColumnLike(q, "NOT ", word, columns, len(columns))
	}
}

// Contains keeps records in which the whole text occurs in some of the columns that
// search looks into.
func Contains(q *Query, name string, p param.Opt[string]) {
	if p.IsSet() {
		q.AddLinkParam(name, p.Value)
		q.searches = true
		columns := q.Resource.SearchColumns
		_, rest := searchIndexed(q, []string{text.Fold(p.Value)})
		for _, word := range rest {
			anyColumnLike(q, "", word, columns, len(columns))
		}
	}
}

// anyColumnLike adds the condition that a word occurs in some column.  The columns
// after the first shown ones count only where no password hides them.
func anyColumnLike(q *Query, not, word string, columns []string, shown int) {
	like, pattern := q.Store.SQL().LikeExpr(word), q.Bind(text.LikePattern(word))
	condition, args := someColumnLike(q, columns[:shown], like, pattern)
	if hidden := columns[shown:]; len(hidden) > 0 {
		more, moreArgs := someColumnLike(q, hidden, like, pattern)
		condition += " OR ? IN ('', ?) AND (" + more + ")"
		args = append(append(args, q.Col("password"), q.Bind(q.Scope.Password)), moreArgs...)
	}
	q.AddCondition(not+"("+condition+")", args...)
}

// someColumnLike returns the condition that a column, compared in this way with a
// pattern, is alike.
func someColumnLike(q *Query, columns []string, like string, pattern any) (string, []any) {
	parts, args := make([]string, 0, len(columns)), make([]any, 0, 2*len(columns))
	for _, column := range columns {
		parts = append(parts, like)
		args = append(args, q.Col(column), pattern)
	}
	return strings.Join(parts, " OR "), args
}

// containsAll adds the condition that one column holds all words.
func containsAll(q *Query, words, columns []string) {
	patterns := make([]any, len(words))
	for i, word := range words {
		patterns[i] = q.Bind(text.LikePattern(word))
	}
	var parts []string
	var args []any
	for _, column := range columns {
		var all []string
		for i, pattern := range patterns {
			all = append(all, q.Store.SQL().LikeExpr(words[i]))
			args = append(args, q.Col(column), pattern)
		}
		parts = append(parts, "("+strings.Join(all, " AND ")+")")
	}
	q.AddCondition("("+strings.Join(parts, " OR ")+")", args...)
}
