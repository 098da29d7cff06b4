package runtime

import (
	"context"
	"net/http"
	"time"

	"almanac/runtime/auth"
	"almanac/runtime/param"
	"almanac/runtime/store"
)

// exchange is what the way in and the way out of one request share: the
// handler notes here what the answer's headers are made of.
type exchange struct {
	id      string      // Of the request, for answers, logs and the audit.
	address string      // Of the client, without a port.
	version int64       // Of the one record that the answer shows; 0 for other answers.
	listed  bool        // The answer is a page of a list.
	minimal bool        // The client asked for no representation (RFC 7240).
	earlier *answer     // Given to the same request before, and now again.
	feed    *document   // Goes in the place of the JSON.
	stream  *feedStream // Is sent in the place of the JSON.
	varies  bool        // The answer depends on Accept.
	body    *body       // Of the request; nil for none.

	values   *param.Values // Parameters of the request, once they are read.
	override string        // Method that a form names in the place of POST; "" for none.

	key    string           // Of the answer in the cache, "" when it is not to be kept.
	moment store.SnapshotID // Of the store, at which the answer was made; "" when it is not to be kept.
	until  time.Time        // From when on the answer is another without a commit; zero for never.

	begun   time.Time         // When the header of the request had been read.
	route   string            // Pattern that the request met, "" for none.
	caller  auth.Caller       // Who asks, once that is known.
	queries *store.QueryStats // Of what the store was asked.
	queued  time.Duration     // Waited for other requests.
	timed   bool              // The client asked how long things take.
}

// exchangeKey is the key of the exchange in a request's context.
type exchangeKey struct{}

// withExchange returns the request with an exchange of its own.
func withExchange(r *http.Request, id string) (*http.Request, *exchange) {
	x := &exchange{id: id, begun: time.Now()}
	return r.WithContext(x.counted(context.WithValue(r.Context(), exchangeKey{}, x))), x
}

// arrive returns the request with its exchange, which Watch may have begun.
func arrive(r *http.Request) (*http.Request, *exchange) {
	if x, ok := r.Context().Value(exchangeKey{}).(*exchange); ok {
		return r, x
	}
	return withExchange(r, requestID(r.Header.Get(requestIDHeader)))
}

// exchangeOf returns the exchange of a request; one that nobody looks at when
// the request did not come through the API.
func exchangeOf(ctx context.Context) *exchange {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{}
}

// end gives back what the request still holds.
func (x *exchange) end() {
	if x.stream != nil {
		x.stream.end()
	}
}

// RequestID returns the id of the request that a context belongs to, "" when
// it belongs to none.
func RequestID(ctx context.Context) string { return exchangeOf(ctx).id }
