package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Matcher says what a value has to look like.
type Matcher struct {
	Values  []any // What the value is compared with. Tokens in them are replaced.
	Pattern bool  // The values are regular expressions, in which tokens are quoted.

	// match returns nil when got matches, or what is wrong with it. Present is
	// false when there is no value.
	match func(got any, present bool, want []any) error
}

// check replaces the tokens and matches got.
func (m Matcher) check(got any, present bool, s *scope) error {
	want := make([]any, len(m.Values))
	for i, v := range m.Values {
		var err error
		if m.Pattern {
			want[i], err = s.text(asText(v), regexp.QuoteMeta)
		} else {
			want[i], err = s.expand(v)
		}
		if err != nil {
			return err
		}
	}
	return m.match(got, present, want)
}

// Equals matches what is equal as JSON.
func Equals(value any) Matcher {
	return Matcher{Values: []any{value}, match: func(got any, present bool, want []any) error {
		if !present {
			return fmt.Errorf("is missing, want %s", Show(want[0]))
		}
		return unless(same(got, want[0]), got, Show(want[0]))
	}}
}

// Absent matches where there is no value.
func Absent() Matcher {
	return Matcher{match: func(got any, present bool, _ []any) error { return unless(!present, got, "no such member") }}
}

// Present matches any value.
func Present() Matcher {
	return Matcher{match: func(_ any, present bool, _ []any) error {
		if !present {
			return errors.New("is missing")
		}
		return nil
	}}
}

// Matches matches text that contains a match of the regular expression. Other
// values are matched in their JSON form.
func Matches(pattern string) Matcher { return regularExpression(pattern, true, "text like ") }

// Lacks matches text that contains no match of the regular expression.
func Lacks(pattern string) Matcher { return regularExpression(pattern, false, "text without ") }

func regularExpression(pattern string, found bool, description string) Matcher {
	return Matcher{Values: []any{pattern}, Pattern: true, match: func(got any, present bool, want []any) error {
		if !present {
			return errors.New("is missing, want text")
		}
		expanded := asText(want[0])
		re, err := regexp.Compile(expanded)
		if err != nil {
			return fmt.Errorf("compile pattern: %w", err)
		}
		return unless(re.MatchString(asText(got)) == found, got, description+expanded)
	}}
}

// Length matches lists and texts of n elements or characters.
func Length(n int) Matcher {
	return Matcher{match: func(got any, _ bool, _ []any) error {
		v, isList := got.([]any)
		return unless(isList && len(v) == n || characters(got) == n, got, fmt.Sprintf("length %d", n))
	}}
}

// AtMost matches texts of at most n characters.
func AtMost(n int) Matcher {
	return Matcher{match: func(got any, _ bool, _ []any) error {
		length := characters(got)
		return unless(length >= 0 && length <= n, got, fmt.Sprintf("text of at most %d characters", n))
	}}
}

// characters counts the characters of a text; -1 for other values.
func characters(v any) int {
	if s, isText := v.(string); isText {
		return utf8.RuneCountInString(s)
	}
	return -1
}

// Keys matches objects with exactly these keys in this order.
func Keys(names ...string) Matcher {
	return keysMatch(names, "", func(o *object, want []string) bool { return slices.Equal(o.keys, want) })
}

// HasKeys matches objects with these keys and any others.
func HasKeys(names ...string) Matcher {
	return keysMatch(names, " too", func(o *object, want []string) bool {
		return !slices.ContainsFunc(want, func(key string) bool { return !slices.Contains(o.keys, key) })
	})
}

// KeysInOrder matches objects with these keys in this order. Other keys may stand
// between them.
func KeysInOrder(names ...string) Matcher {
	return keysMatch(names, " in this order", func(o *object, want []string) bool {
		return slices.Equal(want, slices.DeleteFunc(slices.Clone(o.keys), func(key string) bool {
			return !slices.Contains(want, key)
		}))
	})
}

// KeysAmong matches objects that have no other keys.
func KeysAmong(names ...string) Matcher {
	return keysMatch(names, " and no others", func(o *object, want []string) bool {
		return !slices.ContainsFunc(o.keys, func(key string) bool { return !slices.Contains(want, key) })
	})
}

