package text

import "strings"

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
