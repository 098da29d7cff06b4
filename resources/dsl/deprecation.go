package dsl

import "time"

// Deprecation says since when clients should no longer use something, and what
// they use instead.  The zero value stands for what is not deprecated.
type Deprecation struct {
	Since string // Day, YYYY-MM-DD: answers carry it in the header Deprecation (RFC 9745), as midnight in UTC.
	Use   string // What to do instead, in one line: "use venue".
}

// Deprecated deprecates a whole resource, with all of its routes:
//
//	Deprecation: dsl.Deprecated("2026-03-01", "use places"),
func Deprecated(since, use string) Deprecation { return Deprecation{Since: since, Use: use} }

// Deprecated marks a field that clients should no longer send or read, since a
// day that is written YYYY-MM-DD, and says what they use instead.  The field
// works on, and answers to requests that send it say that it is deprecated:
//
//	dsl.String("fax").Deprecated("2026-03-01", "use phone").Doc("Fax number")
func (f Field) Deprecated(since, use string) Field { f.Deprecation = Deprecated(since, use); return f }

// Deprecated marks a parameter that clients should no longer send, as
// [Field.Deprecated] does.
func (p Param) Deprecated(since, use string) Param { p.Deprecation = Deprecated(since, use); return p }

// IsSet reports whether something is deprecated.
func (d Deprecation) IsSet() bool { return d != Deprecation{} }

// deprecations checks what is deprecated: since a day that there is, and with
// something to use instead.
func (v *validation) deprecations(r Resource) {
	v.deprecation(r, "", r.Deprecation)
	for _, f := range r.Fields {
		v.deprecation(r, "field "+quoted(f.Name)+": ", f.Deprecation)
		if f.Deprecation.IsSet() && f.Must {
			v.fault(r, "field %q: is deprecated and required, so that nobody could stop sending it; take Required away first", f.Name)
		}
	}
	for _, p := range r.Params {
		v.deprecation(r, "list parameter "+quoted(p.Name)+": ", p.Deprecation)
	}
}

// deprecation checks one word.
func (v *validation) deprecation(r Resource, what string, d Deprecation) {
	if !d.IsSet() {
		return
	}
	if _, err := time.Parse(time.DateOnly, d.Since); err != nil {
		v.fault(r, "%sdeprecated since %q, which is no day; write it as 2026-03-01", what, d.Since)
	}
	if !sentence(d.Use) {
		v.fault(r, "%sdeprecated without saying in one line what to use instead", what)
	}
}
