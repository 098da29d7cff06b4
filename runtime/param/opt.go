package param

// State tells what a request said about one parameter or field.
type State uint8

// A parameter is absent, null, or has a value.
const (
	Absent State = iota
	Null
	Set
)

// Opt is a parameter or field that tells absent, null and value apart.  The
// zero value is absent.
type Opt[T any] struct {
	V     T
	State State
}

// Some returns an Opt that holds v.
func Some[T any](v T) Opt[T] { return Opt[T]{V: v, State: Set} }

// Nothing returns an Opt that is null.
func Nothing[T any]() Opt[T] { return Opt[T]{State: Null} }

// IsSet reports whether a value was sent.
func (o Opt[T]) IsSet() bool { return o.State == Set }

// IsNull reports whether null was sent.
func (o Opt[T]) IsNull() bool { return o.State == Null }

// Sent reports whether the name was there at all, with a value or with null.
func (o Opt[T]) Sent() bool { return o.State != Absent }

// Or returns the value, or other when absent or null.
func (o Opt[T]) Or(other T) T {
	if o.State == Set {
		return o.V
	}
	return other
}
