package param

import (
	"iter"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"almanac/runtime/apierror"
)

// form collects the pairs of a query string or a form body.
type form struct {
	limits Limits
	count  int            // Number of pairs, including those of the query.
	top    map[string]any // string, repeated or *branch, by top-level name.
}

func newForm(l Limits) *form { return &form{limits: l} }

// parse adds the pairs of an application/x-www-form-urlencoded text.
func (f *form) parse(text string) error {
	for name, value := range pairs(text) {
		if err := f.add(unescape(name), unescape(value)); err != nil {
			return err
		}
	}
	return nil
}

// add adds one decoded pair.
func (f *form) add(name, value string) error {
	if f.count++; f.count > f.limits.MaxParams {
		return tooManyParams(f.limits.MaxParams)
	}
	if !utf8.ValidString(name) || !utf8.ValidString(value) {
		return malformed("A parameter in the query or the form is not valid UTF-8; encode it as UTF-8.")
	}
	if f.top == nil {
		f.top = make(map[string]any, 8)
	}
	top, path := splitName(name)
	switch {
	case top == "":
		return nil
	case path == "":
		f.addPlain(top, value)
		return nil
	}
	if strings.Count(path, "[") >= f.limits.MaxDepth {
		shown := clip(top, maxEcho)
		return apierror.InvalidParamError(shown, "%s is nested too deeply.", apierror.Param(shown))
	}
	f.addPath(top, path, value)
	return nil
}

// addPlain adds a name without brackets. It keeps the earlier values, because
// only the getter knows whether they are a list.
func (f *form) addPlain(name, value string) {
	switch earlier := f.top[name].(type) {
	case string:
		f.top[name] = repeated{earlier, value}
	case repeated:
		f.top[name] = append(earlier, value)
	default:
		f.top[name] = value
	}
}

// addPath adds a name with brackets.
func (f *form) addPath(name, path, value string) {
	b, ok := f.top[name].(*formNode)
	if !ok {
		b = newFormNode()
		f.top[name] = b
	}
	b.set(path, value)
}

// tree returns the collected values, with nodes as lists and objects. The form
// cannot be used afterwards.
func (f *form) tree() map[string]any {
	for name, value := range f.top {
		if b, ok := value.(*formNode); ok {
			f.top[name] = b.value()
		}
	}
	return f.top
}

// splitName splits a[b][c] into a and [b][c]. A name with unmatched brackets is
// used literally, so that it matches no parameter.
func splitName(name string) (top, path string) {
	at := strings.IndexByte(name, '[')
	if at <= 0 {
		return name, ""
	}
	for rest := name[at:]; rest != ""; {
		end := strings.IndexByte(rest, ']')
		if rest[0] != '[' || end < 0 || strings.IndexByte(rest[1:end], '[') >= 0 {
			return name, ""
		}
		rest = rest[end+1:]
	}
	return name[:at], name[at:]
}

// unescape decodes %XX and +. A percent sign that encodes nothing is literal, so
// that a search for 100% is valid.
func unescape(text string) string {
	if strings.IndexByte(text, '%') < 0 && strings.IndexByte(text, '+') < 0 {
		return text
	}
	plain := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '+':
			c = ' '
		case c == '%' && i+2 < len(text):
			if n, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				c = byte(n)
				i += 2
			}
		}
		plain = append(plain, c)
	}
	return string(plain)
}

// formNode is a list or an object that is built from names such as
// organizer[0][organizer]. The method value decides which of the two it is.
type formNode struct {
	items map[string]any // string or *formNode, by the text in the brackets.
	next  int            // The index of the next [].
	last  string         // The key of the last [], "" if there was none.
}

func newFormNode() *formNode { return &formNode{items: map[string]any{}} }

// set sets the value at a path of one or more [key].
func (b *formNode) set(path, value string) {
	key, rest := splitKey(path)
	if key == "" {
		key = b.nextKey(rest)
	}
	if index, ok := listIndex(key); ok {
		b.next = max(b.next, index+1)
	}
	if rest == "" {
		b.items[key] = value
		return
	}
	child, ok := b.items[key].(*formNode)
	if !ok {
		child = newFormNode()
		b.items[key] = child
	}
	child.set(rest, value)
}

// nextKey returns the key for []: that of the last [] if its element has no value
// at rest yet, else a new one. So the pairs organizer[][organizer] and
// organizer[][email] are of one organizer, and the next organizer[][organizer]
// begins another.
func (b *formNode) nextKey(rest string) string {
	if rest != "" && b.last != "" {
		if element, ok := b.items[b.last].(*formNode); ok && !element.has(rest) {
			return b.last
		}
	}
	b.last = strconv.Itoa(b.next)
	return b.last
}

// has reports whether there is a value at path. A [] in the path is always free.
func (b *formNode) has(path string) bool {
	key, rest := splitKey(path)
	item, found := b.items[key]
	if key == "" || !found || rest == "" {
		return key != "" && found
	}
	child, ok := item.(*formNode)
	return !ok || child.has(rest)
}

// value returns the node as []any or as map[string]any.
func (b *formNode) value() any {
	for key, item := range b.items {
		if child, ok := item.(*formNode); ok {
			b.items[key] = child.value()
		}
	}
	return listOrObject(b.items)
}

// listOrObject returns an object whose keys are all indexes as []any, in their order,
// which may have gaps, and others as they are.  PHP, and so the API that this one is
// compatible with, knows no difference: its empty object is its empty list.
func listOrObject(items map[string]any) any {
	indexes := make([]int, 0, len(items))
	for key := range items {
		index, ok := listIndex(key)
		if !ok {
			return items
		}
		indexes = append(indexes, index)
	}
	sort.Ints(indexes)
	list := make([]any, len(indexes))
	for i, index := range indexes {
		list[i] = items[strconv.Itoa(index)]
	}
	return list
}

// listIndex parses a key that is an index: digits as strconv.Itoa writes them.
// More than nine digits are not an index, whatever the size of int.
func listIndex(key string) (int, bool) {
	if len(key) > 9 || !isDigits(key) || key[0] == '0' && key != "0" {
		return 0, false
	}
	index, err := strconv.Atoi(key)
	return index, err == nil
}

// splitKey splits [b][c] into b and [c].
func splitKey(path string) (key, rest string) {
	end := strings.IndexByte(path, ']')
	return path[1:end], path[end+1:]
}

// All code that parses a query string or a form uses pairs. net/url parses
// differently: it drops a pair with a semicolon or an invalid escape, so that two
// parts of the service would disagree about a request.

// pairs yields the names and values of an application/x-www-form-urlencoded
// text, not decoded.  Only & separates pairs: a semicolon belongs to the value.
func pairs(text string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for text != "" {
			var pair string
			pair, text, _ = strings.Cut(text, "&")
			if pair == "" {
				continue
			}
			name, value, _ := strings.Cut(pair, "=")
			if !yield(name, value) {
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
		values.Add(unescape(name), unescape(value))
	}
	return values
}

// InQuery returns the last value that a query string has for a parameter, and
// whether the parameter was sent.  A list or an object (name[], name[key])
// counts as sent; its value is that of its last element.
func InQuery(raw, name string) (value string, sent bool) {
	for n, v := range pairs(raw) {
		if top, _ := splitName(unescape(n)); top == name {
			value, sent = v, true
		}
	}
	return unescape(value), sent
}
