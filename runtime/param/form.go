package param

import (
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
		if err := f.add(name, value); err != nil {
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
		return notUTF8("A parameter of the query or the form")
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
		return apierror.InvalidParamError(shown, "%s is nested too deeply.", shown)
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
