package text

import (
	"regexp"
	"strings"
)

// formula finds what spreadsheets take for the beginning of a formula: at the beginning of a
// cell, and behind what some of them part cells by, a semicolon, a tab or a line break,
// whether it is quoted or not.
var formula = regexp.MustCompile(`(^|[;\t\r\n])([ \x{A0}]*)([=+\-@＝＋－＠])`)

// Cell returns a text as comma-separated values have it. Spreadsheets run formulas; an
// apostrophe before one makes it a text (OWASP, CSV Injection).
func Cell(s string) string {
	s = formula.ReplaceAllString(s, "$1$2'$3")
	if strings.HasPrefix(s, "\t") || strings.HasPrefix(s, "\r") || strings.HasPrefix(s, "\n") {
		return "'" + s
	}
	return s
}
