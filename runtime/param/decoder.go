package param

import (
	"almanac/runtime/apierror"
)

// Decoder gives types to the parameters of one request.  It collects all
// problems; Err tells them at the end.  It serves one goroutine.
type Decoder struct {
	values  *Values
	params  apierror.FieldErrors // Faulty parameters; nil until the first.
	missing []string
}

// NewDecoder returns a decoder of v.
func NewDecoder(v *Values) *Decoder { return &Decoder{values: v} }

// Fail notes that parameter name is faulty; the sentence says what would be
// right.  An empty code means rest_invalid_param.  The first note of a name
// stays.
func (d *Decoder) Fail(name, code, format string, args ...any) {
	if d.params == nil {
		d.params = apierror.FieldErrors{}
	}
	d.params.Add(name, code, format, args...)
}

// Missing notes the required parameters among names that were not sent or are
// null.  One that was sent as "" is not missing but faulty, as in The Events Calendar.
func (d *Decoder) Missing(names ...string) {
	for _, name := range names {
		switch value, _ := d.values.Lookup(name); value {
		case nil:
			d.missing = append(d.missing, name)
		case "":
			d.Fail(name, "", "%s must not be empty.", name)
		}
	}
}

// Err returns the 400 that tells all problems, or nil when all is well.  Test
// the result for nil before it becomes an error.
func (d *Decoder) Err() *apierror.Error {
	return d.params.Err(d.missing)
}
