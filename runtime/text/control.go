package text

import (
	"strings"
	"unicode"
)

// replacement replaces bytes that are not UTF-8.
const replacement = "\uFFFD"

// asciiSpace is the white space of HTML.  A no-break space is content there.
const asciiSpace = " \t\n\f\r"

// printable makes s valid UTF-8 with "\n" line ends and without control
// characters other than newline and tab.
func printable(s string) string {
	if plain(s) {
		return s
	}
	s = strings.ToValidUTF8(s, replacement)
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case unicode.IsControl(r) && r != '\n' && r != '\t':
			return -1
		}
		return r
	}, s)
}

// plain reports whether s is ASCII in which printable changes nothing, as most
// texts are.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' {
			return false
		}
	}
	return true
}
