package filter

import (
	"strings"

	"almanac/runtime/param"
	"almanac/runtime/text"
)

// SearchAll keeps records in which every word occurs in some of the folded
// columns, and no word with a minus before it in any.  The first column is the
// name, which everybody sees; what a password protects is searched only for
// those who may read it, so that no search tells what it says.
func SearchAll(q *Query, name string, p param.Opt[string], columns ...string) {
	if !p.IsSet() {
		return
	}
	q.echo(name, p.V)
	query := text.ParseSearch(p.V)
	shown := len(columns)
	if !q.Access.EditsOthers(q.Scope.Caller) {
		shown = 1
	}
	for _, word := range query.Words {
		q.anywhere("", word, columns, shown)
	}
	for _, word := range query.Not {
		q.anywhere("NOT ", word, columns, shown)
	}
}

// SearchOne keeps records in which every word occurs in one and the same
// folded column, and no word with a minus before it in any.
func SearchOne(q *Query, name string, p param.Opt[string], columns ...string) {
	if !p.IsSet() {
		return
	}
	q.echo(name, p.V)
	query := text.ParseSearch(p.V)
	if len(query.Words) > 0 {
		q.within(query.Words, columns)
	}
	for _, word := range query.Not {
		q.anywhere("NOT ", word, columns, len(columns))
	}
}

// Contains keeps records in which the whole text occurs in some of the folded
// columns.
func Contains(q *Query, name string, p param.Opt[string], columns ...string) {
	if p.IsSet() {
		q.echo(name, p.V)
		q.anywhere("", text.Fold(p.V), columns, len(columns))
	}
}

// anywhere adds the condition that a word occurs in some column.  The columns
// after the first shown ones count only where no password hides them.
func (q *Query) anywhere(not, word string, columns []string, shown int) {
	pattern := q.Bind(text.LikePattern(word))
	condition, args := q.some(columns[:shown], pattern)
	if hidden := columns[shown:]; len(hidden) > 0 {
		more, moreArgs := q.some(hidden, pattern)
		condition += " OR ? IN ('', ?) AND (" + more + ")"
		args = append(append(args, q.Col("password"), q.Bind(q.Scope.Password)), moreArgs...)
	}
	q.Where(not+"("+condition+")", args...)
}

// some returns the condition that a pattern matches some column.
func (q *Query) some(columns []string, pattern any) (string, []any) {
	parts, args := make([]string, 0, len(columns)), make([]any, 0, 2*len(columns))
	for _, column := range columns {
		parts = append(parts, `? LIKE ? ESCAPE '\'`)
		args = append(args, q.Col(column), pattern)
	}
	return strings.Join(parts, " OR "), args
}

// within adds the condition that one column holds all words.
func (q *Query) within(words, columns []string) {
	patterns := make([]any, len(words))
	for i, word := range words {
		patterns[i] = q.Bind(text.LikePattern(word))
	}
	var parts []string
	var args []any
	for _, column := range columns {
		var all []string
		for _, pattern := range patterns {
			all = append(all, `? LIKE ? ESCAPE '\'`)
			args = append(args, q.Col(column), pattern)
		}
		parts = append(parts, "("+strings.Join(all, " AND ")+")")
	}
	q.Where("("+strings.Join(parts, " OR ")+")", args...)
}
