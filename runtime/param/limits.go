package param

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"almanac/runtime/apierror"
	"almanac/runtime/messages"
)

// Limits has the limits of one request. A field that is zero or less has its
// default.
type Limits struct {
	MaxBodyBytes int64 // Size of the body in bytes; default 1 MiB.
	MaxDepth     int   // Nesting of lists and objects, the body itself is 1; default 32.
	MaxParams    int   // Number of parameters, those inside objects included; default 1000.
	MaxItems     int   // Length of one list; default 1000.
	MaxHTMLBytes int64 // Size of one HTML text in bytes; default 256 KiB.
}

// DefaultLimits returns the default limits.
func DefaultLimits() Limits {
	return Limits{MaxBodyBytes: 1 << 20, MaxDepth: 32, MaxParams: 1000, MaxItems: 1000, MaxHTMLBytes: 256 << 10}
}

// complete returns l with the defaults of unset fields.
func (l Limits) complete() Limits {
	d := DefaultLimits()
	return Limits{
		MaxBodyBytes: cmp.Or(max(l.MaxBodyBytes, 0), d.MaxBodyBytes), MaxDepth: cmp.Or(max(l.MaxDepth, 0), d.MaxDepth),
		MaxParams: cmp.Or(
			max(l.MaxParams, 0), d.MaxParams,
		), MaxItems: cmp.Or(max(l.MaxItems, 0), d.MaxItems), MaxHTMLBytes: l.HTMLBytes(),
	}
}

// HTMLBytes returns the maximum size of one HTML text in bytes.
func (l Limits) HTMLBytes() int64 {
	return cmp.Or(max(l.MaxHTMLBytes, 0), DefaultLimits().MaxHTMLBytes)
}

// maxValues returns how many values a JSON body may hold in all: no write takes
// ten lists.
func (l Limits) maxValues() int { return l.MaxParams + 10*l.MaxItems }

// OfBatch returns the limits of a request that has others in its body: they are within a list,
// and have ten times what one of them may have in all.
func (l Limits) OfBatch() Limits {
	l = l.complete()
	l.MaxDepth, l.MaxParams, l.MaxItems = l.MaxDepth+3, 10*l.MaxParams, 10*l.MaxItems
	return l
}

// maxEcho is the maximum number of bytes of a client's text in one message, which has
// 200 characters at most.
const maxEcho = 150

// inspector finds values that no parameter may have: text with U+0000, lists that
// are too long, and nesting that is too deep.
type inspector struct {
	limits   Limits
	problems map[string]messages.Format // The first problem of each top-level name; nil if there is none.
}

// tree inspects all parameters of one source.
func (i *inspector) tree(tree map[string]any) {
	for name, value := range tree {
		i.text(name, name)
		i.value(name, value, 1)
	}
}

// value inspects a value inside depth lists and objects.
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
	if isContainer(value) && depth >= i.limits.MaxDepth {
		i.addProblem(name, "%s is nested too deeply.")
	}
}

// inner inspects the next level, unless it is too deep.
func (i *inspector) inner(name string, value any, depth int) {
	if depth < i.limits.MaxDepth {
		i.value(name, value, depth+1)
	}
}

func (i *inspector) text(name, text string) {
	if strings.IndexByte(text, 0) >= 0 {
		i.addProblem(name, "%s must not contain the character U+0000.")
	}
}

func (i *inspector) length(name string, n int) {
	if n > i.limits.MaxItems {
		i.addProblem(name, "%s has too many elements.")
	}
}

// addProblem adds the first problem of each name.
func (i *inspector) addProblem(name string, format messages.Format) {
	if i.problems == nil {
		i.problems = map[string]messages.Format{}
	}
	if _, taken := i.problems[name]; !taken {
		i.problems[name] = format
	}
}

// err returns a 400 with the problems, or nil if there are none. The names are
// text of the client, so only as many are reported as fit into one message, in
// alphabetical order.
func (i *inspector) err() error {
	if len(i.problems) == 0 {
		return nil
	}
	params, room := apierror.FieldErrors{}, maxEcho
	for n, name := range slices.Sorted(maps.Keys(i.problems)) {
		shown := clip(name, maxEcho)
		if room -= len(shown); room < 0 && n > 0 {
			break
		}
		params.Add(shown, apierror.CodeInvalidParam, i.problems[name], apierror.Param(shown))
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

// tooManyParams returns the 400 for more parameters than Limits.MaxParams.
func tooManyParams(limit int) error {
	return apierror.New(http.StatusBadRequest, apierror.CodeInvalidParam,
		"The request has too many parameters; send %d at most.", limit)
}

// clip prepares a client's text for a message: at most n bytes, whole characters,
// and "?" for U+0000.
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
