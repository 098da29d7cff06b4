package param

import (
	"almanac/runtime/apierror"
	"almanac/runtime/messages"
)

// Decoder converts the parameters of one request to typed values. It collects all
// errors; Err returns them at the end. It is not safe for concurrent use.
type Decoder struct {
	values  *Values
	params  apierror.FieldErrors // Invalid parameters; nil until the first.
	missing []string
}

// NewDecoder returns a decoder of v.
func NewDecoder(v *Values) *Decoder { return &Decoder{values: v} }

// AddError adds an error of a parameter; the sentence says what would be valid.
// An empty code means rest_invalid_param. Only the first error of a name is kept.
func (d *Decoder) AddError(name, code string, format messages.Format, values ...any) {
	if d.params == nil {
		d.params = apierror.FieldErrors{}
	}
	d.params.Add(name, code, format, values...)
}

func (d *Decoder) addProblem(name string, problem messages.Message) {
	d.AddError(name, "", problem.Format, problem.Values...)
}

// Require adds an error for each of the parameters that is absent or null. One
// that is "" is invalid, not missing, as in The Events Calendar.
func (d *Decoder) Require(names ...string) {
	for _, name := range names {
		switch value, _ := d.values.Lookup(name); value {
		case nil:
			d.missing = append(d.missing, name)
		case "":
			d.AddError(name, "", "%s must not be empty.", apierror.Param(name))
		}
	}
}

// Err returns a 400 with all errors, or nil if there are none. Compare the result
// with nil before assigning it to an error.
func (d *Decoder) Err() *apierror.Error {
	return d.params.Err(d.missing)
}

// Integer returns a whole number. Like all getters of this file it returns an
// absent Opt if the parameter is absent or invalid, and a null one for JSON
// null.
func (d *Decoder) Integer(name string, rules ...Rule) Opt[int64] {
	return single(d, name, rules, toInteger)
}

// Number returns a decimal number.
func (d *Decoder) Number(name string, rules ...Rule) Opt[float64] {
	return single(d, name, rules, toNumber)
}

// Boolean returns a truth value: true, 1, yes, on or false, 0, no, off, in any
// case, as text or JSON.
func (d *Decoder) Boolean(name string, rules ...Rule) Opt[bool] {
	return single(d, name, rules, toBoolean)
}

// String returns text; a JSON number is returned as written.
func (d *Decoder) String(name string, rules ...Rule) Opt[string] {
	return single(d, name, rules, toText)
}

// LenientBool returns true for the values that Boolean converts to true, and
// false for all others, also for null. It never adds an error.
func (d *Decoder) LenientBool(name string) Opt[bool] {
	value, found := d.values.Lookup(name)
	if !found {
		return Opt[bool]{}
	}
	truth, _ := truthOf(value)
	return Of(truth)
}

// Any returns an untyped parameter like Lookup. It never adds an error.
func (d *Decoder) Any(name string) Opt[any] {
	value, found := d.values.Lookup(name)
	switch {
	case !found:
		return Opt[any]{}
	case value == nil:
		return NullOf[any]()
	}
	return Of(value)
}

// single reads a parameter that is not a list.
func single[T any](d *Decoder, name string, rs ruleSet, convert func(any, ruleSet) (T, messages.Message)) Opt[T] {
	value, found := d.values.Lookup(name)
	if !found {
		return Opt[T]{}
	}
	if value == nil {
		return nullOf[T](d, name, rs)
	}
	got, problem := convert(value, rs)
	if problem.Format == "" {
		return Of(got)
	}
	d.addProblem(name, butNot(problem.About(apierror.Param(name)), value))
	return Opt[T]{}
}

// nullOf reads JSON null.
func nullOf[T any](d *Decoder, name string, rs ruleSet) Opt[T] {
	if rs.has(ruleNotNull) {
		d.AddError(name, "", "%s must not be null.", apierror.Param(name))
		return Opt[T]{}
	}
	return NullOf[T]()
}

// butNot completes a message about a value of the wrong type.
func butNot(problem messages.Message, value any) messages.Message {
	switch value.(type) {
	case []any, repeated:
		return messages.NewMessage("%s, not a list.", messages.Clause(problem))
	case map[string]any:
		return messages.NewMessage("%s, not an object.", messages.Clause(problem))
	}
	return problem
}
