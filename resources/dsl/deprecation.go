package dsl

import "time"

// Deprecation announces the removal of a field, parameter or resource.  The zero
// value means not deprecated.
type Deprecation struct {
	Since       string // Day, YYYY-MM-DD, in UTC: responses have it in the header Deprecation (RFC 9745).
	Replacement string // What to do instead, one line: "use venue".
}

// Deprecated deprecates a resource with all its routes:
//
//	Deprecation: dsl.Deprecated("2026-03-01", "use places"),
func Deprecated(since, replacement string) Deprecation {
	return Deprecation{Since: since, Replacement: replacement}
}

// Deprecated deprecates the field since a day, YYYY-MM-DD, and names the
// replacement.  The field still works; responses to requests that send it have
// the header Deprecation:
//
//	dsl.String("fax").Deprecated("2026-03-01", "use phone").Doc("Fax number")
func (f Field) Deprecated(since, replacement string) Field {
	f.spec.Deprecation = Deprecated(since, replacement)
	return f
}

// Deprecated deprecates the parameter, as [Field.Deprecated] does a field.
func (p Param) Deprecated(since, replacement string) Param {
	p.spec.Deprecation = Deprecated(since, replacement)
	return p
}

// IsSet reports whether there is a deprecation.
func (d Deprecation) IsSet() bool { return d != Deprecation{} }

func (v *validation) deprecations(r Resource) {
	v.deprecation(r, "", r.Deprecation)
	for _, f := range r.FieldSpecs() {
		v.at(f.position)
		v.deprecation(r, "field "+quoted(f.Name)+": ", f.Deprecation)
		if f.Deprecation.IsSet() && f.Required {
			v.errorf(r, "field %q: is deprecated and required, but clients must be able to stop sending it; "+
				"remove Required first", f.Name)
		}
	}
	for _, p := range r.ParamSpecs() {
		v.at(p.position)
		v.deprecation(r, "list parameter "+quoted(p.Name)+": ", p.Deprecation)
	}
	v.atMember()
}

// deprecation checks that the day exists and that there is a replacement.
func (v *validation) deprecation(r Resource, what string, d Deprecation) {
	if !d.IsSet() {
		return
	}
	if _, err := time.Parse(time.DateOnly, d.Since); err != nil {
		v.errorf(r, "%sdeprecated since %q, which is not a day of the form 2026-03-01", what, d.Since)
	}
	if !isOneLine(d.Replacement) {
		v.errorf(r, "%sdeprecated without a replacement of one line, such as \"use venue\"", what)
	}
}
