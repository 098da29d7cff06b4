package store

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/text"
)

// trigram is how many characters in a row a search index knows.
const trigram = 3

// CanUseTrigrams reports whether the search index of a table narrows a search
// for a folded text.  An index of SQLite knows every three characters in a row,
// one of PostgreSQL only letters and digits, and those beyond ASCII where the
// database's LC_CTYPE is not C.
func (s *SQL) CanUseTrigrams(text string) bool {
	if s.dialect == SQLite {
		return utf8.RuneCountInString(text) >= trigram
	}
	known := func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) && (r < utf8.RuneSelf || s.letters)
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !known(r) }) {
		if utf8.RuneCountInString(word) >= trigram {
			return true
		}
	}
	return false
}

// SearchSource returns what to select from in the place of a table, under an alias, to
// have the rows that hold each of the folded texts in some of the columns of the
// table's search index; false where there is no such index.  All texts are ones
// that CanUseTrigrams.  The index is looked into first, whatever other conditions
// there are: how many rows a text has is known to no planner.  The source may
// hold more rows; check, if it is not nil, is the condition that leaves them out, and
// is best put after all others.
func (s *SQL) SearchSource(a *Args, table, alias string, columns,
	texts []string,
) (source, check schema.QueryAppender, ok bool) {
	if s.dialect == SQLite {
		index := bun.Ident(SearchIndexName(table))
		// SQLite keeps to the order of a CROSS JOIN.
		source = bun.SafeQuery("(SELECT t.* FROM ? AS s CROSS JOIN ? AS t ON t.id = s.rowid WHERE s.? MATCH ?) AS ?",
			index, bun.Ident(table), index, a.Bind(matching(texts)), bun.Ident(alias))
		return source, s.compared(a, alias, columns, texts), true
	}
	if !s.trigrams.Load() {
		return nil, nil, false
	}
	like := make([]string, len(texts)) // The escape is PostgreSQL's own: to name it takes a call for each row.
	for i, wanted := range texts {
		like[i] = s.Format("? LIKE ?", s.searched(columns), a.Bind(text.LikePattern(wanted)))
	}
	// What is below an OFFSET is planned by itself.
	return bun.SafeQuery("(SELECT * FROM ? WHERE ? OFFSET 0) AS ?", bun.Ident(table),
		bun.Safe(strings.Join(like, " AND ")), bun.Ident(alias)), nil, true
}

// compared returns the condition that each of the texts is in some of the
// columns.  SQLite finds a text sooner than it compares a pattern.
func (s *SQL) compared(a *Args, alias string, columns, texts []string) schema.QueryAppender {
	all := make([]string, len(texts))
	for i, wanted := range texts {
		value := a.Bind(wanted)
		parts := make([]string, len(columns))
		for j, c := range columns {
			parts[j] = s.Format("instr(?, ?) > 0", bun.Ident(alias+"."+c), value)
		}
		all[i] = "(" + strings.Join(parts, " OR ") + ")"
	}
	return bun.Safe(strings.Join(all, " AND "))
}

// matching returns the query of FTS5 for rows that hold trigrams of all texts.
func matching(texts []string) string {
	var all []string
	seen := map[string]bool{}
	for _, text := range texts {
		for _, three := range trigrams(text) {
			if !seen[three] && len(all) < maxTrigrams {
				seen[three] = true
				all = append(all, `"`+strings.ReplaceAll(three, `"`, `""`)+`"`)
			}
		}
	}
	return strings.Join(all, " ")
}

// LikeExpr returns the comparison of a folded column with the pattern of a text, in
// bun's notation.  A text that has no trigrams must not be looked up in an index
// of them: PostgreSQL would take every row out of it, one by one.
func (s *SQL) LikeExpr(text string) string {
	if s.dialect == PostgreSQL && !s.CanUseTrigrams(text) {
		return `? || '' LIKE ? ESCAPE '\'`
	}
	return `? LIKE ? ESCAPE '\'`
}

// maxTrigrams bounds how many lists of rows one search compares.  Further
// trigrams would hardly leave out more.
const maxTrigrams = 48

// trigrams returns three characters in a row each, which overlap and cover the
// text; none for shorter texts.  Not all are taken: what the lists of rows of
// two out of three leave out, the third hardly changes.
func trigrams(text string) []string {
	runes := []rune(text)
	last := len(runes) - trigram
	var list []string
	for i := 0; i <= last; i += 2 {
		list = append(list, string(runes[i:i+trigram]))
	}
	if last > 0 && last%2 == 1 {
		list = append(list, string(runes[last:]))
	}
	return list
}

// detectTrigrams reads whether PostgreSQL has trigrams, and whether they know
// letters beyond ASCII.
func (s *Store) detectTrigrams(ctx context.Context) error {
	if s.sql.dialect == SQLite {
		return nil
	}
	return s.Reader().Query(ctx, Statement{
		SQL: "SELECT datctype::text NOT IN ('C', 'POSIX'), EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') " +
			"FROM pg_database WHERE datname = current_database()",
		ScanRow: func(row Row) error {
			var there bool
			err := row.Scan(&s.sql.letters, &there)
			s.sql.trigrams.Store(there)
			return err
		},
	})
}
