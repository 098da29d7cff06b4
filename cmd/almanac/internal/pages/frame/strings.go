package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"almanac/runtime/text"
)

// When returns a name if something is so, else "".
func When(is bool, name string) string {
	if is {
		return name
	}
	return ""
}

// summaryLength is how many characters of a description stand in lists and in
// what other sites show of a link.
const summaryLength = 180

// Summary returns the beginning of the first HTML text that has any words, as
// plain text of whole words.
func Summary(texts ...string) string {
	for _, html := range texts {
		if words := strings.Join(strings.Fields(text.StripTags(html)), " "); words != "" {
			return shorten(words, summaryLength)
		}
	}
	return ""
}

// shorten cuts a text after a word, so that at most so many characters remain.
func shorten(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	cut := string([]rune(s)[:most])
	if end := strings.LastIndexFunc(cut, unicode.IsSpace); end > most/2 {
		cut = cut[:end]
	}
	return strings.TrimRight(cut, " ,;:.–-") + "…"
}

// LowerFirst returns a text with a small first letter.
func LowerFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[size:]
}

// WebAddress returns an address that a link may lead to, "" for all others.
func WebAddress(s string) string {
	if strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://") {
		return s
	}
	return ""
}

// clean reports whether a text from an address can be looked for: no store
// takes invalid UTF-8 or U+0000.
func clean(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// Compact joins the parts that are not empty.
func Compact(separator string, parts ...string) string {
	var list []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return strings.Join(list, separator)
}

// UpperFirst returns a text with a capital first letter.
func UpperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
