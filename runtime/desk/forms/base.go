package forms

import (
	"strings"

	"almanac/runtime/desk/record"
)

// baseOf returns what a form remembers of the values that it began with: a digest of each
// field that has any.
func baseOf(fields []record.Field, v record.Values) string {
	var parts []string
	for _, f := range fields {
		if len(v[f.Name]) > 0 {
			parts = append(parts, f.Name+"="+record.Digest(v[f.Name]))
		}
	}
	return strings.Join(parts, " ")
}

// base has the digests that a form began with, by the name of the field.
type base map[string]string

// parseBase reads what baseOf has written.
func parseBase(s string) base {
	b := base{}
	for _, part := range strings.Fields(s) {
		name, sum, _ := strings.Cut(part, "=")
		b[name] = sum
	}
	return b
}

// differs reports whether a field contains something else than it began with.
func (b base) differs(name string, list []string) bool {
	if len(list) == 0 {
		return b[name] != ""
	}
	return b[name] != record.Digest(list)
}
