package app_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// probe is one argument of a request that is wrong, or barely right.
type probe struct {
	argument, name string
	change         func(w *wish)
	path           bool // It stands in the path.
	refused        bool // It must be 400.
	ignored        bool // It must make no difference.
	many           bool // It is too much for any request.
}

// overlong is a text that is longer than any field.
var overlong = strings.Repeat("long text ", 10_000)

// unknownName is an argument that no operation has.
const unknownName = "no_such_argument"

// switches are arguments without a type: anything that is not true is false.
var switches = []string{"strict_dates", "has_events", "only_with_upcoming"}

// either several or one: arguments of type string that also take a list.
var severalOrOne = []string{"status", "cost", "ticketed"}

// probes lists the probes of an operation.
func (s *subject) probes(op operation) []probe {
	var list []probe
	for _, p := range op.parameters(openapi3.ParameterInPath) {
		list = append(list, pathProbes(op, p.Name)...)
	}
	for _, p := range op.parameters(openapi3.ParameterInQuery) {
		if p.Name == "_fields" { // Nothing of it is refused, and what it cuts does not fit the document.
			continue
		}
		list = append(list, textProbes(p.Name, fullest(p.Schema.Value), intoQuery)...)
	}
	list = append(list, textProbes(unknownName, nil, intoQuery)...)
	if op.RequestBody == nil {
		return list
	}
	for _, name := range slices.Sorted(maps.Keys(op.fields())) {
		schema := fullest(op.fields()[name].Value)
		list = append(list, jsonProbes(name, schema)...)
		list = append(list, textProbes(name, schema, intoForm)...)
		list = append(list, probe{argument: name, name: "missing", refused: slices.Contains(op.body().Required, name), change: func(w *wish) { delete(w.body, name) }})
	}
	return append(list, jsonProbes(unknownName, nil)...)
}

// pathProbes are ids and slugs that name no record.
func pathProbes(op operation, name string) []probe {
	values := map[string]string{
		"zero": "0", "negative": "-1", "signed": "+1", "the greatest": "9223372036854775807", "over the greatest": "9223372036854775808", "with an exponent": "1e1",
		"a fraction": "1.5", "a word": "abc", "other digits": "%D9%A3", "over-long": strings.Repeat("9", 100_000), "a quote": "1'%20OR%201=1--", "U+0000": "1%00",
		"no UTF-8": "%FF", "a list": "1,2", "a wildcard": "%25", "another wildcard": "_",
	}
	var list []probe
	for _, label := range slices.Sorted(maps.Keys(values)) {
		list = append(list, probe{argument: name, name: label, path: true, change: func(w *wish) {
			// No record has a slug that begins so.
			w.path = strings.NewReplacer("{id}", values[label], "{slug}", "nobody"+values[label]).Replace(op.path)
		}})
	}
	return list
}

func intoQuery(w *wish, pairs url.Values) { maps.Copy(w.query, pairs) }

// intoForm makes the body a form that has the pairs.
func intoForm(w *wish, pairs url.Values) {
	form := url.Values{}
	for name, v := range w.body {
		form.Set(name, flat(v))
	}
	for name := range pairs {
		top, _, _ := strings.Cut(name, "[")
		form.Del(top)
	}
	maps.Copy(form, pairs)
	w.media, w.raw = "application/x-www-form-urlencoded", form.Encode()
}

