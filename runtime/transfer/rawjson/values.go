package rawjson

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Decode returns the value of a JSON text: strings, booleans, json.Number, []any
// and map[string]any; nil for null and for a text that is not JSON. U+0000 is
// removed, for no database column takes it.
func Decode(raw json.RawMessage) any {
	if v, ok := simple(raw); ok {
		return v
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil
	}
	return clean(v)
}

// simple decodes a string without escapes, a number, a boolean or null. It
// returns false for any other JSON.
func simple(raw json.RawMessage) (any, bool) {
	switch {
	case len(raw) == 0:
		return nil, true
	case raw[0] == '"' && !bytes.ContainsRune(raw, '\\') && utf8.Valid(raw):
		return string(raw[1 : len(raw)-1]), true
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		return json.Number(raw), true
	}
	switch string(raw) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return nil, string(raw) == "null"
}

// clean removes U+0000 from all strings of a value.
func clean(v any) any {
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "\x00", "")
	case []any:
		for i := range v {
			v[i] = clean(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = clean(v[name])
		}
	}
	return v
}

// Text returns a string, or a number as a string; "" for anything else.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// Encode returns a value as JSON, without escapes for HTML.
func Encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // Texts, numbers and lists of them always encode.
	return bytes.TrimSpace(b.Bytes())
}
