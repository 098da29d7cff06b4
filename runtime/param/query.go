package param

import (
	"iter"
	"net/url"
	"strings"
)

// All code that parses a query string or a form uses pairs. net/url parses
// differently: it drops a pair with a semicolon or an invalid escape, so that two
// parts of the service would disagree about a request.

// pairs yields the names and values of an application/x-www-form-urlencoded
// text, decoded.  Only & separates pairs: a semicolon belongs to the value.
func pairs(text string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for text != "" {
			var pair string
			pair, text, _ = strings.Cut(text, "&")
			if pair == "" {
				continue
			}
			name, value, _ := strings.Cut(pair, "=")
			if !yield(unescape(name), unescape(value)) {
				return
			}
		}
	}
}

// ParseQuery returns the names and values of a query string, parsed like by Read,
// but without limits and without a meaning of brackets in names.
func ParseQuery(raw string) url.Values {
	values := url.Values{}
	for name, value := range pairs(raw) {
		values.Add(name, value)
	}
	return values
}

// InQuery returns the last value that a query string has for a parameter, and
// whether the parameter was sent.  A list or an object (name[], name[key])
// counts as sent; its value is that of its last element.
func InQuery(raw, name string) (value string, sent bool) {
	for n, v := range pairs(raw) {
		if top, _ := splitName(n); top == name {
			value, sent = v, true
		}
	}
	return value, sent
}
