package text

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// slugLimit is the greatest length of a slug in characters.
const slugLimit = 200

// Slug makes a slug from a title or a name: lower case in NFC; letters, digits
// and "_" stay in every script; apostrophes and brackets vanish; all else becomes
// a single "-", none at the ends.  Tags and comments are removed, but the words
// of a script stay, as in WordPress's slugs.  It has at most 200 characters, and
// is "" when nothing is left.
func Slug(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFC.String(strings.ToLower(untagged(s))) {
		switch {
		case isSlugRune(r):
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			b.WriteRune(r)
			gap = false
		case isRemovedFromSlug(r):
		default:
			gap = true
		}
	}
	return cutSlug(norm.NFC.String(b.String()), slugLimit)
}

// FoldSlug returns a slug as Slug writes it, for look-ups: in lower case and NFC.
// What Slug returns stays as it is.
func FoldSlug(s string) string { return norm.NFC.String(strings.ToLower(s)) }

// anyTag finds tags and comments.
var anyTag = regexp.MustCompile(`(?s)<!--.*?-->|</?[a-zA-Z!][^<>]*>`)

// untagged returns a text without tags and comments, its character references
// decoded once.
func untagged(s string) string { return decode(anyTag.ReplaceAllString(printable(s), "")) }

// NextSlug returns the first of base, base-2, base-3, ... that is not taken,
// shortening base where the number needs room.  An empty base counts as taken,
// which makes the first candidate "2".  It does not return while everything is
// taken.
func NextSlug(base string, taken func(string) bool) string {
	base = cutSlug(base, slugLimit)
	if base != "" && !taken(base) {
		return base
	}
	for n := 2; ; n++ {
		if slug := NumberedSlug(base, n); !taken(slug) {
			return slug
		}
	}
}

// NumberedSlug returns base with a number behind it, shortened where the number
// needs room; just the number for an empty base.
func NumberedSlug(base string, n int) string {
	suffix := "-" + strconv.Itoa(n)
	return strings.TrimPrefix(cutSlug(base, slugLimit-len(suffix))+suffix, "-")
}

// SlugWithSuffix returns base with a mark behind it, shortened so that the mark stays
// whole also where a number is added.
func SlugWithSuffix(base, mark string) string {
	const room = 6 // For "-2" to "-99999".
	return cutSlug(base, slugLimit-room-utf8.RuneCountInString(mark)) + mark
}

// isSlugRune reports whether r is part of a word.  Marks are: without them,
// words of many scripts would change their letters.
func isSlugRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) && r != '\uFE0F'
}

// isRemovedFromSlug reports whether r is left out without parting words: `Jane's`
// is janes, `play(s)` is plays.  Invisible characters part nothing either.
func isRemovedFromSlug(r rune) bool {
	return strings.ContainsRune("'’‘ʼ`´()[]{}\uFE0F", r) || unicode.Is(unicode.Cf, r)
}

// cutSlug shortens a slug to limit characters and takes "-" off its end.
func cutSlug(s string, limit int) string {
	if utf8.RuneCountInString(s) > limit {
		s = string([]rune(s)[:limit])
	}
	return strings.TrimRight(s, "-")
}
