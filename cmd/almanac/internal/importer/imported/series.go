package imported

import (
	"context"
	"fmt"
	"strings"

	"almanac/runtime/store"
)

// SeriesKey names a series of a file.
type SeriesKey struct {
	UID  string
	From string // Occurrence that changes all later ones, which begins a series of its own; "" for the first.
}

// seriesMark begins what the rows of series have as their occurrence.
const seriesMark = "series"

// Series is what a series of a file became.
type Series struct {
	SeriesKey
	ID      int64  // Of the series, which may have been deleted since.
	Version int64  // That it had when it was taken.
	Content string // Digest of how it repeated.
}

// AllSeries returns every series, by its key.
func AllSeries(ctx context.Context, r store.Reader) (map[SeriesKey]Series, error) {
	all := map[SeriesKey]Series{}
	err := r.Query(ctx, store.Statement{
		SQL: `SELECT uid, occurrence, event_id, sequence, content_sha256 FROM ics_entries WHERE occurrence LIKE '` +
			seriesMark + `%'`,
		ScanRow: func(row store.Row) error {
			var s Series
			err := row.Scan(&s.UID, &s.From, &s.ID, &s.Version, &s.Content)
			s.From = strings.TrimPrefix(s.From, seriesMark)
			all[s.SeriesKey] = s
			return err
		},
	})
	if err != nil {
		return nil, fmt.Errorf("read the series of imported calendars: %w", err)
	}
	return all, nil
}

// SaveSeries keeps a series in the transaction w, in the place of the one with the same key.
func SaveSeries(ctx context.Context, w store.Writer, s Series) error {
	return Save(ctx, w, Entry{
		Key: Key{UID: s.UID, Occurrence: seriesMark + s.From}, Event: s.ID, Sequence: s.Version, Content: s.Content,
	})
}
