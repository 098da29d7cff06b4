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

// object is a JSON object that remembers the order of its keys, because
// clients may show records as they come.
type object struct {
	keys    []string
	members map[string]any
}

// decode reads one JSON value.  Objects become *object, arrays []any, numbers
// json.Number.  A repeated key and text after the value are errors.
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
		token, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("read JSON: %w", err)
		}
		key, _ := token.(string)
		if _, twice := o.members[key]; twice {
			return nil, fmt.Errorf("key %q stands twice in an object", key)
		}
		if o.members[key], err = decodeValue(d); err != nil {
			return nil, err
		}
		o.keys = append(o.keys, key)
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

// lookup returns the part of v at a path (see Check), and whether it is there.
func lookup(v any, path string) (any, bool) {
	if path == "" {
		return v, true
	}
	name, rest, _ := strings.Cut(path, ".")
	switch v := v.(type) {
	case *object:
		member, there := v.members[name]
		if !there {
			return nil, false
		}
		return lookup(member, rest)
	case []any:
		return lookupIn(v, name, rest)
	}
	return nil, false
}

// lookupIn looks into a list: an index, or "*" for what all elements have at
// the rest of the path.
func lookupIn(values []any, name, rest string) (any, bool) {
	if name == "*" {
		all := []any{}
		for _, v := range values {
			if part, there := lookup(v, rest); there {
				all = append(all, part)
			}
		}
		return all, true
	}
	i, err := strconv.Atoi(name)
	if err != nil || i < 0 || i >= len(values) {
		return nil, false
	}
	return lookup(values[i], rest)
}

// plainValue turns a decoded value into the types that encoding/json uses.
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
