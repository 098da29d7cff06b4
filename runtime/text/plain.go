package text

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A complete character reference.  HTML also reads some names without a
// semicolon, which would turn `Q&notes` into `Q¬es`.
const referenceText = `&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`

// A complete character reference anywhere, and at the beginning.
var (
	reference = regexp.MustCompile(referenceText)
	leading   = regexp.MustCompile(`^` + referenceText)
)

// escaper writes the three characters that are markup in HTML text.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// Plain returns what is stored of a title, a name or another plain field: tags
// of HTML elements and comments are removed, scripts and styles with their
// content; character references are decoded once; control characters other
// than newline and tab are dropped; white space at both ends is trimmed.
// Unfinished tags and other "<" are text and stay.  It returns "" when nothing
// is left.
func Plain(s string) string {
	var b strings.Builder
	for p := range pieces(printable(s)) {
		if p.kind == unknown {
			b.WriteString(p.raw)
		}
	}
	return strings.TrimSpace(printable(decode(b.String())))
}

// Escape returns a stored plain text as safe HTML text: "&", "<" and ">" are
// escaped, quotes are not.  Plain(Escape(x)) is x for every x that Plain
// returns, so that a client may send back what it has read.
func Escape(s string) string {
	return escaper.Replace(s)
}

// decode replaces the complete character references in s, once.
func decode(s string) string {
	if !strings.Contains(s, "&") {
		return s // Most texts: looking through them with the expression copies them.
	}
	return reference.ReplaceAllStringFunc(s, func(ref string) string {
		out := html.UnescapeString(ref)
		// An unknown name may begin with a known one: `&notit;` is left alone.
		if out != ";" && strings.HasSuffix(out, ";") {
			return ref
		}
		return out
	})
}

// PlainVerbatim returns what is stored of a plain field that is returned to the
// letter, such as an address: like Plain, but character references stay as they
// are, so that Literal(x) is x for every x that Literal returns.  A "<" that a
// browser would take for a tag with attributes, of whatever name, is escaped,
// since some pages show such fields without escaping them.
func PlainVerbatim(s string) string {
	for {
		var b strings.Builder
		for p := range pieces(printable(s)) {
			if p.kind == unknown {
				b.WriteString(p.raw)
			}
		}
		// What is left of nested tags may be a tag again: <<b>b>.
		next := strings.TrimSpace(escapeMarkup(b.String()))
		if next == s {
			return s
		}
		s = next
	}
}

// escapeMarkup escapes every "<" before a name and, ahead of the next ">", an "=": to a
// browser `<x onclick=f()>` is an element as good as any.
func escapeMarkup(s string) string {
	var parts []string
	end, assigned := len(s), false
	for i := len(s) - 1; i >= 0; i-- {
		switch {
		case s[i] == '>':
			assigned = false
		case s[i] == '=':
			assigned = true
		case s[i] == '<' && assigned && beginsName(s[i+1]):
			parts = append(parts, s[i+1:end])
			end = i
		}
	}
	if parts == nil {
		return s
	}
	parts = append(parts, s[:end])
	slices.Reverse(parts)
	return strings.Join(parts, "&lt;")
}

// beginsName reports whether HTML lets the name of an element begin with c.
func beginsName(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// Digits reports whether the text is one or more decimal digits.
func Digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

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
