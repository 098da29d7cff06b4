package text

import (
	"strings"
	"unicode"
)

// replacement stands for bytes that are no UTF-8.
const replacement = "\uFFFD"

// asciiSpace is the white space of HTML.  A no-break space is content there.
const asciiSpace = " \t\n\f\r"

// printable makes s valid UTF-8 with "\n" line ends and without control
// characters other than newline and tab.
func printable(s string) string {
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
