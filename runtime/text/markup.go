package text

import (
	"iter"
	"slices"
	"strings"
)

// piece is a part of a text as HTML sees it: a tag of an element that HTML
// knows, a frame with its content, or the words between tags.
type piece struct {
	raw  string
	kind kind // The kind of the tag's element; unknown for words.
}

// pieces parts s into tags and words.  Comments, declarations, and elements
// without prose (scripts, styles) are left out.  A "<" that begins no complete
// tag of a known element belongs to the words: people write `x <3` and
// `a <b and c`, and an ordinary tokenizer drops what follows.
func pieces(s string) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		m := markup{text: s, absent: map[string]bool{}, ends: map[string]int{}}
		from, pos := 0, 0
		for pos < len(s) {
			next := strings.IndexByte(s[pos:], '<')
			if next < 0 {
				break
			}
			pos += next
			end, k := m.at(pos)
			if end < 0 {
				pos++
				continue
			}
			if from < pos && !yield(piece{raw: s[from:pos]}) {
				return
			}
			if k != unknown && !yield(piece{raw: s[pos:end], kind: k}) {
				return
			}
			from, pos = end, end
		}
		if from < len(s) {
			yield(piece{raw: s[from:]})
		}
	}
}

// markup finds where constructs of HTML end.  It remembers where ends are, and which do not
// occur any more, so that a text full of unfinished comments or scripts is not searched to its
// end for each of them.
type markup struct {
	text   string
	absent map[string]bool
	ends   map[string]int // Of the last end tags that were looked for, by their names.
	form   int            // The end of the form that is open, 0 for none.
}

// at returns where the construct that starts with the "<" at pos ends, -1 when
// it is only text, and the kind of its tag, unknown when it is to be dropped.
func (m *markup) at(pos int) (int, kind) {
	rest := m.text[pos:]
	switch {
	case strings.HasPrefix(rest, "<!--"):
		return m.after(pos+len("<!--"), "-->"), unknown
	case hasPrefixFold(rest, "<!doctype"):
		return m.after(pos, ">"), unknown
	}
	name, closing := tagName(rest)
	k := kinds()[name]
	if k == unknown {
		return -1, unknown
	}
	end := tagEnd(m.text, pos+len("<")+len(name))
	isField := pos < m.form && slices.Contains(fields, name)
	if name == "form" && !closing && end >= 0 {
		m.form = m.closed(end, name)
	}
	if end < 0 || k != hollow && k != frame && !isField {
		return end, k
	}
	// A script that is never closed loses its tag only: the words after it may
	// be a sentence about scripts.
	if !closing {
		if past := m.closed(end, name); past >= 0 && (!isField || past < m.form) {
			end = past
		}
		if k == frame {
			return end, frame
		}
	}
	return end, unknown
}

// after returns the position behind the next mark, -1 when there is none.
func (m *markup) after(pos int, mark string) int {
	if m.absent[mark] {
		return -1
	}
	i := strings.Index(m.text[pos:], mark)
	if i < 0 {
		m.absent[mark] = true
		return -1
	}
	return pos + i + len(mark)
}

// closed returns the position behind the next end tag of name, -1 when there
// is none.
func (m *markup) closed(pos int, name string) int {
	if m.absent[name] {
		return -1
	}
	if end := m.ends[name]; pos < end-len("</"+name) {
		return end
	}
	for pos < len(m.text) {
		i := strings.Index(m.text[pos:], "</")
		if i < 0 {
			break
		}
		pos += i
		if found, _ := tagName(m.text[pos:]); found == name {
			m.ends[name] = m.after(pos, ">")
			return m.ends[name]
		}
		pos += len("</")
	}
	m.absent[name] = true
	return -1
}

// maxTagName bounds the search for the end of a tag's name.
const maxTagName = 16

// tagName returns the name in lower case of the tag that s begins with, "" when
// there is none, and whether it is an end tag.
func tagName(s string) (name string, closing bool) {
	s, tag := strings.CutPrefix(s, "<")
	if !tag {
		return "", false
	}
	if strings.HasPrefix(s, "/") {
		s, closing = s[1:], true
	}
	end := strings.IndexAny(s[:min(len(s), maxTagName)], asciiSpace+"/>")
	if end <= 0 {
		return "", closing
	}
	return strings.ToLower(s[:end]), closing
}

// tagEnd returns the position behind the ">" that ends a tag, -1 when the tag
// is not finished before the text ends or another one begins.
func tagEnd(s string, pos int) int {
	for pos < len(s) {
		switch s[pos] {
		case '>':
			return pos + 1
		case '<':
			return -1
		case '=':
			if pos = valueEnd(s, pos+1); pos < 0 {
				return -1
			}
		default:
			pos++
		}
	}
	return -1
}

// valueEnd returns the position behind a quoted attribute value, pos itself
// when the value is not quoted, -1 when the quote is never closed.
func valueEnd(s string, pos int) int {
	for pos < len(s) && strings.IndexByte(asciiSpace, s[pos]) >= 0 {
		pos++
	}
	if pos == len(s) || (s[pos] != '"' && s[pos] != '\'') {
		return pos
	}
	end := strings.IndexByte(s[pos+1:], s[pos])
	if end < 0 {
		return -1
	}
	return pos + 1 + end + 1
}

// hasPrefixFold reports whether s begins with an ASCII prefix in any case.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
