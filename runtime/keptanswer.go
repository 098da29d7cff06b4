package runtime

import (
	"bytes"
	"maps"
	"net/http"
	"sync/atomic"
	"time"

	"almanac/runtime/store"
)

// keptAnswer is an answer that is given again to whoever asks the same.  It is
// shared, and nothing of it changes but for the forms that are added.
type keptAnswer struct {
	head    http.Header // With its entity tag; without what depends on the request.
	body    []byte
	moment  store.SnapshotID
	until   time.Time // From then on it is another answer; zero for never.
	version int64     // Of the record that it shows, 0 for a list.
	listed  bool      // It is a page of a list.
	route   string    // Pattern that its requests meet.

	coded [codings]atomic.Pointer[[]byte] // The body in each content coding, once somebody wanted it.
}

// copy returns the answer that is held, to be kept.
func (w *response) copy(x *exchange) *keptAnswer {
	return &keptAnswer{
		head: maps.Clone(w.head), body: bytes.Clone(w.body.Bytes()),
		moment: x.moment, until: x.until, version: x.version, listed: x.listed, route: x.route,
	}
}

// outdated reports whether time has made another answer of it.
func (k *keptAnswer) outdated(now time.Time) bool { return !k.until.IsZero() && !now.Before(k.until) }

// size returns about how many bytes the answer takes, with the coded forms that
// it will get.
func (k *keptAnswer) size() int {
	return len(k.body) + len(k.body)/3
}
