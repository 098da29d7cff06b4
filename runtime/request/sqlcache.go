package request

import (
	"sync"

	"almanac/runtime/auth"
	"almanac/runtime/store"
)

// SQLCache keeps the text of statements whose shape does not change, so that it
// is built once and not with every request.
type SQLCache struct{ known sync.Map } // Of shape, by textKey.

// SQLKey names a statement.
type SQLKey struct {
	Of      any    // The *Kind or *Link that it is about; nil for others.
	Purpose string // What it does.
	Role    auth.Role
	Known   bool // The caller is somebody.
}

// CachedSQL is the text of a statement.
type CachedSQL struct {
	SQL    string
	Values int // How many it takes.
}

// Get returns a text, which build writes when it is asked for the first time.
// The values that build binds do not matter, only their number and order.
func (t *SQLCache) Get(key SQLKey, build func(args *store.Args) string) CachedSQL {
	if known, ok := t.known.Load(key); ok {
		return known.(CachedSQL)
	}
	var args store.Args
	sql := build(&args)
	built := CachedSQL{SQL: sql, Values: len(args.Values())}
	t.known.Store(key, built)
	return built
}
