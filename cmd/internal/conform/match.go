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
type Matcher interface {
	// match returns nil when got will do, else what is wrong with it.
	match(got any, there bool, s *scope) error
}

// The matchers.  Values may hold tokens.
type (
	equals    struct{ value any }      // Equal as JSON.
	absent    struct{}                 // Not there.
	present   struct{}                 // There, whatever it is.
	matches   struct{ pattern string } // Text or number that has the pattern.
	lacks     struct{ pattern string } // Text that has not.
	length    struct{ n int }          // List or text of that length.
	atMost    struct{ n int }          // Text of at most that many characters.
	keys      struct{ names []string } // Object with exactly these keys, in this order.
	hasKeys   struct{ names []string } // Object with at least these keys.
	keysIn    struct{ names []string } // Object with these keys in this order; others may stand between them.
	keysAmong struct{ names []string } // Object with no other keys than these.
	includes  struct{ values []any }   // List that has each value.
	excludes  struct{ values []any }   // List that has none of the values.
	sameSet   struct{ values []any }   // List of exactly these values in any order.
	anyOf     struct{ values []any }   // Equal to one of the values.
	isType    struct{ name string }    // JSON type: object, array, string, integer, number, boolean.
	ordered   struct{ fold bool }      // List of texts in ascending order.
)

func (m equals) match(got any, there bool, s *scope) error {
	want, err := s.expand(m.value)
	if err != nil {
		return err
	}
	if !there {
		return fmt.Errorf("is missing, want %s", show(want))
	}
	if !same(got, want) {
		return fmt.Errorf("is %s, want %s", show(got), show(want))
	}
	return nil
}

func (absent) match(got any, there bool, _ *scope) error {
	if there {
		return fmt.Errorf("is %s, want no such member", show(got))
	}
	return nil
}

func (present) match(_ any, there bool, _ *scope) error {
	if !there {
		return errors.New("is missing")
	}
	return nil
}

func (m matches) match(got any, there bool, s *scope) error {
	found, pattern, err := find(m.pattern, got, there, s)
	if err == nil && !found {
		return fmt.Errorf("is %s, want text like %s", show(got), pattern)
	}
	return err
}

func (m lacks) match(got any, there bool, s *scope) error {
	found, pattern, err := find(m.pattern, got, there, s)
	if err == nil && found {
		return fmt.Errorf("is %s, want text without %s", show(got), pattern)
	}
	return err
}

// find reports whether the text of got has a pattern.  A list or object is
// searched in its JSON form.
func find(pattern string, got any, there bool, s *scope) (bool, string, error) {
	if !there {
		return false, pattern, errors.New("is missing, want text")
	}
	expanded, err := s.text(pattern, inPattern)
	if err != nil {
		return false, pattern, err
	}
	re, err := regexp.Compile(expanded)
	if err != nil {
		return false, expanded, fmt.Errorf("compile pattern: %w", err)
	}
	return re.MatchString(asText(got)), expanded, nil
}

func (m length) match(got any, _ bool, _ *scope) error {
	n := -1
	switch v := got.(type) {
	case []any:
		n = len(v)
	case string:
		n = utf8.RuneCountInString(v)
	}
	if n != m.n {
		return fmt.Errorf("is %s, want length %d", show(got), m.n)
	}
	return nil
}

func (m atMost) match(got any, _ bool, _ *scope) error {
	v, isText := got.(string)
	if !isText || utf8.RuneCountInString(v) > m.n {
		return fmt.Errorf("is %s, want text of at most %d characters", show(got), m.n)
	}
	return nil
}

func (m keys) match(got any, _ bool, _ *scope) error {
	o, isObject := got.(*object)
	if !isObject {
		return fmt.Errorf("is %s, want an object", show(got))
	}
	if !slices.Equal(o.keys, m.names) {
		return fmt.Errorf("has the keys %s, want %s", strings.Join(o.keys, " "), strings.Join(m.names, " "))
	}
	return nil
}

