package ics

import (
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-ical"
)

// property is a property together with where it stands.
type property struct {
	ical.Prop
	line int
}

// param returns the first value of a parameter, "" when it is not there.
func (p *property) param(name string) string { return p.Params.Get(name) }

// byteOrderMark may begin a file that an editor has saved.
const byteOrderMark = "\ufeff"

// lines reads a file line by line.
type lines struct {
	rest string
	next int // Number of the line that rest begins with.
}

// newLines begins to read a file.
func newLines(content []byte) *lines {
	return &lines{rest: strings.TrimPrefix(string(content), byteOrderMark), next: 1}
}

// physical takes the next line off the text, without its end.
func (l *lines) physical() string {
	line, rest, _ := strings.Cut(l.rest, "\n")
	l.rest = rest
	l.next++
	return strings.TrimSuffix(line, "\r")
}

// logical returns the next line with those that continue it (RFC 5545, section
// 3.1), and its number; 0 at the end.  Empty lines are passed over, as every
// program does.
func (l *lines) logical() (string, int) {
	for l.rest != "" {
		number := l.next
		line := l.physical()
		if !strings.HasPrefix(l.rest, " ") && !strings.HasPrefix(l.rest, "\t") {
			if strings.TrimSpace(line) == "" {
				continue
			}
			return line, number
		}
		var whole strings.Builder
		whole.WriteString(line)
		for strings.HasPrefix(l.rest, " ") || strings.HasPrefix(l.rest, "\t") {
			whole.WriteString(l.physical()[1:])
		}
		if strings.TrimSpace(whole.String()) != "" {
			return whole.String(), number
		}
	}
	return "", 0
}

// property returns the next property, nil at the end.
func (l *lines) property() (*property, error) {
	text, number := l.logical()
	if number == 0 {
		return nil, nil
	}
	if !utf8.ValidString(text) { // Known only now: lines may be folded inside of a letter.
		return nil, faulty(number, "expected UTF-8, as iCalendar is written in")
	}
	p := &property{Prop: ical.Prop{Params: ical.Params{}}, line: number}
	end := strings.IndexAny(text, ";:")
	if end < 1 || !isToken(text[:end]) {
		return nil, faulty(number, "expected a property such as SUMMARY:Concert, found %s", quote(text))
	}
	p.Name = strings.ToUpper(text[:end])
	rest := text[end:]
	for strings.HasPrefix(rest, ";") {
		var err error
		if rest, err = p.parameter(rest[1:]); err != nil {
			return nil, err
		}
	}
	if !strings.HasPrefix(rest, ":") {
		return nil, faulty(number, "expected a colon and the value of %s", p.Name)
	}
	p.Value = rest[1:]
	return p, nil
}

// parameter reads one parameter, and returns what follows it.
func (p *property) parameter(text string) (rest string, err error) {
	name, rest, found := strings.Cut(text, "=")
	if !found || !isToken(name) {
		return "", faulty(p.line, "expected a parameter of %s such as VALUE=DATE, found %s", p.Name, quote(text))
	}
	name = strings.ToUpper(name)
	for {
		var value string
		if strings.HasPrefix(rest, `"`) {
			value, rest, found = strings.Cut(rest[1:], `"`)
			if !found {
				return "", faulty(p.line, "expected a quotation mark at the end of the parameter %s of %s", name, p.Name)
			}
		} else {
			end := strings.IndexAny(rest, `,;:`)
			if end < 0 {
				return "", faulty(p.line, "expected a colon and the value of %s", p.Name)
			}
			value, rest = rest[:end], rest[end:]
		}
		p.Params[name] = append(p.Params[name], uncaret.Replace(value))
		if !strings.HasPrefix(rest, ",") {
			return rest, nil
		}
		rest = rest[1:]
	}
}

// uncaret reads the escapes of values of parameters (RFC 6868).
var uncaret = strings.NewReplacer("^^", "^", "^n", "\n", "^'", `"`)

// isToken reports whether a text can be the name of a property or parameter.
// Old programs have underscores and dots in theirs.
func isToken(s string) bool {
	for _, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (c < '0' || c > '9') && !strings.ContainsRune("-_.", rune(c)) {
			return false
		}
	}
	return s != ""
}
