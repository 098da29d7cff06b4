package runtime

import (
	"context"
	"sync"

	"almanac/runtime/auth"
)

// feedLimit bounds the long feeds that are sent at once.  A feed that finds no
// room is refused, because others take as long as their readers do.  One sender
// gets half of the room, so that slow readers at one address leave some to the
// others.  A nil feedLimit bounds nothing.
type feedLimit struct {
	*limiter
	mu sync.Mutex
	by map[string]int64 // How many are sent to each sender.
}

// newFeedLimit returns the limit, nil for none.  What prepares feeds holds a
// place among the requests that are worked on, so that feeds get a quarter of
// these at most.
func newFeedLimit(bounds Admission) *feedLimit {
	feeds := int64(bounds.Feeds)
	if all := int64(bounds.Concurrent); all > 0 && feeds > 0 {
		feeds = min(feeds, max(all/4, 1))
	}
	if feeds <= 0 {
		return nil
	}
	return &feedLimit{limiter: newLimiter("feeds", feeds, 0, 0), by: map[string]int64{}}
}

// enter lets a feed to an address in and returns what ends it, which is called
// once.  The error is a 503.
func (f *feedLimit) enter(ctx context.Context, address string) (leave func(), err error) {
	if f == nil {
		return func() {}, nil
	}
	sender := auth.Sender(address)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.by[sender] >= max(f.capacity/2, 1) {
		f.note(func(now *LimitState) { now.Refused++ })
		return nil, busy()
	}
	leaveLimit, err := f.limiter.enter(ctx, 1)
	if err != nil {
		return nil, err
	}
	f.by[sender]++
	return func() {
		leaveLimit()
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.by[sender]--; f.by[sender] == 0 {
			delete(f.by, sender)
		}
	}, nil
}
