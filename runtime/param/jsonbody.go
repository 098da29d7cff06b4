package param

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"
)

// parseJSON reads a body that must be one JSON object with at most limit
// members, inner objects included, and maxValues values. A body of blanks is
// no body. For a duplicate key the last value is used, as RFC 8259 allows.
func parseJSON(body []byte, limit, maxValues int) (map[string]any, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, nil
	}
	if !utf8.Valid(body) {
		return nil, malformed("The request body is not valid UTF-8; encode it as UTF-8.")
	}
	// Checked before decoding, which takes forty bytes for a value of one byte.
	if valueCount(body) > maxValues {
		return nil, malformed("The request body contains too many values; send %d at most.", maxValues)
	}
	value, err := decodeJSON(body)
	if err != nil {
		return nil, err
	}
	tree, ok := value.(map[string]any)
	if !ok {
		return nil, malformed("The request body must be a JSON object, such as {\"title\": \"...\"}.")
	}
	// encoding/json replaces half a surrogate pair by U+FFFD without an error.
	if at := loneSurrogate(body); at >= 0 {
		return nil, malformed("The JSON body has half a surrogate pair at byte %d; send both halves.", at)
	}
	if members(tree) > limit {
		return nil, tooManyParams(limit)
	}
	return tree, nil
}

// valueCount returns an upper bound of the values in a JSON text: one, and one
// more for each comma and each opening bracket outside of texts.
func valueCount(body []byte) int {
	count, quoted := 1, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '[' || c == '{'):
			count++
		}
	}
	return count
}

// decodeJSON reads exactly one value, with numbers as they are written.
func decodeJSON(body []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, syntaxError(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, malformed("The request body has extra data after the JSON value; send one JSON object.")
	}
	return value, nil
}

// syntaxError returns an error with the position of the syntax error.
func syntaxError(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return malformed("The request body is not valid JSON at byte %d.", syntax.Offset).WithCause(err)
	}
	return malformed("The request body is not complete JSON.").WithCause(err)
}

// members counts the members of all objects in value.
func members(value any) int {
	n := 0
	switch v := value.(type) {
	case []any:
		for _, element := range v {
			n += members(element)
		}
	case map[string]any:
		n = len(v)
		for _, element := range v {
			n += members(element)
		}
	}
	return n
}

// loneSurrogate returns the position of a \u escape in valid JSON that is half
// a surrogate pair, or -1.  Backslashes occur in strings only.
func loneSurrogate(body []byte) int {
	for at := 0; ; {
		next := bytes.IndexByte(body[at:], '\\')
		if next < 0 {
			return -1
		}
		at += next
		unit, width := escaped(body[at:]), 2
		if unit >= 0 {
			width = 6
		}
		switch {
		case unit >= 0xDC00 && unit < 0xE000:
			return at
		case unit >= 0xD800 && unit < 0xDC00:
			low := escaped(body[at+width:])
			if low < 0xDC00 || low >= 0xE000 {
				return at
			}
			width += 6
		}
		at += width
	}
}

// escaped returns the UTF-16 unit of the \uXXXX that text begins with, or -1.
func escaped(text []byte) int {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return -1
	}
	unit, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return int(unit)
}
