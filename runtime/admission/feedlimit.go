package admission

import (
	"context"
	"sync"

	"almanac/runtime/auth"
)

// FeedLimit bounds the long feeds that are sent at once.  A feed that finds no
// room is refused, because others take as long as their readers do.  One sender
// gets half of the room, so that slow readers at one address leave some to the
// others.  A nil FeedLimit bounds nothing.
type FeedLimit struct {
	*Limiter
	mu sync.Mutex
	by map[string]int64 // How many are sent to each sender.
}

// NewFeedLimit returns the limit, nil for none.  What prepares feeds holds a
// place among the requests that are worked on, so that feeds get a quarter of
// these at most.
func NewFeedLimit(bounds Admission) *FeedLimit {
	feeds := int64(bounds.Feeds)
	if all := int64(bounds.Concurrent); all > 0 && feeds > 0 {
		feeds = min(feeds, max(all/4, 1))
	}
	if feeds <= 0 {
		return nil
	}
	return &FeedLimit{Limiter: New("feeds", feeds, 0, 0), by: map[string]int64{}}
}

// Enter lets a feed to an address in and returns what ends it, which is called
// once.  The error is a 503.
func (f *FeedLimit) Enter(ctx context.Context, address string) (leave func(), err error) {
	if f == nil {
		return func() {}, nil
	}
	sender := auth.ClientKey(address)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.by[sender] >= max(f.capacity/2, 1) {
		f.note(func(now *LimitState) { now.Refused++ })
		return nil, busy()
	}
	leaveLimit, err := f.Limiter.Enter(ctx, 1)
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
