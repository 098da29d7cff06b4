package text

import (
	"strings"

	"golang.org/x/net/html"
)

// StripTags returns the words of HTML on one line, for searching and for
// machine-readable data: tags are removed, character references are decoded, the
// ends of block elements and line breaks become a blank, and so does every run
// of white space.  It returns "" when there are no words.
func StripTags(markup string) string {
	var b strings.Builder
	for p := range pieces(printable(markup)) {
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
// for each block, and on a new one after each line break.  The address of a link follows its
// words in parentheses, unless they say it: "tickets (https://x.example)".  There are no empty
// lines; it returns "" when there are no words.
func Lines(markup string) string {
	var b strings.Builder
	address, begin := "", 0 // Of the link that is open, and where its words begin.
	for p := range pieces(printable(markup)) {
		switch name, _ := tagName(p.raw); {
		case p.kind != unknown && name == "a":
			shown := strings.TrimSuffix(withoutScheme(address), "/")
			if shown != "" && !strings.Contains(b.String()[begin:], shown) {
				b.WriteString(" (" + address + ")")
			}
			address, begin = linkAddress(p.raw), b.Len()
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

// linkAddress returns the address that the tag of a link leads to, "" for an end tag, and for what
// leads nowhere outside of the page.
func linkAddress(tag string) string {
	z := html.NewTokenizer(strings.NewReader(tag))
	if z.Next() != html.StartTagToken {
		return ""
	}
	for _, a := range z.Token().Attr {
		address := strings.TrimSpace(a.Val)
		if a.Key == "href" && withoutScheme(address) != address {
			return strings.TrimPrefix(address, "mailto:")
		}
	}
	return ""
}

// withoutScheme returns an address as people shorten it.
func withoutScheme(address string) string {
	for _, scheme := range []string{"https://", "http://", "mailto:"} {
		if rest, ok := strings.CutPrefix(address, scheme); ok {
			return rest
		}
	}
	return address
}
