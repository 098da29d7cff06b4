package text

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Lines of a loose run: a blank line parts paragraphs, another newline is a
// line break.
var (
	blankLine = regexp.MustCompile(`[ \t\f]*\n[ \t\f]*\n\s*`)
	lineEnd   = regexp.MustCompile(`[ \t\f]*\n`)
)

// Paragraphs returns a stored description as it is read.  Text outside of
// block elements comes back in <p> elements: blank lines part paragraphs, a
// single newline becomes <br />.  What already stands in block elements is
// returned as it is, and "" stays "".  For stored text, what was read can be
// written back: Clean(Paragraphs(x)) is Paragraphs(x), and reading that again
// gives the same.
func Paragraphs(html string) string {
	if isClean(html) {
		return trimmed(html)
	}
	if !strings.ContainsAny(html, "<\n") {
		return "<p>" + html + "</p>" // Words alone.
	}
	return wrapped(nodes(html))
}

// wrapped writes nodes with the loose ones in paragraphs.
func wrapped(nodes []node) string {
	var b strings.Builder
	var run []node
	for _, n := range nodes {
		if n.block {
			writeRun(&b, run)
			b.WriteString(n.raw)
			run = nil
			continue
		}
		run = append(run, n)
	}
	writeRun(&b, run)
	return trimmed(b.String())
}

// trimmed takes the newlines off both ends; white space alone is nothing.
func trimmed(html string) string {
	if strings.Trim(html, asciiSpace) == "" {
		return ""
	}
	return strings.Trim(html, "\n")
}

// node is a part of a description at its top level: words, or an element from
// its start tag to its end tag.
type node struct {
	raw   string
	text  bool // Words, no element.
	block bool // A block element, or an element that has one inside.
}

// nodes parts a description into its top-level nodes.
func nodes(s string) []node {
	if s != "" && !strings.Contains(s, "<") {
		return []node{{raw: s, text: true}} // Spares the tokenizer and its buffer.
	}
	return tokenized(s)
}

// tokenized does the work of nodes for a text with tags.
func tokenized(s string) []node {
	var list []node
	var current node
	start, end, depth := 0, 0, 0
	z := html.NewTokenizer(strings.NewReader(s))
	for {
		token := z.Next()
		end += len(z.Raw())
		if token == html.ErrorToken {
			if start < len(s) {
				current.raw = s[start:]
				list = append(list, current)
			}
			return list
		}
		if token == html.TextToken {
			current.text = depth == 0
		} else {
			tag, _ := z.TagName()
			name := string(tag)
			depth = max(0, depth+step(token, name))
			current.block = current.block || kinds()[name] == block
		}
		if depth == 0 {
			current.raw = s[start:end]
			list = append(list, current)
			start, current = end, node{}
		}
	}
}

// step says by how much a token changes the depth of nesting.
func step(token html.TokenType, name string) int {
	switch {
	case token == html.EndTagToken:
		return -1
	case token == html.StartTagToken && !isVoid(name):
		return 1
	}
	return 0
}

// breakInside writes the newlines between the tags of an element as line breaks.
func breakInside(element string) string {
	var b strings.Builder
	afterBreak := false
	z := html.NewTokenizer(strings.NewReader(element))
	for token := z.Next(); token != html.ErrorToken; token = z.Next() {
		raw := string(z.Raw())
		if token == html.TextToken {
			raw = breakLines(raw, afterBreak)
		}
		b.WriteString(raw)
		afterBreak = isBreak(raw)
	}
	return b.String()
}

// breakLines writes newlines as line breaks, but not one that follows a <br>.
func breakLines(s string, afterBreak bool) string {
	if !strings.Contains(s, "\n") {
		return s // Most texts: what follows takes far longer to find nothing.
	}
	head := ""
	if afterBreak {
		if at := lineEnd.FindStringIndex(s); at != nil && at[0] == 0 {
			head, s = s[:at[1]], s[at[1]:]
		}
	}
	return head + lineEnd.ReplaceAllString(s, "<br />\n")
}

// writeRun writes a loose run as paragraphs.  White space around it that holds
// a newline stays outside of them.
func writeRun(b *strings.Builder, run []node) {
	lead, run, trail := trimRun(run)
	var paragraphs []string
	for _, p := range splitRun(run) {
		if p = strings.Trim(p, "\n"); strings.Trim(p, asciiSpace) != "" {
			paragraphs = append(paragraphs, "<p>"+p+"</p>")
		}
	}
	b.WriteString(lead + strings.Join(paragraphs, "\n") + trail)
}

// splitRun returns the paragraphs of a loose run, with their line breaks.
func splitRun(run []node) []string {
	var list []string
	var current strings.Builder
	afterBreak := false
	for _, n := range run {
		if !n.text {
			current.WriteString(breakInside(n.raw))
			afterBreak = isBreak(n.raw)
			continue
		}
		for i, part := range parted(n.raw) {
			if i > 0 {
				list = append(list, current.String())
				current.Reset()
			}
			current.WriteString(breakLines(part, afterBreak && i == 0))
		}
		afterBreak = false
	}
	return append(list, current.String())
}

// parted splits words at blank lines.
func parted(words string) []string {
	if !strings.Contains(words, "\n") {
		return []string{words}
	}
	return blankLine.Split(words, -1)
}

// trimRun takes white space with a newline off both ends of a run, or all of a
// run that is nothing else.
func trimRun(run []node) (lead string, rest []node, trail string) {
	rest = append(rest, run...)
	if len(rest) > 0 && rest[0].text {
		words := strings.TrimLeft(rest[0].raw, asciiSpace)
		space := rest[0].raw[:len(rest[0].raw)-len(words)]
		if len(rest) == 1 && words == "" {
			return space, nil, ""
		}
		cut := strings.LastIndexByte(space, '\n') + 1
		lead, rest[0].raw = space[:cut], rest[0].raw[cut:]
	}
	if last := len(rest) - 1; last >= 0 && rest[last].text {
		words := strings.TrimRight(rest[last].raw, asciiSpace)
		space := rest[last].raw[len(words):]
		if cut := strings.IndexByte(space, '\n'); cut >= 0 {
			trail, rest[last].raw = space[cut:], words+space[:cut]
		}
	}
	return lead, rest, trail
}

// isClean reports whether a description is nothing but simple <p> elements, with
// white space around them, or nothing at all: Paragraphs returns those as they
// are.  Most stored descriptions are of this kind, and to see it takes a
// fraction of the time and of the memory that a tokenizer takes.
func isClean(s string) bool {
	const begin, end = "<p>", "</p>"
	for {
		s = strings.TrimLeft(s, asciiSpace)
		if s == "" {
			return true
		}
		inside, ok := strings.CutPrefix(s, begin)
		if !ok {
			return false
		}
		// Any other tag may open what its end does not close.
		next := strings.IndexByte(inside, '<')
		if next < 0 {
			return false
		}
		if s, ok = strings.CutPrefix(inside[next:], end); !ok {
			return false
		}
	}
}
