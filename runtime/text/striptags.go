package text

import (
	"strings"
)

// StripTags returns the words of HTML on one line, for searching and for
// machine-readable data: tags are removed, character references are decoded, the
// ends of block elements and line breaks become a blank, and so does every run
// of white space.  It returns "" when there are no words.
func StripTags(html string) string {
	var b strings.Builder
	for p := range pieces(printable(html)) {
		switch {
		case p.kind == unknown:
			b.WriteString(decode(p.raw))
		case p.kind == block || isBreak(p.raw):
			b.WriteString(" ")
		}
	}
	return strings.Join(strings.Fields(printable(b.String())), " ")
}

// isBreak reports whether a tag is a line break.
func isBreak(tag string) bool {
	name, _ := tagName(tag)
	return name == "br"
}
