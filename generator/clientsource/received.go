// What an answer says beside its body.

package client

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Received is what an answer said beside the record or the page that it holds.
// Records that are part of another answer have the zero value.
type Received struct {
	ETag      string      // Tag of the answer, for IfMatch and IfNoneMatch; "" where it has none.
	Location  string      // Address of a record that was created.
	RequestID string      // Under which the log of the service tells about the request.
	Replayed  bool        // The answer is that of an earlier request with the same Idempotency-Key.
	Header    http.Header // All that the answer said.
}

// received returns itself, so that what embeds it can be filled in.
func (r *Received) received() *Received { return r }

// carrier is what embeds Received.
type carrier interface{ received() *Received }

// answer is a successful answer.
type answer struct {
	request string // Method and path.
	header  http.Header
	body    []byte
}

// received returns what the answer says beside its body.
func (a *answer) received() Received {
	return Received{
		ETag: a.header.Get("ETag"), Location: a.header.Get("Location"), RequestID: a.header.Get("X-Request-Id"),
		Replayed: a.header.Get("Idempotency-Replayed") == "true", Header: a.header,
	}
}

// read returns the body of an answer as a T, together with what came beside it.
// The body of a minimal answer is empty and gives a T that is zero otherwise.
func read[T any](a *answer) (*T, error) {
	v := new(T)
	if len(a.body) > 0 {
		if err := json.Unmarshal(a.body, v); err != nil {
			return nil, fmt.Errorf("%s: read the answer: %w", a.request, err)
		}
	}
	if c, ok := any(v).(carrier); ok {
		*c.received() = a.received()
	}
	return v, nil
}
