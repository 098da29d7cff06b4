package changes

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"almanac/runtime/store"
)

// Point is a place in the log of changes.
type Point struct {
	// Seen is a snapshot of PostgreSQL as text, or the ID of the last entry on SQLite.
	Seen string `json:"s"`
	Last int64  `json:"l"` // ID of an entry that the log had; 0 for an empty one.
	At   int64  `json:"t"` // When, in Unix seconds.
}

// Here returns where the log is for the next statements of a reader of the primary, and the part of the epoch
// that the database has by itself.
func Here(ctx context.Context, s *store.Store, r store.Reader, now time.Time) (p Point, cluster string, err error) {
	p.At = now.Unix()
	sql := "SELECT CAST(COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'audit_entries'), 0) AS text), ''"
	if s.Dialect() == store.PostgreSQL {
		// The name of a file of the write-ahead log begins with the timeline.
		sql = "SELECT pg_current_snapshot()::text, (SELECT system_identifier FROM pg_control_system())::text || '/' || " +
			"left(pg_walfile_name(pg_current_wal_lsn()), 8)"
	}
	err = r.Query(ctx, store.Statement{
		SQL:     sql + ", COALESCE((SELECT max(id) FROM audit_entries), 0)",
		ScanRow: func(row store.Row) error { return row.Scan(&p.Seen, &cluster, &p.Last) },
	})
	if err != nil {
		return p, "", fmt.Errorf("find the end of the log of changes: %w", err)
	}
	return p, cluster, nil
}

// after returns the condition that an entry, e, came after the point.
func (p Point) after(s *store.Store, args *store.Args) schema.QueryAppender {
	if s.Dialect() == store.SQLite {
		id, _ := strconv.ParseInt(p.Seen, 10, 64) // Here made it.
		return bun.SafeQuery("e.id > ?", args.Bind(id))
	}
	oldest, _, _ := strings.Cut(p.Seen, ":")
	first, _ := strconv.ParseInt(oldest, 10, 64)
	return bun.SafeQuery("e.transaction_id >= ? AND "+
		"NOT pg_visible_in_snapshot(e.transaction_id::text::xid8, CAST(?::text AS pg_snapshot))",
		args.Bind(first), args.Bind(p.Seen))
}

// reached returns the condition that an entry, e, had come at the point.
func (p Point) reached(s *store.Store, args *store.Args) schema.QueryAppender {
	if s.Dialect() == store.SQLite {
		id, _ := strconv.ParseInt(p.Seen, 10, 64) // Here made it.
		return bun.SafeQuery("e.id <= ?", args.Bind(id))
	}
	_, rest, _ := strings.Cut(p.Seen, ":")
	next, _, _ := strings.Cut(rest, ":")
	end, _ := strconv.ParseInt(next, 10, 64)
	return bun.SafeQuery("e.transaction_id < ? AND "+
		"pg_visible_in_snapshot(e.transaction_id::text::xid8, CAST(?::text AS pg_snapshot))",
		args.Bind(end), args.Bind(p.Seen))
}

// Whole reports whether the log still has all that came after the point.
func (p Point) Whole(ctx context.Context, s *store.Store, r store.Reader) (whole bool, err error) {
	sql := "SELECT EXISTS (SELECT 1 FROM audit_entries WHERE id = $1)"
	if p.Last == 0 {
		sql = "SELECT CAST($1 AS bigint) = 0 AND COALESCE((SELECT min(id) FROM audit_entries), 1) = 1"
	}
	args := []any{p.Last}
	if s.Dialect() == store.SQLite { // A copy by hand may be older than the token.
		seen, _ := strconv.ParseInt(p.Seen, 10, 64)
		sql += " AND COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'audit_entries'), 0) >= $2"
		args = append(args, seen)
	}
	err = r.Query(ctx, store.Statement{
		SQL: sql, Args: args, ScanRow: func(row store.Row) error { return row.Scan(&whole) },
	})
	if err != nil {
		return false, fmt.Errorf("look for gaps in the log of changes: %w", err)
	}
	return whole, nil
}
