package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// object is a JSON object with the order of its keys, because clients may show
// the keys in the order of the response.
type object struct {
	keys    []string
	members map[string]any
}

// decode reads one JSON value. Objects become *object, arrays []any, numbers
// json.Number. A repeated key, or text after the value, is an error.
func decode(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := decodeValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("text follows the JSON value")
	}
	return v, nil
}

func decodeValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	switch token {
	case json.Delim('{'):
		return decodeObject(d)
	case json.Delim('['):
		return decodeArray(d)
	}
	return token, nil
}

func decodeObject(d *json.Decoder) (any, error) {
	o := &object{members: map[string]any{}}
	for d.More() {
		key, err := decodeValue(d)
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		if _, repeated := o.members[name]; repeated {
			return nil, fmt.Errorf("key %q stands twice in an object", name)
		}
		if o.members[name], err = decodeValue(d); err != nil {
			return nil, err
		}
		o.keys = append(o.keys, name)
	}
	_, err := d.Token()
	return o, err
}

func decodeArray(d *json.Decoder) (any, error) {
	values := []any{}
	for d.More() {
		v, err := decodeValue(d)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	_, err := d.Token()
	return values, err
}

// lookup returns the part of v at a path (see Check), and whether there is one.
func lookup(v any, path string) (any, bool) {
	if path == "" {
		return v, true
	}
	name, rest, _ := strings.Cut(path, ".")
	switch v := v.(type) {
	case *object:
		if member, found := v.members[name]; found {
			return lookup(member, rest)
		}
	case []any:
		if name == "*" {
			return lookupEach(v, rest), true
		}
		if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(v) {
			return lookup(v[i], rest)
		}
	}
	return nil, false
}

// lookupEach returns the parts of all elements that have one at the path.
func lookupEach(values []any, path string) []any {
	all := []any{}
	for _, v := range values {
		if part, found := lookup(v, path); found {
			all = append(all, part)
		}
	}
	return all
}

// plainValue returns a decoded value in the types that encoding/json uses.
func plainValue(v any) any {
	switch v := v.(type) {
	case *object:
		m := make(map[string]any, len(v.members))
		for key, member := range v.members {
			m[key] = plainValue(member)
		}
		return m
	case []any:
		values := make([]any, len(v))
		for i, e := range v {
			values[i] = plainValue(e)
		}
		return values
	}
	return v
}
