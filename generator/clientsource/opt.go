// Parameters and fields that distinguish absent, null and a value.

package client

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Opt is a parameter or field that is absent, null or a value.  The zero value
// is absent: it is not sent, and an update leaves the field as it is.
type Opt[T any] struct {
	value T
	state optState
}

// optState is what an Opt holds.
type optState uint8

const (
	isAbsent optState = iota
	isNull
	isSet
)

// Set returns an Opt that holds a value.
func Set[T any](value T) Opt[T] { return Opt[T]{value: value, state: isSet} }

// Null returns an Opt that is null: an update clears the field.
func Null[T any]() Opt[T] { return Opt[T]{state: isNull} }

// List returns an Opt that holds a list; without items it is the empty list.
func List[T any](items ...T) Opt[[]T] {
	if items == nil {
		items = []T{}
	}
	return Set(items)
}

// Get returns the value, and false when there is none: absent or null.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == isSet }

// Or returns the value, or other when there is none.
func (o Opt[T]) Or(other T) T {
	if o.state == isSet {
		return o.value
	}
	return other
}

// IsNull reports whether it is null.
func (o Opt[T]) IsNull() bool { return o.state == isNull }

// IsZero reports whether it is absent; encoding/json then leaves the member out.
func (o Opt[T]) IsZero() bool { return o.state == isAbsent }

// String returns the value for people, "null" or "absent" when there is none.
func (o Opt[T]) String() string {
	switch o.state {
	case isSet:
		return fmt.Sprint(o.value)
	case isNull:
		return "null"
	default:
		return "absent"
	}
}

// MarshalJSON writes the value, or null.
func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != isSet {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads a value, or null.
func (o *Opt[T]) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		*o = Null[T]()
		return nil
	}
	*o = Opt[T]{state: isSet}
	return json.Unmarshal(text, &o.value)
}
