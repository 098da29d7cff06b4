package conform

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// scope is what the tokens of one run of a case stand for.
type scope struct {
	uniq     string           // The case's own word: small letters only.
	now      func() time.Time // The server's time when it was first asked for.
	zone     *time.Location   // The site's time zone.
	language string           // Name of the language parameter.
	named    map[string]any   // Decoded answers by name.
}

// escape says how the text that replaces a token is written.
type escape func(string) string

func plain(s string) string     { return s }
func inPath(s string) string    { return url.PathEscape(s) }
func inQuery(s string) string   { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
func inPattern(s string) string { return regexp.QuoteMeta(s) }

// tokens matches what stands for something else.  JSON text is left alone,
// since a quote or a blank follows its braces.
func tokens() *regexp.Regexp {
	return regexp.MustCompile(`\{([A-Za-z][A-Za-z0-9_]*)([.+-][A-Za-z0-9_.+-]*)?\}`)
}

// text replaces the tokens in t.
func (s *scope) text(t string, esc escape) (string, error) {
	if !strings.Contains(t, "{") {
		return t, nil
	}
	var first error
	out := tokens().ReplaceAllStringFunc(t, func(token string) string {
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
	m := tokens().FindStringSubmatch(token)
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
	part, there := lookup(v, strings.TrimPrefix(rest, "."))
	if !there {
		return nil, fmt.Errorf("token %s: the answer of %s has no such member", token, name)
	}
	return part, nil
}

// day returns a date in the site's zone, moved by a number of days.
func (s *scope) day(offset string) (any, error) {
	days := 0
	if offset != "" {
		var err error
		if days, err = strconv.Atoi(offset); err != nil {
			return nil, fmt.Errorf("token {day%s}: %w", offset, err)
		}
	}
	return s.now().In(s.zone).AddDate(0, 0, days).Format(time.DateOnly), nil
}

// instant returns a time in UTC, moved by a duration.
func (s *scope) instant(offset string) (any, error) {
	var d time.Duration
	if offset != "" {
		var err error
		if d, err = time.ParseDuration(strings.TrimPrefix(offset, "+")); err != nil {
			return nil, fmt.Errorf("token {now%s}: %w", offset, err)
		}
	}
	return s.now().UTC().Add(d).Format(time.DateTime), nil
}

// expand replaces the tokens in a value that is sent or compared.  A string
// that is one token becomes the token's value with its type.
func (s *scope) expand(v any) (any, error) {
	switch v := v.(type) {
	case string:
		if m := tokens().FindStringIndex(v); m != nil && m[0] == 0 && m[1] == len(v) {
			part, err := s.token(v)
			return plainValue(part), err
		}
		return s.text(v, plain)
	case text:
		return s.text(string(v), plain)
	case js:
		return s.expandMap(v)
	case list:
		return s.expandList(v)
	}
	return v, nil
}

func (s *scope) expandMap(m js) (any, error) {
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

func (s *scope) expandList(values list) (any, error) {
	out := make([]any, len(values))
	for i, v := range values {
		var err error
		if out[i], err = s.expand(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// query replaces the tokens of a query or form and escapes what may not stand
// there; what has a meaning in queries is left to the writer of the case.
func (s *scope) query(q string) (string, error) {
	out, err := s.text(q, inQuery)
	return escapeRest(out), err
}

// path replaces the tokens of a path.  A path that is one token is an address
// that a server gave, and stays as it is.
func (s *scope) path(p string) (string, error) {
	if m := tokens().FindStringIndex(p); m != nil && m[0] == 0 && m[1] == len(p) {
		return s.text(p, plain)
	}
	out, err := s.text(p, inPath)
	return escapeRest(out), err
}

// escapeRest percent-encodes blanks, control characters, all but ASCII, and the
// few signs that have no meaning in the queries of cases.
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

// asText writes a value as it stands in a path, query or text.
func asText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	data, err := json.Marshal(plainValue(v))
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
