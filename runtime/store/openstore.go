package store

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
)

// Open connects to "sqlite:path" or "postgres://..." and returns when the
// database answers.  A missing SQLite file is made, unless ReadOnly is set;
// its directory has to be there.  The error is one sentence that holds no password.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s, err := connect(ctx, url, o)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return s, nil
}

// connect opens the engine that the URL names.
func connect(ctx context.Context, url string, o Options) (*Store, error) {
	scheme, rest, _ := strings.Cut(url, ":")
	switch scheme {
	case "sqlite":
		e, err := openSQLite(ctx, rest, o)
		if err != nil {
			return nil, err
		}
		return New(ctx, SQLite, e, o)
	case "postgres", "postgresql":
		e, err := openPostgres(ctx, url, o)
		if err != nil {
			return nil, err
		}
		return New(ctx, PostgreSQL, e, o)
	default:
		return nil, errScheme
	}
}
