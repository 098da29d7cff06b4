package feed_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"almanac/runtime/dates"
	"almanac/runtime/feed"
)

// TestAFeedOfZonesThatChangedIsWrittenForItsReaders writes a feed, and the instants of its
// events, into the folder that ZONES names: .ci/clients/run lets other programs read it.
func TestAFeedOfZonesThatChangedIsWrittenForItsReaders(t *testing.T) {
	folder := os.Getenv("ZONES")
	if folder == "" {
		t.Skip("ZONES names no folder")
	}
	type row struct{ Start, End, Title, Status string }
	var rows []row
	var entries []feed.Entry
	for _, name := range []string{"America/Vancouver", "America/Edmonton", "America/Winnipeg", "America/Havana", "Africa/Casablanca", "Europe/Dublin"} {
		for _, day := range []string{"2026-10-15", "2026-11-15", "2027-01-15", "2027-07-15"} {
			e := entry(dates.WallTime(day+" 19:00:00"), dates.WallTime(day+" 21:00:00"), zone(t, name))
			e.ID, e.Title = int64(len(entries)+1), name
			entries = append(entries, e)
			rows = append(rows, row{e.Zone.Instant(e.Start).Format(time.RFC3339), e.Zone.Instant(e.End).Format(time.RFC3339), name, "CONFIRMED"})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.Start, b.Start) })
	body, err := written(feed.ICal, channel(entries...), 100)
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"zones.ics": body, "zones.json": list} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
