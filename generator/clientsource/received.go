// Headers of a response, and its body.

package client

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Received has the headers of a response, beside its record or page.
// Records nested in another response have the zero value.
type Received struct {
	ETag      string      // For IfMatch and IfNoneMatch; "" without one.
	Location  string      // URL of a new record.
	RequestID string      // ID of the request in the server log.
	Change    string      // ID of what a write changed, in the log of changes; "" for nothing.
	Replayed  bool        // Repeats the response to an earlier request with the same Idempotency-Key.
	Header    http.Header // All headers.
}

// received returns itself, so that what embeds it can be filled in.
func (r *Received) received() *Received { return r }

// carrier is what embeds Received.
type carrier interface{ received() *Received }

// response is a successful response.
type response struct {
	request string // Method and path.
	header  http.Header
	body    []byte
}

// received returns the headers of the response.
func (a *response) received() Received {
	return Received{
		ETag: a.header.Get("ETag"), Location: a.header.Get("Location"), RequestID: a.header.Get("X-Request-Id"),
		Change: a.header.Get("Change-Id"), Replayed: a.header.Get("Idempotency-Replayed") == "true", Header: a.header,
	}
}

// read returns the body of a response as a T, together with the headers.
// The body of a minimal response is empty and gives a zero T.
func read[T any](a *response) (*T, error) {
	v := new(T)
	if len(a.body) > 0 {
		if err := json.Unmarshal(a.body, v); err != nil {
			return nil, fmt.Errorf("%s: read the response: %w", a.request, err)
		}
	}
	if c, ok := any(v).(carrier); ok {
		*c.received() = a.received()
	}
	return v, nil
}
