package audit

import (
	"context"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"

	"almanac/runtime/store"
)

// OfChange returns the entries of a change, in the order of the log; none for an unknown ID.
func OfChange(ctx context.Context, r store.Reader, change string) ([]Entry, error) {
	at, ok := timeOf(change)
	if !ok {
		return nil, nil
	}
	list, err := entries(ctx, r, "SELECT "+entryColumns+" FROM audit_entries WHERE at_utc = $1 AND change_id = $2"+
		" ORDER BY id", timestamp(at), change)
	if err != nil {
		return nil, fmt.Errorf("read change %s: %w", change, err)
	}
	return list, nil
}

// timeOf returns the time of a change, which its ID has; false for what is no ID.
func timeOf(change string) (time.Time, bool) {
	id, err := uuid.Parse(change)
	if err != nil || id.String() != change {
		return time.Time{}, false
	}
	ms := binary.BigEndian.Uint64(append([]byte{0, 0}, id[:6]...))
	return time.UnixMilli(int64(ms)), true //nolint:gosec // 48 bits.  NewChange has it from the entries.
}

// OfRecord returns entries of a record, the newest first, that come before an ID, 0 for the last ones, up
// to a number.  Writers of a record wait for each other, so that its IDs are in the order of the changes.
func OfRecord(
	ctx context.Context, r store.Reader, resource string, record, before int64, limit int,
) ([]Entry, error) {
	list, err := entries(ctx, r, "SELECT "+entryColumns+" FROM audit_entries WHERE resource = $1 AND record_id = $2"+
		" AND ($3 = 0 OR id < $3) ORDER BY id DESC LIMIT $4", resource, record, before, int64(limit))
	if err != nil {
		return nil, fmt.Errorf("read the history of %s %d: %w", resource, record, err)
	}
	return list, nil
}
