package identity

import (
	"context"
	"sync/atomic"

	"almanac/runtime/store"
)

// Cache has the identity that was read last, with the snapshot at which it was so. It is
// safe for concurrent use; the zero value is empty.
type Cache struct{ last atomic.Pointer[cached] }

// cached is an identity at a snapshot.
type cached struct {
	Identity
	at store.SnapshotID
}

// Read returns what is stored at the snapshot that a reader reads, with a statement only if
// there was a commit since the last call. A reader that is nil reads without a snapshot, by a
// statement of its own.
func (c *Cache) Read(ctx context.Context, s *store.Store, r *store.SnapshotReader) (Identity, error) {
	if r == nil {
		i, err := Read(ctx, s.Reader())
		if err == nil {
			c.last.Store(&cached{Identity: i})
		}
		return i, err
	}
	if last := c.last.Load(); last != nil && last.at != "" && last.at == r.StartSnapshot() {
		return last.Identity, nil
	}
	i, err := Read(ctx, r)
	if err == nil {
		c.last.Store(&cached{i, r.StartSnapshot()})
	}
	return i, err
}

// Last returns what was read last, by a statement only if that is nothing. Another process
// may have stored something else since.
func (c *Cache) Last(ctx context.Context, s *store.Store) (Identity, error) {
	if last := c.last.Load(); last != nil {
		return last.Identity, nil
	}
	return c.Read(ctx, s, nil)
}

// Forget makes the next call read: this process has stored something.
func (c *Cache) Forget() { c.last.Store(nil) }
