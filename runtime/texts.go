package runtime

import (
	"sync"

	"almanac/runtime/auth"
	"almanac/runtime/store"
)

// texts keeps the text of statements whose shape does not change, so that it
// is built once and not with every request.
type texts struct{ known sync.Map } // Of shape, by textKey.

// textKey names a statement.
type textKey struct {
	of      any    // The *Kind or *Link that it is about; nil for others.
	purpose string // What it does.
	role    auth.Role
	known   bool // The caller is somebody.
}

// shape is the text of a statement.
type shape struct {
	sql    string
	values int // How many it takes.
}

// get returns a text, which build writes when it is asked for the first time.
// The values that build binds do not matter, only their number and order.
func (t *texts) get(key textKey, build func(args *store.Args) string) shape {
	if known, ok := t.known.Load(key); ok {
		return known.(shape)
	}
	var args store.Args
	sql := build(&args)
	built := shape{sql: sql, values: len(args.Values())}
	t.known.Store(key, built)
	return built
}
