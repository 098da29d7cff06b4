package param

// Integer returns a whole number.  Like all getters of this file it returns an
// absent Opt when the parameter was not sent or is faulty, and a null one for
// JSON null.
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

// String returns text; a JSON number stands for its characters.
func (d *Decoder) String(name string, rules ...Rule) Opt[string] {
	return single(d, name, rules, toText)
}

// Switch returns an untyped switch: what Boolean reads as true is true, and
// whatever else was sent is false, null too.  It never fails.
func (d *Decoder) Switch(name string) Opt[bool] {
	value, found := d.values.Lookup(name)
	if !found {
		return Opt[bool]{}
	}
	truth, _ := truthOf(value)
	return Some(truth)
}

// Any returns an untyped parameter as Lookup does.  It never fails.
func (d *Decoder) Any(name string) Opt[any] {
	value, found := d.values.Lookup(name)
	switch {
	case !found:
		return Opt[any]{}
	case value == nil:
		return Nothing[any]()
	}
	return Some(value)
}

// single reads a parameter that is not a list.
func single[T any](d *Decoder, name string, rs ruleSet, convert func(any, ruleSet) (T, string)) Opt[T] {
	value, found := d.values.Lookup(name)
	if !found {
		return Opt[T]{}
	}
	if value == nil {
		return nothing[T](d, name, rs)
	}
	got, problem := convert(value, rs)
	if problem == "" {
		return Some(got)
	}
	d.Fail(name, "", "%s %s%s.", name, problem, butNot(value))
	return Opt[T]{}
}

// nothing reads JSON null.
func nothing[T any](d *Decoder, name string, rs ruleSet) Opt[T] {
	if rs.has(ruleNotNull) {
		d.Fail(name, "", "%s must not be null.", name)
		return Opt[T]{}
	}
	return Nothing[T]()
}

// butNot completes a message about a value of the wrong shape.
func butNot(value any) string {
	switch value.(type) {
	case []any:
		return ", not a list"
	case map[string]any:
		return ", not an object"
	}
	return ""
}