// keysMatch matches objects whose keys pass a test.
func keysMatch(names []string, how string, test func(o *object, want []string) bool) Matcher {
	return Matcher{Values: anys(names), match: func(got any, _ bool, values []any) error {
		o, isObject := got.(*object)
		if !isObject {
			return unless(false, got, "an object")
		}
		want := make([]string, len(values))
		for i, v := range values {
			want[i] = asText(v)
		}
		if !test(o, want) {
			return fmt.Errorf("has the keys %s, want %s%s", strings.Join(o.keys, " "), strings.Join(want, " "), how)
		}
		return nil
	}}
}

func anys(texts []string) []any {
	values := make([]any, len(texts))
	for i, t := range texts {
		values[i] = t
	}
	return values
}

// Includes matches lists that have each of the values.
func Includes(values ...any) Matcher {
	return listMatch(values, func(list, want []any) error {
		for _, w := range want {
			if !contains(list, w) {
				return unless(false, list, Show(w)+" among them")
			}
		}
		return nil
	})
}

// Excludes matches lists that have none of the values.
func Excludes(values ...any) Matcher {
	return listMatch(values, func(list, want []any) error {
		for _, w := range want {
			if contains(list, w) {
				return unless(false, list, "it without "+Show(w))
			}
		}
		return nil
	})
}

// SameSet matches lists of exactly these values in any order.
func SameSet(values ...any) Matcher {
	return listMatch(values, func(list, want []any) error {
		for _, w := range want {
			if !contains(list, w) {
				return unless(false, list, Show(w)+" among them")
			}
		}
		return unless(len(list) == len(want), list, fmt.Sprintf("%d elements", len(want)))
	})
}

func contains(list []any, want any) bool {
	return slices.ContainsFunc(list, func(v any) bool { return same(v, want) })
}

// listMatch matches lists that pass a test.
func listMatch(values []any, test func(list, want []any) error) Matcher {
	return Matcher{Values: values, match: func(got any, _ bool, want []any) error {
		list, isList := got.([]any)
		if !isList {
			return unless(false, got, "a list")
		}
		return test(list, want)
	}}
}

// Type matches values of a JSON type: object, array, string, integer, number,
// boolean.
func Type(name string) Matcher {
	return Matcher{match: func(got any, present bool, _ []any) error {
		if !present {
			return fmt.Errorf("is missing, want %s", name)
		}
		is := typeName(got)
		return unless(is == name || name == "number" && is == "integer", got, name)
	}}
}

// unless returns an error that says what got is and what it should be, unless it
// matches.
func unless(matches bool, got any, want string) error {
	if matches {
		return nil
	}
	return fmt.Errorf("is %s, want %s", Show(got), want)
}

func typeName(v any) string {
	switch v := v.(type) {
	case *object:
		return "object"
	case []any:
		return "array"
	case string:
		return "string"
	case bool:
		return "boolean"
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return "number"
		}
		return "integer"
	}
	return "null"
}

// same compares a decoded value with an expected one as JSON.
func same(got, want any) bool {
	a, errA := canonical(got)
	b, errB := canonical(want)
	return errA == nil && errB == nil && reflect.DeepEqual(a, b)
}

// canonical encodes a value as JSON and decodes it, so that 1, int64(1) and 1.0
// are equal.
func canonical(v any) (any, error) {
	data, err := json.Marshal(plainValue(v))
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	var out any
	err = json.Unmarshal(data, &out)
	return out, err
}

// Show returns a value as JSON for a report, shortened.
func Show(v any) string { return shorten(encoded(v), 300) }

// asText returns a value as it stands in a path, query or text.
func asText(v any) string {
	if s, isText := v.(string); isText {
		return s
	}
	return encoded(v)
}

// encoded returns a value as JSON.
func encoded(v any) string {
	data, err := json.Marshal(plainValue(v))
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}

// shorten cuts text to at most n characters.
func shorten(t string, n int) string {
	if utf8.RuneCountInString(t) <= n {
		return t
	}
	return string([]rune(t)[:n]) + "…"
}
