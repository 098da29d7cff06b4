package audit

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"almanac/runtime/store"
)

// Summary is a change as a whole.
type Summary struct {
	Change  string
	Entry   int64 // The first one that says what was meant: others follow from it.
	Records int64 // How many it has written.
}

// Changes is which changes Summaries returns.
type Changes struct {
	Resources []string
	User      int64     // 0 for those of all users.
	Since     time.Time // Changes of this second and later.
	Before    string    // ID of the change that they precede; "" for the last ones.
	Limit     int64
}

// Summaries returns changes, the newest first.
func Summaries(ctx context.Context, s *store.Store, r store.Reader, c Changes) ([]Summary, error) {
	var args store.Args
	resources, since := s.SQL().InTexts(&args, c.Resources), args.Bind(timestamp(c.Since))
	entries := func() *bun.SelectQuery {
		// With resource alone SQLite reads all of the log by the index of records instead of its end.
		sq := s.Builder().NewSelect().TableExpr("audit_entries").Where("at_utc >= ?", since).
			Where("change_id <> ''").Where("resource || '' ?", resources)
		if c.User != 0 {
			sq.Where("user_id = ?", args.Bind(c.User))
		}
		return sq
	}
	// All entries of a change have its time: the seconds are read by their index, and each is grouped whole.
	seconds := entries().ColumnExpr("DISTINCT at_utc").OrderExpr("at_utc DESC").Limit(c.Limit)
	sq := entries().ColumnExpr("change_id").
		ColumnExpr("COALESCE(MIN(CASE WHEN action NOT IN (?, ?, ?) THEN id END), MIN(id))",
			ActionUnlinked, ActionPublished, ActionImage).
		ColumnExpr("COUNT(DISTINCT record_id)").
		GroupExpr("at_utc, change_id").OrderExpr("at_utc DESC").OrderExpr("MIN(id) DESC").Limit(c.Limit)
	if at, ok := timeOf(c.Before); ok {
		second := args.Bind(timestamp(at))
		seconds.Where("at_utc <= ?", second)
		last := entries().ColumnExpr("MIN(id)").Where("at_utc = ?", second).Where("change_id = ?", args.Bind(c.Before))
		sq.Where("at_utc <= ?", second).Having("at_utc < ? OR MIN(id) < (?)", second, last)
	}
	sq.Where("at_utc IN (SELECT at_utc FROM (?) AS s)", seconds)
	var list []Summary
	err := r.Query(ctx, store.Statement{SQL: sq.String(), Args: args.Values(), ScanRow: func(row store.Row) error {
		var one Summary
		err := row.Scan(&one.Change, &one.Entry, &one.Records)
		list = append(list, one)
		return err
	}})
	if err != nil {
		return nil, fmt.Errorf("list changes: %w", err)
	}
	return list, nil
}

// ByID returns entries by their IDs.
func ByID(ctx context.Context, s *store.Store, r store.Reader, ids []int64) (map[int64]Entry, error) {
	var args store.Args
	sq := s.Builder().NewSelect().TableExpr("audit_entries").ColumnExpr(entryColumns).
		Where("id ?", s.SQL().In(&args, ids))
	list, err := entries(ctx, r, sq.String(), args.Values()...)
	if err != nil {
		return nil, fmt.Errorf("read entries: %w", err)
	}
	found := map[int64]Entry{}
	for _, e := range list {
		found[e.ID] = e
	}
	return found, nil
}
