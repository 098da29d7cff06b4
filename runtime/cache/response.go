package cache

import (
	"net/http"
	"sync/atomic"
	"time"

	"almanac/runtime/coding"
	"almanac/runtime/store"
)

// CachedResponse is a response that is given to every client that asks the same.  It is
// shared, and nothing of it changes but for the forms that are added.
type CachedResponse struct {
	Head      http.Header // With its entity tag; without what depends on the request.
	Body      []byte
	Snapshot  store.SnapshotID
	ExpiresAt time.Time // From then on it is another response; zero for never.
	Version   int64     // Of the record that it shows, 0 for a list.
	Listed    bool      // It is a page of a list.
	Route     string    // Pattern that its requests meet.

	Coded [coding.Codings]atomic.Pointer[[]byte] // The body in each content coding, once somebody wanted it.
}

// expired reports whether time has made another response of it.
func (c *CachedResponse) expired(now time.Time) bool {
	return !c.ExpiresAt.IsZero() && !now.Before(c.ExpiresAt)
}

// size returns about how many bytes the response takes, with the coded forms that
// it will get.
func (c *CachedResponse) size() int {
	return len(c.Body) + len(c.Body)/3
}
