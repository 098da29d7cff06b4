package conform

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// scope has the values of the tokens in one run of a case.
type scope struct {
	uniq     string           // The case's random word: lower-case letters only.
	now      func() time.Time // The server's time at the first call.
	zone     *time.Location   // The site's time zone.
	language string           // Name of the language parameter.
	named    map[string]any   // Decoded responses by name.
}

// escape writes the text that replaces a token.
type escape func(string) string

func plain(s string) string   { return s }
func inQuery(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// tokens matches tokens. It does not match in JSON text, where a quote or a blank
// follows a brace.
var tokens = regexp.MustCompile(`\{([A-Za-z][A-Za-z0-9_]*)([.+-][A-Za-z0-9_.+-]*)?\}`)

// isToken reports whether t is one token.
func isToken(t string) bool { return tokens.FindString(t) == t && t != "" }

// text replaces the tokens in t.
func (s *scope) text(t string, esc escape) (string, error) {
	if !strings.Contains(t, "{") {
		return t, nil
	}
	var first error
	out := tokens.ReplaceAllStringFunc(t, func(token string) string {
		v, err := s.token(token)
		if err != nil && first == nil {
			first = err
		}
		return esc(asText(v))
	})
	return out, first
}

// token returns the value of one token with its braces.
func (s *scope) token(token string) (any, error) {
	m := tokens.FindStringSubmatch(token)
	name, rest := m[1], m[2]
	switch name {
	case "uniq":
		return s.uniq, nil
	case "lang":
		return s.language, nil
	case "day":
		return s.day(rest)
	case "now":
		return s.instant(rest)
	}
	v, known := s.named[name]
	if !known {
		return nil, fmt.Errorf("token %s: no step is named %s", token, name)
	}
	part, found := lookup(v, strings.TrimPrefix(rest, "."))
	if !found {
		return nil, fmt.Errorf("token %s: the response of %s has no such member", token, name)
	}
	return part, nil
}

// day returns a date in the site's zone, moved by a number of days.
func (s *scope) day(offset string) (any, error) {
	days, err := strconv.Atoi(cmp.Or(offset, "0"))
	if err != nil {
		return nil, fmt.Errorf("token {day%s}: %w", offset, err)
	}
	return s.now().In(s.zone).AddDate(0, 0, days).Format(time.DateOnly), nil
}

// instant returns a time in UTC, moved by a duration.
func (s *scope) instant(offset string) (any, error) {
	d, err := time.ParseDuration(cmp.Or(strings.TrimPrefix(offset, "+"), "0"))
	if err != nil {
		return nil, fmt.Errorf("token {now%s}: %w", offset, err)
	}
	return s.now().UTC().Add(d).Format(time.DateTime), nil
}

// expand replaces the tokens in a value that is sent or compared. A string that is
// one token becomes the token's value with its type.
func (s *scope) expand(v any) (any, error) {
	switch v := v.(type) {
	case string:
		if isToken(v) {
			part, err := s.token(v)
			return plainValue(part), err
		}
		return s.text(v, plain)
	case Text:
		return s.text(string(v), plain)
	case Object:
		return s.expandObject(v)
	case List:
		return s.expandList(v)
	}
	return v, nil
}

func (s *scope) expandObject(m Object) (any, error) {
	out := make(map[string]any, len(m))
	for key, v := range m {
		name, err := s.text(key, plain)
		if err != nil {
			return nil, err
		}
		if out[name], err = s.expand(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *scope) expandList(values List) (any, error) {
	out := make([]any, len(values))
	for i, v := range values {
		var err error
		if out[i], err = s.expand(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// query replaces the tokens of a query or form and escapes what is not allowed
// there. Characters that have a meaning in queries stay.
func (s *scope) query(q string) (string, error) {
	out, err := s.text(q, inQuery)
	return escapeRest(out), err
}

// path replaces the tokens of a path. A path that is one token is a URL from a
// response, and stays as it is.
func (s *scope) path(p string) (string, error) {
	if isToken(p) {
		return s.text(p, plain)
	}
	out, err := s.text(p, url.PathEscape)
	return escapeRest(out), err
}

// escapeRest percent-encodes blanks, control characters, non-ASCII bytes, and the
// characters that have no meaning in the queries of cases.
func escapeRest(t string) string {
	var b strings.Builder
	for i := range len(t) {
		if c := t[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>;", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
