package open

import (
	"context"
	"log/slog"
	"strings"

	"almanac/runtime/store"
	"almanac/runtime/store/postgres"
	"almanac/runtime/store/sqlite"
)

// Store connects to "sqlite:path" or "postgres://..." and returns when the
// database answers.  A missing SQLite file is made, unless ReadOnly is set;
// its directory has to be there.  The error is one sentence that contains no password.
func Store(ctx context.Context, url string, o store.Options) (*store.Store, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	scheme, rest, _ := strings.Cut(url, ":")
	switch scheme {
	case "sqlite":
		e, err := sqlite.Open(ctx, rest, o)
		if err != nil {
			return nil, err
		}
		return store.New(ctx, store.SQLite, e, o)
	case "postgres", "postgresql":
		e, err := postgres.Open(ctx, url, o)
		if err != nil {
			return nil, err
		}
		return store.New(ctx, store.PostgreSQL, e, o)
	default:
		return nil, errScheme
	}
}
