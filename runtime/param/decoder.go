package param

import (
	"almanac/runtime/apierror"
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
func (d *Decoder) AddError(name, code, format string, args ...any) {
	if d.params == nil {
		d.params = apierror.FieldErrors{}
	}
	d.params.Add(name, code, format, args...)
}

// Require adds an error for each of the parameters that is absent or null. One
// that is "" is invalid, not missing, as in The Events Calendar.
func (d *Decoder) Require(names ...string) {
	for _, name := range names {
		switch value, _ := d.values.Lookup(name); value {
		case nil:
			d.missing = append(d.missing, name)
		case "":
			d.AddError(name, "", "%s must not be empty.", name)
		}
	}
}

// Err returns a 400 with all errors, or nil if there are none. Compare the result
// with nil before assigning it to an error.
func (d *Decoder) Err() *apierror.Error {
	return d.params.Err(d.missing)
}
