package param

import (
	"net/http"
	"sort"
	"strings"
	"unicode/utf8"

	"almanac/runtime/apierror"
)

// Limits bounds what one request may send.  A field that is zero or less means
// its default.
type Limits struct {
	Body   int64 // Size of the body in bytes; default 1 MiB.
	Depth  int   // Nesting of lists and objects, the body itself is 1; default 32.
	Params int   // Number of parameters, those inside objects included; default 1000.
	Items  int   // Length of one list; default 1000.
	HTML   int64 // Size of one HTML text in bytes; default 256 KiB.
}

// DefaultLimits returns the limits of a deployment that says nothing else.
func DefaultLimits() Limits {
	return Limits{Body: 1 << 20, Depth: 32, Params: 1000, Items: 1000, HTML: 256 << 10}
}

// complete returns l with defaults in the place of fields that are not set.
func (l Limits) complete() Limits {
	d := DefaultLimits()
	if l.Body <= 0 {
		l.Body = d.Body
	}
	if l.Depth <= 0 {
		l.Depth = d.Depth
	}
	if l.Params <= 0 {
		l.Params = d.Params
	}
	if l.Items <= 0 {
		l.Items = d.Items
	}
	l.HTML = l.HTMLBytes()
	return l
}

// HTMLBytes returns the size of one HTML text at most.
func (l Limits) HTMLBytes() int64 {
	if l.HTML > 0 {
		return l.HTML
	}
	return DefaultLimits().HTML
}

// values returns how many values a JSON body may hold in all: no write takes
// ten lists.
func (l Limits) values() int { return l.Params + 10*l.Items }

// echo is the number of bytes of a client's text that one message may repeat.
// The interface allows 200 characters; names stand beside other words.
const echo = 150

// inspector looks for values that no parameter may have: text with U+0000,
// lists that are too long, and nesting that is too deep.
type inspector struct {
	limits Limits
	faults map[string]string // What is wrong, by top-level name; nil if nothing.
}

// tree inspects all parameters of one source.
func (i *inspector) tree(tree map[string]any) {
	for name, value := range tree {
		i.text(name, name)
		i.value(name, value, 1)
	}
}

// value inspects a value that stands inside depth lists and objects.
func (i *inspector) value(name string, value any, depth int) {
	switch v := value.(type) {
	case string:
		i.text(name, v)
	case repeated:
		i.length(name, len(v))
		for _, text := range v {
			i.text(name, text)
		}
	case []any:
		i.length(name, len(v))
		for _, element := range v {
			i.inner(name, element, depth)
		}
	case map[string]any:
		for key, element := range v {
			i.text(name, key)
			i.inner(name, element, depth)
		}
	}
	if isContainer(value) && depth >= i.limits.Depth {
		i.fault(name, "is nested too deeply")
	}
}

// inner goes one level down, unless the level is forbidden anyway.
func (i *inspector) inner(name string, value any, depth int) {
	if depth < i.limits.Depth {
		i.value(name, value, depth+1)
	}
}

func (i *inspector) text(name, text string) {
	if strings.IndexByte(text, 0) >= 0 {
		i.fault(name, "must not contain the character U+0000")
	}
}

func (i *inspector) length(name string, n int) {
	if n > i.limits.Items {
		i.fault(name, "has too many elements")
	}
}

// fault keeps the first problem of each name.
func (i *inspector) fault(name, problem string) {
	if i.faults == nil {
		i.faults = map[string]string{}
	}
	if _, taken := i.faults[name]; !taken {
		i.faults[name] = problem
	}
}

// err returns the 400 for what was found, or nil.  The names are the client's
// own words, so only as many are reported as fit into one message, the first
// ones in alphabetical order.
func (i *inspector) err() error {
	if len(i.faults) == 0 {
		return nil
	}
	names := make([]string, 0, len(i.faults))
	for name := range i.faults {
		names = append(names, name)
	}
	sort.Strings(names)
	params, room := apierror.FieldErrors{}, echo
	for n, name := range names {
		shown := clip(name, echo)
		if room -= len(shown); room < 0 && n > 0 {
			break
		}
		params.Add(shown, apierror.CodeInvalidParam, "%s %s.", shown, i.faults[name])
	}
	return params.Err(nil)
}

// isContainer reports whether value is a list or an object.
func isContainer(value any) bool {
	switch value.(type) {
	case []any, map[string]any:
		return true
	}
	return false
}

// tooMany is the answer to more parameters than Limits.Params.
func tooMany(limit int) error {
	return apierror.New(http.StatusBadRequest, apierror.CodeInvalidParam,
		"The request has too many parameters; send %d at most.", limit)
}

// clip makes a client's text fit for a message: at most n bytes, whole
// characters, and U+0000 made visible.
func clip(text string, n int) string {
	if len(text) > n {
		cut := n - len("…")
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		text = text[:cut] + "…"
	}
	return strings.ReplaceAll(text, "\x00", "?")
}
