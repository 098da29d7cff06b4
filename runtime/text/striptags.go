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

// Lines returns the words of HTML as StripTags does, but on a line of their own
// for each block, and on a new one after each line break.  There are no empty
// lines; it returns "" when there are no words.
func Lines(html string) string {
	var b strings.Builder
	for p := range pieces(printable(html)) {
		switch {
		case p.kind == unknown:
			b.WriteString(strings.ReplaceAll(decode(p.raw), "\n", " "))
		case p.kind == block || isBreak(p.raw):
			b.WriteString("\n")
		}
	}
	var lines []string
	for line := range strings.Lines(printable(b.String())) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
