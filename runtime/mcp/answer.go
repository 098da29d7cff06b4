package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"almanac/runtime/apierror"
)

// maxAnswer is how many bytes of JSON an answer has at most: what is left comes with a cursor.
const maxAnswer = 20_000

// answer is the result of a tool.  Its text has nothing that records say.
type answer struct {
	value  any
	text   string
	failed bool
}

// refused returns the answer that an error is.
func (s *Server) refused(ctx context.Context, err error) *answer {
	var own *refusal
	if errors.As(err, &own) {
		return &answer{value: own, text: own.Message, failed: true}
	}
	f := apierror.As(err)
	if f == nil {
		s.api.Env.Log.ErrorContext(ctx, "tool failed", "error", err)
		f = apierror.New(500, apierror.CodeInternal, "Something went wrong on our end.")
	}
	text := fmt.Sprintf("Error %d: %s", f.Status, f.Message.Error())
	for _, name := range slices.Sorted(maps.Keys(f.Params)) {
		text += " " + f.Params[name].Message.Error()
	}
	return &answer{value: f, text: text, failed: true}
}

// decode reads a JSON object, with numbers as they are written.
func decode(text []byte) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var tree map[string]any
	err := decoder.Decode(&tree)
	return tree, err
}

// size returns how many bytes of JSON a value has.
func size(value any) int {
	text, _ := json.Marshal(value) //nolint:errchkjson // Of what was read from JSON.
	return len(text)
}

// show returns a record for an answer: the members that are named, or those that say something new.
// Linked records are their IDs and names, which get leads to.
func (k *kind) show(text []byte, version int64, fields []string) (map[string]any, error) {
	tree, err := decode(text)
	if err != nil {
		return nil, err
	}
	shown := map[string]any{}
	for name, value := range tree {
		named := slices.Contains(fields, name)
		if k.hidden[name] || len(fields) > 0 && !named && name != "id" || len(fields) == 0 && !k.tells(name, value) {
			continue
		}
		switch target := k.links[name]; {
		case target != nil:
			value = shortened(value, "id", cmp.Or(target.NameField, "id"))
		case argNamed(k.values, name) != nil && argNamed(k.values, name).Image && !named:
			value = shortened(value, "id", "url", "alt")
		}
		shown[name] = value
	}
	if version > 0 {
		shown["version"] = version
	}
	return shown, nil
}

// tells reports whether a member of a record says what no other says: it is a field, or no object.
// The address of the API is nothing to a program that has tools.
func (k *kind) tells(name string, value any) bool {
	if name == seriesMember || argNamed(k.values, name) != nil {
		return true
	}
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return name != "rest_url" && name != "global_id"
}

// shortened returns an object, or those of a list, with some of its members.
func shortened(value any, members ...string) any {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i, one := range v {
			list[i] = shortened(one, members...)
		}
		return list
	case map[string]any:
		short := map[string]any{}
		for _, name := range members {
			if one, ok := v[name]; ok {
				short[name] = one
			}
		}
		return short
	}
	return value
}

// cut makes a record small enough for an answer: its longest texts are cut, what is no text is left out.
// It returns the bytes that each had.
func cut(record map[string]any, most int) map[string]int {
	removed := map[string]int{}
	for over := size(record) - most; over > 0; over = size(record) - most {
		name := slices.MaxFunc(slices.Collect(maps.Keys(record)), func(a, b string) int {
			return cmp.Compare(size(record[a]), size(record[b]))
		})
		text, isText := record[name].(string)
		if _, again := removed[name]; !again {
			removed[name] = size(record[name])
			if isText {
				removed[name] = len(text)
			}
		}
		if isText && len(text) > over {
			record[name] = upTo(text, max(0, len(text)-over))
		} else {
			delete(record, name)
		}
	}
	return removed
}

// upTo returns the beginning of a text, of whole characters.
func upTo(text string, most int) string {
	for most > 0 && most < len(text) && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:min(most, len(text))]
}