func (m keysIn) match(got any, _ bool, _ *scope) error {
	o, isObject := got.(*object)
	if !isObject {
		return fmt.Errorf("is %s, want an object", show(got))
	}
	left := m.names
	for _, key := range o.keys {
		if len(left) > 0 && key == left[0] {
			left = left[1:]
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("has the keys %s, want %s in this order", strings.Join(o.keys, " "), strings.Join(m.names, " "))
	}
	return nil
}

func (m keysAmong) match(got any, _ bool, _ *scope) error {
	o, isObject := got.(*object)
	if !isObject {
		return fmt.Errorf("is %s, want an object", show(got))
	}
	for _, key := range o.keys {
		if !slices.Contains(m.names, key) {
			return fmt.Errorf("has the key %s, which the document does not have", key)
		}
	}
	return nil
}

func (m hasKeys) match(got any, _ bool, s *scope) error {
	o, isObject := got.(*object)
	if !isObject {
		return fmt.Errorf("is %s, want an object", show(got))
	}
	for _, name := range m.names {
		key, err := s.text(name, plain)
		if err != nil {
			return err
		}
		if _, there := o.members[key]; !there {
			return fmt.Errorf("has the keys %s, want %s too", strings.Join(o.keys, " "), key)
		}
	}
	return nil
}

func (m includes) match(got any, _ bool, s *scope) error {
	return eachIn(got, m.values, s, func(in bool, want any) error {
		if !in {
			return fmt.Errorf("is %s, want %s among them", show(got), show(want))
		}
		return nil
	})
}

func (m excludes) match(got any, _ bool, s *scope) error {
	return eachIn(got, m.values, s, func(in bool, want any) error {
		if in {
			return fmt.Errorf("is %s, want it without %s", show(got), show(want))
		}
		return nil
	})
}

func (m sameSet) match(got any, there bool, s *scope) error {
	if err := includes(m).match(got, there, s); err != nil {
		return err
	}
	if n := len(got.([]any)); n != len(m.values) { // A list: includes said so.
		return fmt.Errorf("is %s, want %d elements", show(got), len(m.values))
	}
	return nil
}

// eachIn tells judge for each value whether the list got has it.
func eachIn(got any, values []any, s *scope, judge func(in bool, want any) error) error {
	in, isList := got.([]any)
	if !isList {
		return fmt.Errorf("is %s, want a list", show(got))
	}
	for _, v := range values {
		want, err := s.expand(v)
		if err != nil {
			return err
		}
		found := slices.ContainsFunc(in, func(e any) bool { return same(e, want) })
		if err := judge(found, want); err != nil {
			return err
		}
	}
	return nil
}

func (m anyOf) match(got any, there bool, s *scope) error {
	for _, v := range m.values {
		if (equals{v}).match(got, there, s) == nil {
			return nil
		}
	}
	return fmt.Errorf("is %s, want one of %s", show(got), show(m.values))
}

func (m isType) match(got any, there bool, _ *scope) error {
	if !there {
		return fmt.Errorf("is missing, want %s", m.name)
	}
	name := typeName(got)
	if name != m.name && (m.name != "number" || name != "integer") {
		return fmt.Errorf("is %s, want %s", show(got), m.name)
	}
	return nil
}

func (m ordered) match(got any, _ bool, _ *scope) error {
	values, isList := got.([]any)
	if !isList {
		return fmt.Errorf("is %s, want a list", show(got))
	}
	for i := 1; i < len(values); i++ {
		before, after := asText(values[i-1]), asText(values[i])
		if m.fold {
			before, after = strings.ToLower(before), strings.ToLower(after)
		}
		if before > after {
			return fmt.Errorf("has %q before %q", before, after)
		}
	}
	return nil
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
	a, errA := canonical(plainValue(got))
	b, errB := canonical(want)
	return errA == nil && errB == nil && reflect.DeepEqual(a, b)
}

// canonical brings a value through JSON, so that 1, int64(1) and 1.0 meet.
func canonical(v any) (any, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	var out any
	err = json.Unmarshal(data, &out)
	return out, err
}

// show writes a value for a report, shortened.
func show(v any) string {
	data, err := json.Marshal(plainValue(v))
	if err != nil {
		return fmt.Sprint(v)
	}
	return shorten(string(data), 300)
}

// shorten cuts text to at most n characters.
func shorten(t string, n int) string {
	if utf8.RuneCountInString(t) <= n {
		return t
	}
	return string([]rune(t)[:n]) + "…"
}
