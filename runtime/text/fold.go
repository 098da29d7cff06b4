package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// signs folds what editors write in the place of a sign of the keyboard: dashes, quotes,
// primes, and the sign of multiplication ("10×5").  Some would decompose to others.
var signs = strings.NewReplacer(
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-", "﹘", "-", "－", "-",
	"‘", "'", "’", "'", "‚", "'", "‛", "'", "‹", "'", "›", "'", "ʼ", "'", "′", "'", "´", "'", "`", "'",
	"“", `"`, "”", `"`, "„", `"`, "‟", `"`, "«", `"`, "»", `"`, "″", `"`, "＂", `"`, "×", "x", "✕", "x", "✖", "x", "⨯", "x",
)

// letters folds lower-case letters that Unicode does not decompose.
var letters = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th",
	"ħ", "h", "ŧ", "t", "ŋ", "n", "ı", "i", "ĸ", "k", "ƒ", "f", "ɨ", "i", "ʉ", "u",
)

// Fold returns s as it is compared in a search: compatibility forms are
// decomposed, combining marks and invisible characters removed, case folded,
// letters such as ß, ø, æ, ł and đ written as ss, o, ae, l and d, dashes, quotes and ×
// as the signs of a keyboard, every run of dashes as one, and every run of white space as
// one blank, none at the ends.  Fold(Fold(s)) is Fold(s).
func Fold(s string) string {
	if isSimple(s) {
		return strings.Join(strings.Fields(strings.ToLower(s)), " ")
	}
	s = decompose(signs.Replace(strings.ToValidUTF8(s, replacement)))
	// A Caser keeps state, so that each call needs one of its own.  Its folding
	// turns the case of Cherokee letters round, which lower case undoes.
	s = decompose(strings.ToLower(cases.Fold().String(s)))
	s = letters.Replace(signs.Replace(s)) // Other forms decompose to signs.
	for strings.Contains(s, "--") {
		s = strings.ReplaceAll(s, "--", "-")
	}
	return strings.Join(strings.Fields(s), " ")
}

// isSimple reports whether s is of ASCII characters of which only case and white space
// are folded, as most texts have.
func isSimple(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c >= unicode.MaxASCII || c < ' ' && !unicode.IsSpace(rune(c)) || c == '`' ||
			c == '-' && strings.HasPrefix(s[i:], "--") {
			return false
		}
	}
	return true
}

// sortKeyLimit is the greatest length of a sort key in characters, of at most four
// bytes each.  An index of PostgreSQL takes 2704 bytes a row; what is left is for
// the id beside it.  Names of 200 characters, as terms have at most, are whole in
// every script whose letters fold to three characters or fewer (Hangul).
const sortKeyLimit = 600

// SortKey returns the key by which names are ordered as bytes, whatever their
// case and accents.  It has at most 600 characters, so that it fits into an index:
// names with equal keys need a further criterion, and may differ.  It is cut by
// characters, because cut by bytes a long name could come before a shorter one that
// it begins like.
func SortKey(s string) string {
	key, characters := Fold(s), 0
	for i := range key {
		if characters == sortKeyLimit {
			return key[:i]
		}
		characters++
	}
	return key
}

// decompose returns the compatibility decomposition of s without marks and
// without invisible characters.
func decompose(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return r
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), unicode.IsControl(r):
			return -1
		case r == '\uFFFE', r == '\uFFFF':
			// No characters at all: LIKE of SQLite takes them for this one, and
			// both stores shall find the same.
			return unicode.ReplacementChar
		}
		return r
	}, norm.NFKD.String(s))
}
