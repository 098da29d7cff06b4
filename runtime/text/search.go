package text

import (
	"slices"
	"strings"
	"unicode"
)

// searchLimit is the greatest number of entries of a search.
const searchLimit = 50

// Query is a parsed search.  All entries are folded (see Fold) and not empty;
// no entry stands twice in one list.
type Query struct {
	Words    []string // Each must occur.
	Excluded []string // None may occur.
}

// ParseSearch reads search words: blanks part them, a "quoted phrase" is one
// entry, also in the quotes “of print”, and -word or -"a phrase" must not occur.  A "-" or a quote that stands
// alone is ignored, and so is what follows the fiftieth entry.  Both lists are
// nil when there is nothing to search for.
func ParseSearch(s string) Query {
	var q Query
	s = printedQuotes.Replace(strings.ToValidUTF8(s, replacement))
	for len(q.Words)+len(q.Excluded) < searchLimit {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
		if s == "" {
			break
		}
		bare := strings.TrimLeft(s, "-")
		entry, rest := searchEntry(bare)
		list := &q.Words
		if len(bare) < len(s) {
			list = &q.Excluded
		}
		if folded := Fold(entry); folded != "" && !slices.Contains(*list, folded) {
			*list = append(*list, folded)
		}
		s = rest
	}
	return q
}

// printedQuotes replaces the double quotes of print, as phones type them.
var printedQuotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`)

// searchEntry takes the first phrase or word off s.
func searchEntry(s string) (entry, rest string) {
	if phrase, ok := strings.CutPrefix(s, `"`); ok {
		if entry, rest, ok = strings.Cut(phrase, `"`); ok {
			return entry, rest
		}
		// The quote is never closed, so what follows are words.
		return "", phrase
	}
	end := strings.IndexFunc(s, func(r rune) bool { return r == '"' || unicode.IsSpace(r) })
	if end < 0 {
		return s, ""
	}
	return s[:end], s[end:]
}

// likeEscaper takes their meaning from the signs of LIKE.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// LikePattern returns the pattern that finds folded anywhere in a folded text,
// for SQL's LIKE … ESCAPE '\'.
func LikePattern(folded string) string {
	return "%" + likeEscaper.Replace(folded) + "%"
}
