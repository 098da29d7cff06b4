package param

// State is the state of one parameter or field in a request.
type State uint8

// A parameter is absent, null, or has a value.
const (
	StateAbsent State = iota
	StateNull
	StateSet
)

// Opt is a parameter or field that is absent, null or has a value. The zero value
// is absent.
type Opt[T any] struct {
	Value T
	State State
}

// Of returns an Opt with the value v.
func Of[T any](v T) Opt[T] { return Opt[T]{Value: v, State: StateSet} }

// NullOf returns an Opt that is null.
func NullOf[T any]() Opt[T] { return Opt[T]{State: StateNull} }

// IsSet reports whether a value was sent.
func (o Opt[T]) IsSet() bool { return o.State == StateSet }

// IsNull reports whether null was sent.
func (o Opt[T]) IsNull() bool { return o.State == StateNull }

// IsPresent reports whether the parameter was sent, with a value or as null.
func (o Opt[T]) IsPresent() bool { return o.State != StateAbsent }

// ValueOr returns the value, or other if it is absent or null.
func (o Opt[T]) ValueOr(other T) T {
	if o.State == StateSet {
		return o.Value
	}
	return other
}
