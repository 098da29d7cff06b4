package jsonfields

import (
	"bytes"
	"encoding/json"
	"strings"
)

// KeepFields copies the members of a JSON object that are named, separated by
// commas; a.b is the member b of a, or of each object in the list a.  In a
// listed response, names that it does not have itself are those of its records.
// When no name is known the response stays whole.
func KeepFields(wanted string, body []byte, listed bool) (json.RawMessage, error) {
	if wanted == "" {
		return body, nil
	}
	names := Fields{}
	for name := range strings.SplitSeq(wanted, ",") {
		names.add(strings.Split(strings.TrimSpace(name), "."))
	}
	if listed {
		if err := names.ofRecords(body); err != nil {
			return nil, err
		}
	}
	kept, known, err := names.Pick(body)
	if err != nil || !known {
		return body, err
	}
	return kept, nil
}

// Fields names the members of an object, each with the members of its value;
// nil stands for all of them.
type Fields map[string]Fields

// add notes a path of names.
func (f Fields) add(path []string) {
	below, there := f[path[0]]
	switch {
	case there && below == nil:
	case len(path) == 1:
		f[path[0]] = nil
	default:
		if below == nil {
			below = Fields{}
			f[path[0]] = below
		}
		below.add(path[1:])
	}
}

// ofRecords moves the names that a page of a list does not have itself to those
// of its records, the only member that is a list.
func (f Fields) ofRecords(body []byte) error {
	own, records := map[string]bool{}, ""
	err := members(body, func(name string, value json.RawMessage) error {
		own[name] = true
		if value[0] == '[' {
			records = name
		}
		return nil
	})
	below, there := f[records]
	whole := there && below == nil
	for name, rest := range f {
		if own[name] {
			continue
		}
		delete(f, name)
		if below == nil {
			below = Fields{}
		}
		below[name] = rest
	}
	if below != nil && !whole {
		f[records] = below
	}
	return err
}

// Pick copies what is named of a value, in order.  It reports whether any name
// is known; of an empty list all are.
func (f Fields) Pick(value json.RawMessage) (picked json.RawMessage, known bool, err error) {
	switch {
	case f == nil || value[0] != '{' && value[0] != '[':
		return value, true, nil
	case value[0] == '[':
		return f.pickEach(value)
	}
	out := bytes.NewBufferString("{")
	err = members(value, func(name string, value json.RawMessage) error {
		below, named := f[name]
		if !named {
			return nil
		}
		part, ok, err := below.Pick(value)
		if err != nil || !ok {
			return err
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(name)
		out.Write(key)
		out.WriteByte(':')
		out.Write(part)
		return err
	})
	out.WriteByte('}')
	return out.Bytes(), out.Len() > len("{}"), err
}

// pickEach is pick for a list.
func (f Fields) pickEach(list json.RawMessage) (picked json.RawMessage, known bool, err error) {
	var values []json.RawMessage
	if err := json.Unmarshal(list, &values); err != nil || len(values) == 0 {
		return list, true, err
	}
	out := bytes.NewBufferString("[")
	for i, value := range values {
		part, ok, err := f.Pick(value)
		if err != nil {
			return nil, false, err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(part)
		known = known || ok
	}
	out.WriteByte(']')
	return out.Bytes(), known, nil
}

// members calls each with the members of a JSON object, in order.
func members(object json.RawMessage, each func(name string, value json.RawMessage) error) error {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if err := each(name.(string), value); err != nil {
			return err
		}
	}
	return nil
}
