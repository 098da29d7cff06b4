package model

import (
	"cmp"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"almanac/runtime/jsonenc"
)

// List is a field with several texts or whole numbers, as the JSON array that its
// column has; "" is the empty list too.  It cannot be changed in place, so that hooks
// see what the record had before.
type List[T string | int64] string

// ListOf returns the list of some values.
func ListOf[T string | int64](values ...T) List[T] {
	b := []byte{'['}
	for i, value := range values {
		if i > 0 {
			b = append(b, ',')
		}
		switch v := any(value).(type) {
		case string:
			b = jsonenc.AppendString(b, v)
		case int64:
			b = jsonenc.AppendInt(b, v)
		}
	}
	return List[T](append(b, ']'))
}

// Values returns the elements, nil for none.
func (l List[T]) Values() []T {
	var values []T
	if l != "" && json.Unmarshal([]byte(l), &values) != nil {
		return nil // Not written by this program.
	}
	return values
}

// Column returns what the column has.
func (l List[T]) Column() string { return cmp.Or(string(l), "[]") }

// AppendJSON appends the array.
func (l List[T]) AppendJSON(b []byte) []byte { return append(b, l.Column()...) }

// MarshalJSON returns the array.
func (l List[T]) MarshalJSON() ([]byte, error) { return l.AppendJSON(nil), nil }

// Schema describes the array to readers (huma.SchemaProvider).
func (List[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[[]T]())
}
