// References from one record to others.

package client

import "encoding/json"

// Ref names a record that another one is linked to: by its id, by what it is
// called, or by the fields F of a record that is made together with the link.
// The functions of the resource make it.
type Ref[F any] struct{ value any }

// MarshalJSON writes the id, the name, or the fields; null for the zero Ref.
func (r Ref[F]) MarshalJSON() ([]byte, error) { return json.Marshal(r.value) }
