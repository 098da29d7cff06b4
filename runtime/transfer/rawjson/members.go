package rawjson

import (
	"bytes"
	"encoding/json"

	"github.com/tidwall/gjson"
)

// The functions of this file take valid JSON and return parts of it without a
// copy, because an import reads each record several times.  Each call copies and reads the
// whole text: for more than one member of an object, take Members.

// EachMember calls each for the members of an object, in order, until it
// returns false.  It reports whether raw is an object.
func EachMember(raw json.RawMessage, each func(name string, key, value json.RawMessage) bool) bool {
	object := gjson.ParseBytes(raw)
	if !object.IsObject() {
		return false
	}
	object.ForEach(func(key, value gjson.Result) bool {
		return each(key.Str, part(raw, key), part(raw, value))
	})
	return true
}

// part returns the bytes of raw that a result of it stands for.
func part(raw json.RawMessage, of gjson.Result) json.RawMessage {
	end := of.Index + len(of.Raw)
	return raw[of.Index:end:end]
}

// Members returns the members of an object, the last one of each name, and nil
// for anything else.
func Members(raw json.RawMessage) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	if !EachMember(raw, func(name string, _, value json.RawMessage) bool {
		members[name] = value
		return true
	}) {
		return nil
	}
	return members
}

// Member returns one member of an object, nil when it has none of that name.
func Member(raw json.RawMessage, wanted string) (found json.RawMessage) {
	EachMember(raw, func(name string, _, value json.RawMessage) bool {
		if name == wanted {
			found = value
		}
		return true
	})
	return found
}

// Elements returns what a member lists: its elements, or the only one that
// stands there without a list.  It returns nil for null, false and an empty text.
func Elements(raw json.RawMessage) []json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if bytes.HasPrefix(raw, []byte("[")) {
		list := []json.RawMessage{}
		gjson.ParseBytes(raw).ForEach(func(_, value gjson.Result) bool {
			list = append(list, part(raw, value))
			return true
		})
		return list
	}
	switch string(raw) {
	case "", "null", "false", `""`:
		return nil
	}
	return []json.RawMessage{raw}
}
