package audit

import (
	"context"
	"fmt"

	"almanac/runtime/store"
)

// Since returns the entries of some records of a resource that come after an ID, in the order of the log.
func Since(
	ctx context.Context, s *store.Store, r store.Reader, resource string, records []int64, after int64,
) ([]Entry, error) {
	if len(records) == 0 {
		return nil, nil
	}
	var args store.Args
	sq := s.Builder().NewSelect().TableExpr("audit_entries").ColumnExpr(entryColumns).
		Where("resource = ?", args.Bind(resource)).Where("record_id ?", s.SQL().In(&args, records)).
		Where("id > ?", args.Bind(after)).OrderExpr("id")
	list, err := entries(ctx, r, sq.String(), args.Values()...)
	if err != nil {
		return nil, fmt.Errorf("read what changed %s since entry %d: %w", resource, after, err)
	}
	return list, nil
}