// textProbes are values as queries and forms write them.  Without a schema the
// name is unknown.
func textProbes(name string, schema *openapi3.Schema, into func(w *wish, pairs url.Values)) []probe {
	var list []probe
	add := func(label string, refused bool, pairs url.Values) {
		list = append(list, probe{argument: name, name: label, refused: refused, ignored: schema == nil && !refused, change: func(w *wish) { into(w, pairs) }})
	}
	for _, v := range []struct {
		label, text string
		not         string // Types that do not take it.
	}{
		{"empty", "", ""},
		{"a word", "abc", "integer number boolean"},
		{"zero", "0", ""},
		{"negative", "-1", "boolean"},
		{"the greatest", "9223372036854775807", "boolean"},
		{"over the greatest", "9223372036854775808", "boolean integer"},
		{"with an exponent", "1e1", "boolean integer"},
		{"a fraction", "1.5", "boolean integer"},
		{"true", "true", "integer number"},
		{"null", "null", "integer number boolean"},
		{"over-long", overlong, "integer number boolean"},
		{"SQL", `%_'";\ --/*`, "integer number boolean"},
		{"U+0000", "a\x00b", "any"},
	} {
		add(v.label, forbids(v.not, schema), url.Values{name: {v.text}})
	}
	add("a list", single(name, schema), url.Values{name + "[]": {"abc", "7"}})
	add("a list of nothing", false, url.Values{name + "[]": {""}})
	add("a list of a list", single(name, schema), url.Values{name + "[][]": {"abc", "7"}})
	add("an object", scalar(name, schema), url.Values{name + "[x]": {"y"}})
	add("too many elements", true, url.Values{name + "[]": slices.Repeat([]string{"1"}, 10_000)})
	list[len(list)-1].many = true
	add("too many words", schema != nil && schema.Type.Is(openapi3.TypeArray), url.Values{name: {strings.Repeat("1,", 10_000)}})
	return list
}

// jsonProbes are values as JSON writes them.
func jsonProbes(name string, schema *openapi3.Schema) []probe {
	var list []probe
	add := func(label string, refused bool, value any) {
		list = append(list, probe{argument: name, name: "JSON: " + label, refused: refused, ignored: schema == nil && !refused, change: func(w *wish) { w.body[name] = value }})
	}
	for _, v := range []struct {
		label string
		value any
		not   string
	}{
		{"null", nil, ""},
		{"empty", "", ""},
		{"a word", "abc", "integer number boolean"},
		{"zero", 0, ""},
		{"negative", -1, "boolean"},
		{"the greatest", json.Number("9223372036854775807"), "boolean"},
		{"over the greatest", json.Number("9223372036854775808"), "boolean integer"},
		{"far over the greatest", json.Number("1" + strings.Repeat("0", 400)), "boolean integer number"},
		{"with an exponent", json.Number("1e1"), "boolean integer"},
		{"with a great exponent", json.Number("1e999"), "boolean integer number"},
		{"a fraction", 1.5, "boolean integer"},
		{"a number as text", "12", "boolean"},
		{"true", true, "integer number"},
		{"false", false, "integer number"},
		{"over-long", overlong, "integer number boolean"},
		{"U+0000", "a\x00b", "any"},
		{"a name with U+0000", map[string]any{"a\x00b": 1}, "any"},
	} {
		add(v.label, forbids(v.not, schema), v.value)
	}
	add("an empty list", false, []any{})
	add("a list", single(name, schema), []any{"abc", 7})
	add("a list of a list", single(name, schema), []any{[]any{"abc"}})
	add("a list of null", single(name, schema), []any{nil})
	add("a list of an object", single(name, schema), []any{map[string]any{}})
	add("an object", scalar(name, schema), map[string]any{"x": "y"})
	add("an object with an id", scalar(name, schema), map[string]any{"id": -1})
	add("an object with a wrong id", scalar(name, schema), map[string]any{"id": []any{"1"}})
	add("too many elements", true, slices.Repeat([]any{1}, 10_000))
	add("too deep", true, nested(40))
	return list
}

// nested returns a list in a list in a list.
func nested(depth int) any {
	var v any = "x"
	for range depth {
		v = []any{v}
	}
	return v
}

// forbids reports whether an argument may have no value of a type that the
// types in the text do not take.
func forbids(types string, schema *openapi3.Schema) bool {
	return types == "any" || schema != nil && slices.Contains(strings.Fields(types), schema.Type.Slice()[0])
}

// scalar reports whether an argument takes neither a list nor an object.
func scalar(name string, schema *openapi3.Schema) bool {
	return schema != nil && !slices.Contains(switches, name) && !schema.Type.Is(openapi3.TypeArray)
}

// single reports whether an argument takes no list.
func single(name string, schema *openapi3.Schema) bool {
	return scalar(name, schema) && !slices.Contains(severalOrOne, name)
}
