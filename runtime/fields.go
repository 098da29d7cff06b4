package runtime

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/param"
)

// selectFields keeps the top-level keys that _fields names, as the peer does.
// It is a huma.Transformer; errors are answered whole.
func selectFields(ctx huma.Context, status string, v any) (any, error) {
	u := ctx.URL()
	wanted, _ := param.InQuery(u.RawQuery, "_fields")
	if wanted == "" || !strings.HasPrefix(status, "2") {
		return v, nil
	}
	body, err := marshal(v)
	if err != nil || len(body) == 0 || body[0] != '{' {
		return v, err
	}
	return keep(wanted, body)
}

// keep copies the members of a JSON object that are named, parted by commas;
// all of them when nothing is.
func keep(wanted string, body []byte) (json.RawMessage, error) {
	if wanted == "" {
		return body, nil
	}
	named := map[string]bool{}
	for name := range strings.SplitSeq(wanted, ",") {
		named[strings.TrimSpace(name)] = true
	}
	return pick(body, named)
}

// pick copies the members of a JSON object whose names are in keep, in order.
func pick(body []byte, keep map[string]bool) (json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(body))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	out := bytes.NewBufferString("{")
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		if !keep[name.(string)] {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		key, _ := json.Marshal(name)
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
