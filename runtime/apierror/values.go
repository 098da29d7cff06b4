package apierror

import (
	"slices"
	"strconv"
	"strings"

	"almanac/runtime/messages"
)

// Param is the name of a field or a parameter in a message; may be a path, such as
// "lines[1].price".
type Param string

// Params is a list of such names.
type Params []string

// Resource is the name of a resource in a message, in the singular or the plural.
type Resource string

// ID is that of a record or a user in a message: a number that is not counted.
type ID int64

// String returns the names as they are listed.
func (p Params) String() string { return strings.Join(p, ", ") }

// String returns the digits of the ID.
func (id ID) String() string { return strconv.FormatInt(int64(id), 10) }

// Subject returns the parameter with which a message begins, "" for none.
func Subject(m messages.Message) Param {
	if len(m.Values) == 0 || !strings.HasPrefix(string(m.Format), "%s") {
		return ""
	}
	if inside, ok := m.Values[0].(messages.Clause); ok {
		return Subject(messages.Message(inside))
	}
	subject, _ := m.Values[0].(Param)
	return subject
}

// Names reports whether a message has the name of a parameter among its values.
func Names(m messages.Message, name Param) bool {
	return slices.ContainsFunc(m.Values, func(value any) bool {
		switch v := value.(type) {
		case messages.Message:
			return Names(v, name)
		case messages.Clause:
			return Names(messages.Message(v), name)
		case Params:
			return slices.Contains(v, string(name))
		}
		return value == any(name)
	})
}

// Renamed returns a message about a parameter under another name.
func Renamed(m messages.Message, from, to Param) messages.Message {
	values := make([]any, len(m.Values))
	for i, value := range m.Values {
		switch v := value.(type) {
		case messages.Message:
			value = Renamed(v, from, to)
		case messages.Clause:
			value = messages.Clause(Renamed(messages.Message(v), from, to))
		case Param:
			if v == from {
				value = to
			}
		}
		values[i] = value
	}
	return messages.NewMessage(m.Format, values...)
}
