package param

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// Values are the parameters of one request, as they were sent. They are immutable,
// so they are safe for concurrent use.
type Values struct {
	query  map[string]any
	body   map[string]any
	form   bool // The body is a form.
	limits Limits
	http   *http.Request // Has the path and the headers; nil where none belong to the values.
}

// repeated has the values of a plain name that was sent more than once. A list
// has all of them, a scalar the last.
type repeated []string

// NewValues returns the values of a tree of the types that Lookup returns. It is
// for objects inside a body, such as a venue inside an event, and for tests. The
// tree is not copied.
func NewValues(tree map[string]any) *Values {
	return &Values{body: tree, limits: DefaultLimits()}
}

// Lookup returns what was sent for a name: string, bool, json.Number, nil (JSON
// null), []any or map[string]any, the latter two of the same. An object without
// members, or with indexes as keys, is a list, as in a form. The body has
// precedence over the query. For a repeated plain name it returns the last text.
// It reports false if the name was not sent.
func (v *Values) Lookup(name string) (any, bool) {
	value, found := v.raw(name)
	if texts, ok := value.(repeated); ok {
		return texts[len(texts)-1], true
	}
	return value, found
}

// LookupAll is like Lookup, but for a repeated plain name it returns a list of all
// texts, as []any.
func (v *Values) LookupAll(name string) (any, bool) {
	value, found := v.raw(name)
	texts, ok := value.(repeated)
	if !ok {
		return value, found
	}
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list, true
}

// raw is like Lookup, but returns repeated for repeated names.
func (v *Values) raw(name string) (any, bool) {
	value, found := v.body[name]
	if !found {
		value, found = v.query[name]
	}
	if object, ok := value.(map[string]any); ok {
		value = listOrObject(object)
	}
	return value, found
}

// has reports whether a name was sent.
func (v *Values) has(name string) bool {
	if _, found := v.body[name]; found {
		return true
	}
	_, found := v.query[name]
	return found
}

// path returns a parameter of the path, "" if there is none.
func (v *Values) path(name string) string {
	if v.http == nil {
		return ""
	}
	return v.http.PathValue(name)
}

// header returns the lines of a header as one (RFC 9110, section 5.3); false if it was not
// sent.
func (v *Values) header(name string) (string, bool) {
	if v.http == nil {
		return "", false
	}
	lines := v.http.Header.Values(name)
	return strings.Join(lines, ", "), len(lines) > 0
}

// FromBody reports whether Lookup finds name in the body, JSON or form, rather
// than in the query.
func (v *Values) FromBody(name string) bool {
	_, found := v.body[name]
	return found
}

// Form returns the text that a form in the body has for a name, "" when there is
// none.
func (v *Values) Form(name string) string {
	if !v.form || !v.FromBody(name) {
		return ""
	}
	value, _ := v.Lookup(name)
	text, _ := value.(string)
	return text
}

// Renamed returns the values with another name for one of them.
func (v *Values) Renamed(from, to string) *Values {
	renamed := *v
	for _, tree := range []*map[string]any{&renamed.query, &renamed.body} {
		if value, found := (*tree)[from]; found {
			*tree = maps.Clone(*tree)
			delete(*tree, from)
			(*tree)[to] = value
		}
	}
	return &renamed
}

// Names returns the top-level names that were sent, each once, in alphabetical
// order.
func (v *Values) Names() []string {
	names := slices.Collect(maps.Keys(v.body))
	for name := range v.query {
		if !v.FromBody(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
