package request

import (
	"context"
	"net/http"
	"time"

	"almanac/runtime/admission"
	"almanac/runtime/auth"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// State is what the way in and the way out of one request share: the
// handler notes here what the response's headers are made of.
type State struct {
	ID        string               // Of the request, for answers, logs and the audit.
	Address   string               // Of the client, without a port.
	Version   int64                // Of the one record that the response shows; 0 for other answers.
	Listed    bool                 // The response is a page of a list.
	Minimal   bool                 // The client asked for no representation (RFC 7240).
	Replay    *StoredResponse      // Given to the same request before, and now again.
	Feed      *Document            // Goes in the place of the JSON.
	Stream    Stream               // Is sent in the place of the JSON.
	Varies    bool                 // The response depends on Accept.
	BodyState *admission.BodyState // Of the request; nil for none.

	values   *param.Values // Parameters of the request, once they are read.
	Override string        // Method that a form names in the place of POST; "" for none.

	Key       string           // Of the response in the cache, "" when it is not to be cached.
	Snapshot  store.SnapshotID // Of the store, at which the response was made; "" when it is not to be cached.
	ExpiresAt time.Time        // From when on the response is another without a commit; zero for never.

	Begun   time.Time         // When the header of the request had been read.
	Route   string            // Pattern that the request met, "" for none.
	Caller  auth.Caller       // Who asks, once that is known.
	Queries *store.QueryStats // Of what the store was asked.
	Queued  time.Duration     // Waited for other requests.
	Timed   bool              // The client asked how long things take.
}

// Stream is a response that is sent as it is read.
type Stream interface {
	// End gives back what the stream holds, sent or not.
	End()
}

// Document is a response that is not JSON.
type Document struct {
	Type        string // Value of Content-Type.
	Disposition string // Value of Content-Disposition.
	Body        []byte // Nil for one that is sent in parts.
}

// Describe sets the header of a response that is the document.
func (d *Document) Describe(h http.Header) {
	h.Set("Content-Type", d.Type)
	h.Set("Content-Disposition", d.Disposition)
}

// StoredResponse is the response to a write, as it is stored under its
// idempotency key.
type StoredResponse struct {
	Status   int
	Location string
	Version  int64 // Of the record, for the ETag.
	Body     string
}

// StateKey is the key of the exchange in a request's context.
type StateKey struct{}

// WithState returns the request with an exchange of its own.
func WithState(r *http.Request, id string) (*http.Request, *State) {
	x := &State{ID: id, Begun: time.Now()}
	return r.WithContext(x.counted(context.WithValue(r.Context(), StateKey{}, x))), x
}

// StateOf returns the exchange of a request; one that nobody looks at when
// the request did not come through the API.
func StateOf(ctx context.Context) *State {
	if x, ok := ctx.Value(StateKey{}).(*State); ok {
		return x
	}
	return &State{}
}

// End gives back what the request still holds.
func (x *State) End() {
	if x.Stream != nil {
		x.Stream.End()
	}
}

// ID returns the id of the request that a context belongs to, "" when
// it belongs to none.
func ID(ctx context.Context) string { return StateOf(ctx).ID }

// counted returns a context whose statements count for the exchange, and for
// who counted them before.
func (x *State) counted(ctx context.Context) context.Context {
	if x.Queries = store.QueryStatsFrom(ctx); x.Queries == nil {
		ctx, x.Queries = store.WithQueryStats(ctx)
	}
	return ctx
}
