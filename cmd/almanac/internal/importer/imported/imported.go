// Package imported remembers which event each entry of an iCalendar file
// became, so that the entry is the same event when it comes again.  It knows the
// table and nothing of files or records: those who import tell it, inside the
// transaction of what they write.
package imported

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"almanac/runtime/store"
)

// Key names an entry of a file.
type Key struct {
	UID string // As the file has it, of any length.
	// Of a series: its original start in the form "20060102T150405"; "" where there is no series,
	// and for the first in databases of old versions.
	Occurrence string
}

// digest shortens a key to what an index takes.
func (k Key) digest() string {
	sum := sha256.Sum256([]byte(k.UID + "\x00" + k.Occurrence))
	return hex.EncodeToString(sum[:])
}

// Entry is what an entry of a file became.
type Entry struct {
	Key
	Event    int64  // Id of the event, which may have been deleted since.
	Sequence int64  // SEQUENCE of the entry.
	Modified string // LAST-MODIFIED of the entry, a wall time in UTC; "" for none.
	Content  string // Digest of what the entry said.
	Taken    string // When the event was edited, as model.EditedUTC returns it, when the entry was taken.
}

// All returns every entry, by its key.
func All(ctx context.Context, r store.Reader) (map[Key]Entry, error) {
	all := map[Key]Entry{}
	err := r.Query(ctx, store.Statement{
		SQL: `SELECT uid, occurrence, event_id, sequence, modified_utc, content_sha256, event_modified_utc FROM ics_entries` +
			` WHERE occurrence NOT LIKE '` + seriesMark + `%'`,
		ScanRow: func(row store.Row) error {
			var e Entry
			err := row.Scan(&e.UID, &e.Occurrence, &e.Event, &e.Sequence, &e.Modified, &e.Content, &e.Taken)
			all[e.Key] = e
			return err
		},
	})
	if err != nil {
		return nil, fmt.Errorf("read the entries of imported calendars: %w", err)
	}
	return all, nil
}

// Save keeps an entry in the transaction w, in the place of the one with the
// same key.
func Save(ctx context.Context, w store.Writer, e Entry) error {
	_, err := w.Exec(ctx, store.Statement{
		SQL: `INSERT INTO ics_entries (entry, uid, occurrence, event_id, sequence, modified_utc, content_sha256, ` +
			`event_modified_utc)` +
			` VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (entry) DO UPDATE SET event_id = excluded.event_id,` +
			` sequence = excluded.sequence, modified_utc = excluded.modified_utc, content_sha256 = excluded.content_sha256, ` +
			`event_modified_utc = excluded.event_modified_utc`,
		Args: []any{e.digest(), e.UID, e.Occurrence, e.Event, e.Sequence, e.Modified, e.Content, e.Taken},
	})
	if err != nil {
		return fmt.Errorf("store the entry %q of an imported calendar: %w", e.UID, err)
	}
	return nil
}

// Rename keeps an entry by another key, in the transaction w.
func Rename(ctx context.Context, w store.Writer, e Entry, key Key) (Entry, error) {
	_, err := w.Exec(ctx, store.Statement{SQL: `DELETE FROM ics_entries WHERE entry = $1`, Args: []any{e.digest()}})
	if err != nil {
		return e, fmt.Errorf("store the entry %q of an imported calendar: %w", e.UID, err)
	}
	e.Key = key
	return e, Save(ctx, w, e)
}
